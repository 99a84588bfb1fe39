/** Effects of the session: the service, this tab's memory, the other tabs. */
import { fromCallback, fromPromise, waitFor, type ActorRefFrom } from 'xstate';
import { logout } from '@cloakroom/contract/accounts.ts';
import { getSelf, User } from '@cloakroom/contract/users.ts';
import { call, csrfCookie } from '#src/shared/http/call.ts';
import { retryTransient } from '#src/shared/http/retry.ts';
import { setPageUser, abortUserCalls } from '#src/shared/http/pageUser.ts';
import type { MutedAlerts } from '#src/shared/storage/dontShow.ts';
import { lastSession } from '#src/shared/storage/lastSession.ts';
import { tabSession } from '#src/shared/storage/session.ts';
import { pendingSignOut } from '#src/shared/storage/cookies.ts';
import { openChannel } from '#src/shared/tabs/channel.ts';
import type { BeforeUnloadGuard } from '#src/shared/tabs/beforeUnloadGuard.ts';
import { Failure } from '#src/shared/failure.ts';
import { hasUnsavedInput } from '#src/shared/tabs/unsaved.ts';
import type { IdentifiedUser, SessionEvent, SessionMessage } from './types.ts';
import { sessionMachine } from './machine.ts';

const unreachable = new Set(['offline', 'unavailable']);
const isUnreachable = (thrown: unknown) => unreachable.has(Failure.from(thrown).code);
const dontShowStore = async () => (await import('#src/shared/storage/dontShow.ts')).dontShow;
const forgetting = () => import('#src/shared/storage/forget.ts');

/** An answer without a user is no refusal, and nothing that signing in again would change. */
const getSelfIfAny = { ...getSelf, reply: getSelf.reply.nullable() };

/** Another one with each session: what was told in one says nothing of who is here in the next. */
const sessionMark = () => csrfCookie()?.slice(-12) ?? '';

/** As this browser last saw them in the same session, be it in another tab; undefined when it hasn't. */
async function remembered(): Promise<IdentifiedUser | undefined> {
  const last = await lastSession.last();
  const user = User.safeParse(last?.user);
  if (!last || !user.success || last.mark !== sessionMark()) return undefined;
  const { email, organization } = tabSession.read();
  // A tab’s own organization is that of its own person.
  const own = organization !== null && user.data.email === email;
  return { user: user.data, storedOrganization: own ? organization : last.organization };
}

/** What another tab's tidings are to this one; null for those of another version of the console. */
function heard(tidings: SessionMessage): SessionEvent | null {
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

const otherTabs = fromCallback<SessionMessage>(({ sendBack, receive }) => {
  const stop = whenSomebodyEntered(() => sendBack({ type: 'elsewhere.entered' }));
  const channel = openChannel('session');
  channel.addEventListener('message', ({ data }: MessageEvent<SessionMessage>) => {
    const event = heard(data);
    if (event) sendBack(event);
  });
  receive((tidings) => channel.postMessage(tidings));
  return () => {
    stop();
    channel.close();
  };
});

/** The session machine of one page, wired. @param guard - set while leaving the page would lose something. */
export function createSessionMachine(guard: BeforeUnloadGuard) {
  /* The answer to a sign-out tells the browser to empty its storage. What has to outlive that is held here meanwhile: the
     alerts that each user has hidden for good, and the shell, with which an installed console starts without a network. */
  let hidden: MutedAlerts = new Map();
  let putShellBack: () => Promise<void> = () => Promise.resolve();

  async function leave(): Promise<void> {
    hidden = await (await dontShowStore()).ofAllUsers();
    putShellBack = await (await import('#src/workers/serviceWorker.ts')).shellRestorer();
    await call(logout);
  }

  async function putBack(): Promise<void> {
    void putShellBack().catch(() => undefined);
    await (await dontShowStore()).restore(hidden);
    hidden = new Map();
  }

  /** A user who has signed out here while the service was out of reach is not let in again by the session that it still has. */
  async function finishSignOut(): Promise<void> {
    if (!pendingSignOut.get()) return;
    await leave().catch((cause: unknown) => {
      if (isUnreachable(cause))
        throw new Failure('signed-out', 'You have signed out on this machine.', { cause });
    });
    pendingSignOut.clear();
    await putBack();
  }

  async function userFromService(): Promise<User> {
    await finishSignOut();
    const user = await call(getSelfIfAny, { query: { expand: 'organizations' }, anyUser: true });
    if (!user) throw new Failure('unexpected', 'No auth', { status: 403 });
    void lastSession.keepPerson(user, sessionMark());
    return user;
  }

  /** The user as the service knows them; while it can’t be reached, as they are remembered, in a fresh tab too. */
  async function identifyUser(): Promise<IdentifiedUser> {
    const storedOrganization = tabSession.read().organization;
    try {
      return { user: await userFromService(), storedOrganization };
    } catch (thrown) {
      const { code } = Failure.from(thrown);
      if (code === 'signed-out') await lastSession.forget();
      if (!unreachable.has(code)) throw thrown;
      // A remembered user need not wait; without one it is worth another try.
      return (await remembered()) ?? { user: await retryTransient(userFromService), storedOrganization };
    }
  }

  return sessionMachine.provide({
    actors: {
      identify: fromPromise(identifyUser),
      endSession: fromPromise(async () => {
        await leave().catch((thrown: unknown) => {
          if (isUnreachable(thrown)) pendingSignOut.set();
          throw thrown;
        });
        return undefined;
      }),
      forget: fromPromise(async () => {
        await (await forgetting()).forgetEverything();
        await putBack();
        return undefined;
      }),
      otherTabs,
    },
    actions: {
      remember: (_, { user, organization }) => {
        if (!user) return;
        setPageUser(user.id);
        tabSession.write({ email: user.email, organization: organization?.id ?? null });
        void lastSession.keepOrganization(organization?.id ?? null);
        void forgetting().then(({ forgetOthers }) => forgetOthers(user.email));
      },
      dismiss: abortUserCalls,
      settle: () => pendingSignOut.clear(),
    },
    guards: { isBusy: () => guard.isSet() || hasUnsavedInput() },
  });
}

export type SessionActor = ActorRefFrom<typeof sessionMachine>;

/**
 * A known user may sign in again; a user who was never known, or is just being identified, is refused.
 * @returns whether the same user is signed in again.
 */
export async function regainAccess(session: SessionActor): Promise<boolean> {
  if (!session.getSnapshot().hasTag('known')) return false;
  // Ended from another device, perhaps because this one is in the wrong hands: what it has kept of the service's data goes.
  void forgetting().then(({ forgetSeen }) => forgetSeen());
  session.send({ type: 'access.lost' });
  const now = await waitFor(session, (state) => !state.hasTag('locked') && !state.matches('forgetting'));
  return now.hasTag('known');
}
