/** Calls for the caller's account, and for data of others that the caller sees. */
import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { encodeShortId } from '@cloakroom/wire/shortId.ts';
import { apiTokens, organizationUsers, sessions } from '@cloakroom/service/db/schema.ts';
import { newId } from '@cloakroom/service/newId.ts';
import { password, person } from '../../support/people.ts';
import { administrators, members, signedIn, type ActorName } from '../actors.ts';
import { get, patch, post, remove, type Row } from '../row.ts';
import type { Matrix } from '../world.ts';

/** Creates a session of an actor; the session of the anonymous actor does not exist. */
async function sessionOf({ service, people }: Matrix, who: ActorName) {
  const cookie = newId();
  const hash = createHash('sha256').update(cookie).digest();
  if (who !== 'anonymous')
    await service.database
      .insert(sessions)
      .values({ idHash: hash.toString('base64url'), user: people[who].user.id });
  const id = encodeShortId(hash.subarray(0, 16));
  const headers = { cookie: `sessionid=${cookie}`, authorization: '' };
  return { url: `/api/accounts/sessions/${id}/`, headers };
}

const dayMs = 24 * 3_600_000;
/** A token of all datasets of the organization. */
const tokenBody = ({ organization, service }: Matrix) => ({
  name: 'Nightly import',
  organization,
  datasets: null,
  verbs: ['read'],
  expires: new Date(service.clock() + dayMs).toISOString(),
});

/** Creates a token of an actor in one of their organizations; the token of the anonymous actor does not exist. */
async function tokenOf({ service, people, organization }: Matrix, who: ActorName) {
  const id = newId();
  const { database, clock } = service;
  if (who !== 'anonymous') {
    const user = people[who].user.id;
    const theirs = eq(organizationUsers.user, user);
    const places = await database.select().from(organizationUsers).where(theirs);
    const member = places.find((place) => place.organization === organization) ?? places[0];
    const organizationUser = member?.id ?? newId();
    if (!member)
      await database
        .insert(organizationUsers)
        .values({ id: organizationUser, organization: (await person(service)).organization.id, user });
    const expires = new Date(clock() + dayMs);
    const values = { prefix: 'clkr_test', name: 'Test', verbs: ['read' as const], expires };
    await database.insert(apiTokens).values({ id, hash: id, organizationUser, ...values });
  }
  return { url: `/api/tokens/${id}/` };
}

const own = { may: signedIn, yes: 200 } as const;
const passwords = { old_password: password, password, password_confirm: password };

export const accountRows: Row[] = [
  { ...own, call: 'getSelf', ask: () => get('/api/users/self/') },
  { call: 'getUserByName', may: members, yes: 200, ask: ({ people }) => get(`/api/users/by_name/${people.member.user.email}/`) }, // prettier-ignore
  { call: 'getUser', may: members, yes: 200, no: 404, ask: ({ people }) => get(`/api/users/${people.member.user.id}/`) }, // prettier-ignore
  { call: 'getUser', as: 'who is invited', may: members, yes: 200, ask: async (m) => get(`/api/users/${await m.invitation()}/`) }, // prettier-ignore
  {
    ...own,
    call: 'getUser',
    as: 'oneself',
    ask: ({ people }, who) => get(`/api/users/${people[who === 'anonymous' ? 'member' : who].user.id}/`),
  },
  { ...own, call: 'patchProfile', ask: () => patch('/api/accounts/profile/', { first_name: 'Ada' }) },
  { ...own, call: 'changePassword', ask: () => post('/api/accounts/change-password/', passwords) },
  {
    ...own,
    call: 'getSession',
    ask: async (matrix, who) => ({
      ...get('/api/accounts/session/'),
      headers: (await sessionOf(matrix, who)).headers,
    }),
  },
  { ...own, call: 'listSessions', ask: () => get('/api/accounts/sessions/') },
  { ...own, call: 'getSessionById', ask: async (matrix, who) => get((await sessionOf(matrix, who)).url) },
  {
    call: 'getSessionById',
    as: 'of a member',
    may: (_, name) => name === 'member',
    yes: 200,
    no: 404,
    ask: async (matrix) => get((await sessionOf(matrix, 'member')).url),
  },
  { ...own, call: 'endSession', yes: 204, ask: async (matrix, who) => remove((await sessionOf(matrix, who)).url) }, // prettier-ignore
  {
    call: 'endSession',
    as: 'of a member',
    may: (_, name) => name === 'member',
    yes: 204,
    no: 404,
    ask: async (matrix) => remove((await sessionOf(matrix, 'member')).url),
  },
  { ...own, call: 'endOtherSessions', ask: () => post('/api/accounts/sessions/end-others/') },
  {
    ...own,
    call: 'listApiTokens',
    ask: async (m, who) => {
      await tokenOf(m, who);
      return get('/api/tokens/');
    },
  },
  {
    call: 'listApiTokens',
    as: 'of all members',
    may: administrators,
    yes: 200,
    ask: (m) => get(`/api/tokens/?organization=${m.organization}&expand=user`),
  },
  {
    call: 'createApiToken',
    may: members,
    yes: 201,
    ask: (m) => post('/api/tokens/', tokenBody(m)),
  },
  {
    call: 'createApiToken',
    as: 'for a service account',
    may: administrators,
    yes: 201,
    ask: async (m) => post('/api/tokens/', { ...tokenBody(m), service_account: await m.account() }),
  },
  { ...own, call: 'getApiToken', ask: async (m, who) => get((await tokenOf(m, who)).url) },
  {
    call: 'getApiToken',
    as: 'of a member',
    may: (actor, name) => administrators(actor) || name === 'member',
    yes: 200,
    no: 404,
    ask: async (m) => get((await tokenOf(m, 'member')).url),
  },
  { ...own, call: 'revokeApiToken', yes: 204, ask: async (m, who) => remove((await tokenOf(m, who)).url) }, // prettier-ignore
  {
    call: 'revokeApiToken',
    as: 'of a member',
    may: (actor, name) => administrators(actor) || name === 'member',
    yes: 204,
    no: 404,
    ask: async (m) => remove((await tokenOf(m, 'member')).url),
  },
  { ...own, call: 'createCustomer', ask: () => post('/api/stripe/customer/') },
];
