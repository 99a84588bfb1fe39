/** Calls for one's own account, and for what one sees of others. */
import { createHash } from 'node:crypto';
import { encodeShortId } from '@cloakroom/wire/shortId.ts';
import { sessions } from '@cloakroom/service/db/schema.ts';
import { newId } from '@cloakroom/service/newId.ts';
import { password } from '../../support/people.ts';
import { members, signedIn, type ActorName } from '../actors.ts';
import { get, patch, post, remove, type Row } from '../row.ts';
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
  const headers = { cookie: `sessionid=${cookie}`, authorization: '' };
  return { url: `/api/accounts/sessions/${id}/`, headers };
}

const own = { may: signedIn, yes: 200 } as const;
const passwords = { old_password: password, password, password_confirm: password };

export const accountRows: Row[] = [
  { ...own, call: 'getSelf', ask: () => get('/api/users/self/') },
  { call: 'getUserByName', may: members, yes: 200, ask: ({ people }) => get(`/api/users/by_name/${people.member.user.email}/`) }, // prettier-ignore
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
  { ...own, call: 'createCustomer', ask: () => post('/api/stripe/customer/') },
];
