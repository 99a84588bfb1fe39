/** The page's one session machine, with its hands: the service, this tab's memory, the other tabs. */
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate';
import { logout } from '@cloakroom/contract/accounts.ts';
import { getSelf, User } from '@cloakroom/contract/users.ts';
import { whenAccessIsLost } from '#src/api/access.ts';
import { call } from '#src/api/call.ts';
import { csrfCookie } from '#src/api/csrf.ts';
import { untilAnswered } from '#src/api/untilAnswered.ts';
import { belongTo, dismiss, whenSomebodyElseIsHere } from '#src/api/person.ts';
import type { Kept } from '#src/db/dontShow.ts';
import { lastSession } from '#src/db/lastSession.ts';
import { tabSession } from '#src/db/session.ts';
import { signOutDue } from '#src/db/signOutDue.ts';
import { openChannel } from '#src/lib/channel.ts';
import { isBeforeUnloadGuarded } from '#src/lib/beforeUnloadGuard.ts';
import { Failure } from '#src/lib/failure.ts';
import { unsaved } from '#src/lib/unsaved.ts';
import { inspect } from '../inspection/trace.ts';
import type { Identified, SessionEvent, Tidings } from './types.ts';
import { sessionMachine } from './machine.ts';

const unreachable = new Set(['offline', 'unavailable']);

/** An answer without a user is no refusal, and nothing that signing in again would change. */
const getSelfIfAny = { ...getSelf, reply: getSelf.reply.nullable() };

/** Another one with each session: what was told in one says nothing of who is here in the next. */
const sessionMark = () => csrfCookie()?.slice(-12) ?? '';

/* The answer to a sign-out tells the browser to empty its storage. What has to outlive that is kept here meanwhile: whatever
   somebody doesn't want to see again, and the shell, with which an installed console starts without a network. */
let kept: Kept = new Map();
let putShellBack: () => Promise<void> = () => Promise.resolve();
const keeper = async () => (await import('#src/db/dontShow.ts')).dontShow;

async function leave(): Promise<void> {
  kept = await (await keeper()).ofEverybody();
  putShellBack = await (await import('#src/workers/shell.ts')).shellKeeper();
  await call(logout);
}

async function putBack(): Promise<void> {
  void putShellBack().catch(() => undefined);
  await (await keeper()).putBack(kept);
  kept = new Map();
}

const isUnreachable = (thrown: unknown) => unreachable.has(Failure.from(thrown).code);

/** Whoever has signed out here while nobody could be told is not let in again by the session that is still there. */
async function payDebt(): Promise<void> {
  if (!signOutDue.get()) return;
  await leave().catch((cause: unknown) => {
    if (isUnreachable(cause))
      throw new Failure('signed-out', 'You have signed out on this machine.', { cause });
  });
  signOutDue.clear();
  await putBack();
}

async function toldByService(): Promise<User> {
  await payDebt();
  const user = await call(getSelfIfAny, { query: { expand: 'organizations' }, anybody: true });
  if (!user) throw new Failure('unexpected', 'No auth', { status: 403 });
  void lastSession.keepPerson(user, sessionMark());
  return user;
}

/** As this browser last saw them in the same session, be it in another tab; undefined when it hasn't. */
async function remembered(): Promise<Identified | undefined> {
  const last = await lastSession.last();
  const user = User.safeParse(last?.user);
  if (!last || !user.success || last.mark !== sessionMark()) return undefined;
  const { email, organization } = tabSession.read();
  // A tab’s own organization is that of its own person.
  const own = organization !== null && user.data.email === email;
  return { user: user.data, storedOrganization: own ? organization : last.organization };
}

/** The user as the service knows them; while it can’t be reached, as they are remembered, in a fresh tab too. */
async function whoIsHere(): Promise<Identified> {
  const storedOrganization = tabSession.read().organization;
  try {
    return { user: await toldByService(), storedOrganization };
  } catch (thrown) {
    const { code } = Failure.from(thrown);
    if (code === 'signed-out') await lastSession.forget();
    if (!unreachable.has(code)) throw thrown;
    // Who is remembered need not wait; for others it is worth another try.
    return (await remembered()) ?? { user: await untilAnswered(toldByService), storedOrganization };
  }
}

const identify = fromPromise(whoIsHere);
const endSession = fromPromise(async () => {
  await leave().catch((thrown: unknown) => {
    if (isUnreachable(thrown)) signOutDue.set();
    throw thrown;
  });
  return undefined;
});
const forgetting = () => import('#src/db/forget.ts');
const forget = fromPromise(async () => {
  await (await forgetting()).forgetEverything();
  await putBack();
  return undefined;
});

/** What another tab's tidings are to this one; null for those of another version of the console. */
function heard(tidings: Tidings): SessionEvent | null {
  switch (tidings.type) {
    case 'left':
      return { type: 'elsewhere.left' };
    case 'entered':
      return { type: 'elsewhere.entered' };
    case 'arrived':
      return { type: 'elsewhere.arrived', ...tidings.person };
    case 'moved':
      return { type: 'elsewhere.moved', ...tidings.move };
    default:
      return null;
  }
}

/**
 * A tab that slept, or whose browser has no channel, looks for itself when it is seen again: each session brings a token
 * of its own. Whether a session still lasts, the question when it ends tells.
 */
function whenSomebodyEntered(tell: () => void): () => void {
  let before = csrfCookie();
  const look = () => {
    if (document.hidden) return;
    const now = csrfCookie();
    if (now !== before) tell();
    before = now;
  };
  document.addEventListener('visibilitychange', look);
  return () => document.removeEventListener('visibilitychange', look);
}

const otherTabs = fromCallback<Tidings>(({ sendBack, receive }) => {
  const stop = whenSomebodyEntered(() => sendBack({ type: 'elsewhere.entered' }));
  const channel = openChannel('session');
  channel.addEventListener('message', ({ data }: MessageEvent<Tidings>) => {
    const event = heard(data);
    if (event) sendBack(event);
  });
  receive((tidings) => channel.postMessage(tidings));
  return () => {
    stop();
    channel.close();
  };
});

export const session = createActor(
  sessionMachine.provide({
    actors: { identify, endSession, forget, otherTabs },
    actions: {
      remember: (_, { user, organization }) => {
        if (!user) return;
        belongTo(user.id);
        tabSession.write({ email: user.email, organization: organization?.id ?? null });
        void lastSession.keepOrganization(organization?.id ?? null);
        void forgetting().then(({ forgetOthers }) => forgetOthers(user.email));
      },
      dismiss,
      settle: () => signOutDue.clear(),
    },
    guards: { isBusy: () => isBeforeUnloadGuarded() || unsaved() },
  }),
  { inspect },
).start();

/** Somebody who worked here may come back; whoever was never known, or is just being identified, is simply refused. */
whenAccessIsLost(async () => {
  if (!session.getSnapshot().hasTag('known')) return false;
  // Ended from another device, perhaps because this one is in the wrong hands: what it has kept of the service's data goes.
  void forgetting().then(({ forgetSeen }) => forgetSeen());
  session.send({ type: 'access.lost' });
  const now = await waitFor(session, (state) => !state.hasTag('locked') && !state.matches('forgetting'));
  return now.hasTag('known');
});

whenSomebodyElseIsHere((email) => session.send({ type: 'person.replaced', email }));
