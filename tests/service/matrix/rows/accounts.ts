/** Calls for one's own account, and for what one sees of others. */
import { createHash } from 'node:crypto';
import { encodeShortId } from '@cloakroom/wire/shortId.ts';
import { sessions } from '@cloakroom/service/db/schema.ts';
import { newId } from '@cloakroom/service/newId.ts';
import { password } from '../../support/people.ts';
import { members, signedIn, type ActorName } from '../actors.ts';
import type { Row } from '../row.ts';
import type { Matrix } from '../world.ts';

/** A live session of an actor; that of the anonymous one does not exist. */
async function sessionOf({ service, people }: Matrix, who: ActorName) {
  const cookie = newId();
  const hash = createHash('sha256').update(cookie).digest();
  if (who !== 'anonymous')
    await service.database
      .insert(sessions)
      .values({ idHash: hash.toString('base64url'), user: people[who].user.id });
  const id = encodeShortId(hash.subarray(0, 16));
  return {
    url: `/api/accounts/sessions/${id}/`,
    headers: { cookie: `sessionid=${cookie}`, authorization: '' },
  };
}

const own = { may: signedIn, yes: 200 } as const;

export const accountRows: Row[] = [
  { ...own, call: 'getSelf', ask: () => ({ method: 'GET', url: '/api/users/self/' }) },
  {
    call: 'getUserByName',
    may: members,
    yes: 200,
    ask: ({ people }) => ({ method: 'GET', url: `/api/users/by_name/${people.member.user.email}/` }),
  },
  {
    ...own,
    call: 'patchProfile',
    ask: () => ({ method: 'PATCH', url: '/api/accounts/profile/', body: { first_name: 'Ada' } }),
  },
  {
    ...own,
    call: 'changePassword',
    ask: () => ({
      method: 'POST',
      url: '/api/accounts/change-password/',
      body: { old_password: password, password, password_confirm: password },
    }),
  },
  {
    ...own,
    call: 'getSession',
    ask: async (matrix, who) => {
      const { headers } = await sessionOf(matrix, who);
      return { method: 'GET', url: '/api/accounts/session/', headers };
    },
  },
  { ...own, call: 'listSessions', ask: () => ({ method: 'GET', url: '/api/accounts/sessions/' }) },
  {
    call: 'endSession',
    may: signedIn,
    yes: 204,
    ask: async (matrix, who) => ({ method: 'DELETE', url: (await sessionOf(matrix, who)).url }),
  },
  {
    call: 'endSession',
    as: 'of a member',
    may: (_, name) => name === 'member',
    yes: 204,
    no: 404,
    ask: async (matrix) => ({ method: 'DELETE', url: (await sessionOf(matrix, 'member')).url }),
  },
  {
    ...own,
    call: 'endOtherSessions',
    ask: () => ({ method: 'POST', url: '/api/accounts/sessions/end-others/' }),
  },
  { ...own, call: 'createCustomer', ask: () => ({ method: 'POST', url: '/api/stripe/customer/' }) },
];
