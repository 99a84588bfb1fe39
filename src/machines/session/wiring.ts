/** The page's one session machine, with its hands: the service, this tab's memory, the other tabs. */
import { createActor, fromCallback, fromPromise } from 'xstate';
import { logout } from '#contract/accounts.ts';
import { getSelf, User } from '#contract/users.ts';
import { call } from '#src/api/call.ts';
import { settings } from '#src/db/entries.ts';
import { forgetEverything } from '#src/db/forget.ts';
import { tabSession } from '#src/db/session.ts';
import { Failure } from '#src/lib/failure.ts';
import type { Identified } from './hands.ts';
import { sessionMachine } from './machine.ts';

const unreachable = new Set(['offline', 'unavailable']);

/** The user as the service knows them; while it can't be reached, as this tab last saw them. */
async function whoIsHere(): Promise<Identified> {
  const storedOrganization = tabSession.read().organization;
  try {
    return { user: await call(getSelf, { query: { expand: 'organizations' } }), storedOrganization };
  } catch (thrown) {
    const remembered = unreachable.has(Failure.from(thrown).code)
      ? User.safeParse(await settings.get('user'))
      : undefined;
    if (!remembered?.success) throw thrown;
    return { user: remembered.data, storedOrganization };
  }
}

const identify = fromPromise(whoIsHere);
const endSession = fromPromise(async () => {
  await call(logout);
  return undefined;
});
const forget = fromPromise(async () => {
  await forgetEverything();
  return undefined;
});
const otherTabs = fromCallback<{ type: 'tell' }>(({ sendBack, receive }) => {
  const channel = new BroadcastChannel('session');
  channel.onmessage = () => sendBack({ type: 'elsewhere.left' });
  receive(() => channel.postMessage('left'));
  return () => channel.close();
});

export const session = createActor(
  sessionMachine.provide({
    actors: { identify, endSession, forget, otherTabs },
    actions: {
      remember: (_, { user, organization }) => {
        if (!user) return;
        tabSession.write({ email: user.email, organization: organization?.id ?? null });
        void settings.put('user', user);
      },
    },
  }),
).start();
