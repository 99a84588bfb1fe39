/** The page's one session machine, with its hands: the service, this tab's memory, the other tabs. */
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate';
import { logout } from '#contract/accounts.ts';
import { getSelf, User } from '#contract/users.ts';
import { whenAccessIsLost } from '#src/api/access.ts';
import { call } from '#src/api/call.ts';
import type { Kept } from '#src/db/dontShow.ts';
import { forgetEverything } from '#src/db/forget.ts';
import { here } from '#src/db/here.ts';
import { tabSession } from '#src/db/session.ts';
import { Failure } from '#src/lib/failure.ts';
import { inspect } from '../inspection/trace.ts';
import type { Identified, Tidings } from './hands.ts';
import { sessionMachine } from './machine.ts';

const unreachable = new Set(['offline', 'unavailable']);

/** An answer without a user is no refusal, and nothing that signing in again would change. */
const getSelfIfAny = { ...getSelf, reply: getSelf.reply.nullable() };

/** The user as the service knows them; while it can’t be reached, as this browser last saw them, in a fresh tab too. */
async function whoIsHere(): Promise<Identified> {
  const { email, organization } = tabSession.read();
  try {
    const user = await call(getSelfIfAny, { query: { expand: 'organizations' } });
    if (!user) throw new Failure('unexpected', 'No auth', { status: 403 });
    void here.keepPerson(user);
    return { user, storedOrganization: organization };
  } catch (thrown) {
    const { code } = Failure.from(thrown);
    if (code === 'signed-out') await here.forget();
    const last = unreachable.has(code) ? await here.last() : undefined;
    const user = User.safeParse(last?.user);
    if (!user.success) throw thrown;
    // A tab’s own organization is that of its own person; somebody else may have signed in in another tab since.
    const own = organization !== null && user.data.email === email;
    return { user: user.data, storedOrganization: own ? organization : (last?.organization ?? null) };
  }
}

const identify = fromPromise(whoIsHere);
/* The answer to a sign-out tells the browser to empty its storage, and what has to outlive that is kept here meanwhile. */
let kept: Kept = new Map();
const keeper = async () => (await import('#src/db/dontShow.ts')).dontShow;
const endSession = fromPromise(async () => {
  kept = await (await keeper()).ofEverybody();
  await call(logout);
  return undefined;
});
const forget = fromPromise(async () => {
  await forgetEverything();
  await (await keeper()).putBack(kept);
  kept = new Map();
  return undefined;
});
const otherTabs = fromCallback<Tidings>(({ sendBack, receive }) => {
  const channel = new BroadcastChannel('session');
  channel.onmessage = ({ data }: MessageEvent<Tidings>) =>
    sendBack(
      data.type === 'left' ? { type: 'elsewhere.left' } : { type: 'elsewhere.arrived', ...data.person },
    );
  receive((tidings) => channel.postMessage(tidings));
  return () => channel.close();
});

export const session = createActor(
  sessionMachine.provide({
    actors: { identify, endSession, forget, otherTabs },
    actions: {
      remember: (_, { user, organization }) => {
        if (!user) return;
        tabSession.write({ email: user.email, organization: organization?.id ?? null });
        void here.keepOrganization(organization?.id ?? null);
      },
    },
  }),
  { inspect },
).start();

/** Somebody who worked here may come back; whoever was never known, or is just being identified, is simply refused. */
whenAccessIsLost(async () => {
  if (!session.getSnapshot().hasTag('known')) return false;
  session.send({ type: 'access.lost' });
  const now = await waitFor(session, (state) => !state.hasTag('locked') && !state.matches('forgetting'));
  return now.hasTag('known');
});
