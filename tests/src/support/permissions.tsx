/** The permissions screen of a schema, with a fake server that stores changes. */
import { screen, within } from '@testing-library/react';
import type { MemberUser } from '@cloakroom/contract/organizations.ts';
import { openConsole } from './console.tsx';
import type { Answers } from './fakeServer.ts';
import { adasWorld, organization } from './people.ts';
import { dataset, datasetId, schema, schemaId } from './records.ts';
import { alan, grace, mary, owner } from './team.ts';
import { grantsWith, ownersId, requestersId, teamsReply } from './teams.ts';

export const path = `/datasets/${datasetId}/schemas/${schemaId}/permissions`;
export const calls = {
  teams: `GET ${schema.url}teams/`,
  grants: `GET ${schema.url}grants/`,
  users: `GET ${organization.url}users/`,
  rotate: `POST ${schema.url}rotate/`,
  add: `POST ${organization.url}teams/${ownersId}/add_member/`,
  remove: `POST ${organization.url}teams/${ownersId}/remove_member/`,
  addRequester: `POST ${organization.url}teams/${requestersId}/add_member/`,
  removeRequester: `POST ${organization.url}teams/${requestersId}/remove_member/`,
  fields: `PATCH ${schema.url}grants/g3/`,
};

const everybody = [owner, grace, alan, mary];

/** All members but Mary, who hasn't accepted yet, can receive keys; Ada and Grace are owners. */
export function teamWorld(owners = [owner.user, grace.user] as MemberUser[], requesters: MemberUser[] = []) {
  const state = { owners, requesters, fields: [] as string[] };
  const userOf = (body: unknown) =>
    everybody.find(({ user }) => (user as MemberUser).id === (body as { id: string }).id)?.user as MemberUser;
  const adding = (team: 'owners' | 'requesters') => (asked: { body: unknown }) => {
    state[team] = [...state[team], userOf(asked.body)];
    return { status: 204 };
  };
  const removing = (team: 'owners' | 'requesters') => (asked: { body: unknown }) => {
    state[team] = state[team].filter(({ id }) => id !== userOf(asked.body).id);
    return { status: 204 };
  };
  const world: Answers = {
    ...adasWorld,
    'GET /api/datasets/': () => ({ body: [dataset] }),
    'GET /api/schemas/': () => ({ body: [schema] }),
    [`GET ${dataset.url}`]: () => ({ body: dataset }),
    [`GET ${schema.url}`]: () => ({ body: schema }),
    'GET /api/records/': () => ({ body: { count: 300 } }),
    [calls.users]: ({ query }) => ({
      body: query.get('has_identity') === 'true' ? [owner, grace, alan] : everybody,
    }),
    [calls.teams]: () => ({ body: teamsReply(state.owners, state.requesters) }),
    [calls.grants]: () => ({ body: grantsWith(state.fields) }),
    [calls.add]: adding('owners'),
    [calls.remove]: removing('owners'),
    [calls.addRequester]: adding('requesters'),
    [calls.removeRequester]: removing('requesters'),
    [calls.fields]: ({ body }) => {
      const { field_names } = body as { field_names: Record<string, true> };
      state.fields = Object.keys(field_names).filter((name) => name !== '__query');
      return { body: grantsWith(state.fields)[1] };
    },
    [calls.rotate]: () => ({ body: { ...schema, generation: 2 } }),
  };
  return { state, world };
}

export async function openPermissions(world: Answers = teamWorld().world) {
  document.cookie = 'csrftoken=token';
  const opened = openConsole(path, world);
  // The first visit of a file waits for the page's modules.
  await screen.findByRole('heading', { level: 1, name: 'People' }, { timeout: 20_000 });
  return opened;
}

export const box = (email: string) => screen.findByRole('checkbox', { name: email }, { timeout: 15_000 });
export const members = () =>
  within(screen.getByRole('list', { name: 'Members of People Data Owners' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
export const button = (name: string | RegExp) => screen.getByRole('button', { name });
export const dialog = () => screen.findByRole('dialog', { name: 'People Permissions Changes' });

type User = Awaited<ReturnType<typeof openPermissions>>['user'];
export const addAlan = async (user: User) => {
  await user.click(await box('alan@example.org'));
  await user.click(button('Add chosen members to People Data Owners'));
};
export const removeGrace = (user: User) => user.click(button('Remove grace@example.org, People Data Owners'));
export const save = (user: User) => user.click(button('Save'));
export async function confirm(user: User) {
  await save(user);
  const review = await dialog();
  await user.click(within(review).getByRole('button', { name: 'Save' }));
  await within(review).findByText('Close', { selector: 'button' }, { timeout: 15_000 });
  return review;
}
