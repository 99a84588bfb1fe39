/** The users page, seen by the organization's owner, its admins and its members. */
import { screen, within } from '@testing-library/react';
import { openConsole, type World } from './console.tsx';
import { ada, adasWorld, organization } from './people.ts';
import { alan, grace, invitation, mary, owner } from './team.ts';

export const users = `${organization.url}users/`;
export const invitations = `${organization.url}invitations/`;
export const everybody = [owner, grace, alan, mary];

/** The list of members, or the one that is asked for by user. */
export const listOf =
  (people: readonly { user: unknown }[]): World[string] =>
  ({ query }) => ({
    body: people.filter(({ user }) => {
      const id = typeof user === 'object' && user !== null && 'id' in user ? user.id : user;
      return !query.has('user') || id === query.get('user');
    }),
  });
const world: World = {
  ...adasWorld,
  [`GET ${users}`]: listOf(everybody),
  [`GET ${invitations}`]: () => ({ body: [invitation] }),
};

/** The same organization, seen by another member. */
export const seenBy = (place: typeof grace): World => ({
  ...world,
  'GET /api/users/self/': () => ({
    body: {
      ...ada,
      ...place.user,
      organizations: [{ ...organization, owner: { id: 'o', organization_user: owner } }],
    },
  }),
});
export const ownersWorld: World = {
  ...world,
  'GET /api/users/self/': () => ({
    body: { ...ada, organizations: [{ ...organization, owner: { id: 'o', organization_user: owner } }] },
  }),
};

/** Opens the page in that world. */
export const openUsers = (theWorld: World) => openConsole('/users', theWorld);

export const row = async (email: string) =>
  within(await screen.findByRole('row', { name: new RegExp(email) }));
