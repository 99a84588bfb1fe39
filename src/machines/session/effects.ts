/** Effects of the session: the service, the local storage, the other tabs. */
import { fromCallback, fromPromise, waitFor, type ActorRefFrom } from 'xstate';
import { logout } from '@cloakroom/contract/accounts.ts';
import { getSelf, User } from '@cloakroom/contract/users.ts';
import { call, csrfCookie } from '#src/shared/http/call.ts';
import { retryTransient } from '#src/shared/http/retry.ts';
import { setPageUser, abortUserCalls } from '#src/shared/http/pageUser.ts';
import type { MutedAlerts } from '#src/shared/storage/mutedAlerts.ts';
import { lastSession } from '#src/shared/storage/lastSession.ts';
import { tabSession } from '#src/shared/storage/session.ts';
import { pendingSignOut } from '#src/shared/storage/cookies.ts';
import { openChannel } from '#src/shared/tabs/channel.ts';
import type { BeforeUnloadGuard } from '#src/shared/tabs/beforeUnloadGuard.ts';
import { Failure, isTransient } from '#src/shared/failure.ts';
import { hasUnsavedInput } from '#src/shared/tabs/unsaved.ts';
import type { IdentifiedUser, SessionEvent, SessionMessage } from './types.ts';
import { sessionMachine } from './machine.ts';

const mutedAlertsStore = async () => (await import('#src/shared/storage/mutedAlerts.ts')).mutedAlerts;
const localData = () => import('#src/shared/storage/localData.ts');

/** A null reply is not a rejection: signing in again would not change it. */
const getSelfOrNull = { ...getSelf, reply: getSelf.reply.nullable() };

/** Identifies a session: each session has its own CSRF token. A user stored in another session is not used. */
const sessionFingerprint = () => csrfCookie()?.slice(-12) ?? '';

/** The user stored by this or another tab in the same session; undefined if there is none. */
async function storedUser(): Promise<IdentifiedUser | undefined> {
  const stored = await lastSession.read();
  const user = User.safeParse(stored?.user);
  if (!stored || !user.success || stored.mark !== sessionFingerprint()) return undefined;
  const { email, organization } = tabSession.read();
  // The organization of the tab counts only for the user of the tab.
  const belongsToUser = organization !== null && user.data.email === email;
  return { user: user.data, storedOrganization: belongsToUser ? organization : stored.organization };
}

/** Converts a message of another tab to an event; null for messages of other versions of the console. */
function eventOf(message: SessionMessage): SessionEvent | null {
  switch (message.type) {
    case 'left':
      return { type: 'otherTab.signedOut' };
    case 'entered':
      return { type: 'otherTab.loggedIn' };
    case 'arrived':
      return { type: 'otherTab.identified', ...message.person };
    case 'moved':
      return { type: 'otherTab.organizationChosen', ...message.move };
    default:
      return null;
  }
}

/**
 * Detects a new session by its CSRF token when the page becomes visible, for suspended tabs and browsers without
 * BroadcastChannel. An ended session is detected by the next refused call.
 */
function onNewSession(callback: () => void): () => void {
  let token = csrfCookie();
  const compare = () => {
    if (document.hidden) return;
    const current = csrfCookie();
    if (current !== token) callback();
    token = current;
  };
  document.addEventListener('visibilitychange', compare);
  return () => document.removeEventListener('visibilitychange', compare);
}

const otherTabs = fromCallback<SessionMessage>(({ sendBack, receive }) => {
  const stop = onNewSession(() => sendBack({ type: 'otherTab.loggedIn' }));
  const channel = openChannel('session');
  channel.addEventListener('message', ({ data }: MessageEvent<SessionMessage>) => {
    const event = eventOf(data);
    if (event) sendBack(event);
  });
  receive((message) => channel.postMessage(message));
  return () => {
    stop();
    channel.close();
  };
});

/** Creates the session machine of one page with its effects. @param guard - set while leaving the page would lose data. */
export function createSessionMachine(guard: BeforeUnloadGuard) {
  /* The response to a sign-out makes the browser delete all storage of the site. The muted alerts of all users, and the
     service worker, which starts an installed console offline, are restored afterwards. */
  let muted: MutedAlerts = new Map();
  let restoreShell: () => Promise<void> = () => Promise.resolve();

  async function signOut(): Promise<void> {
    muted = await (await mutedAlertsStore()).ofAllUsers();
    restoreShell = await (await import('#src/workers/serviceWorker.ts')).shellRestorer();
    await call(logout);
  }

  async function restoreStorage(): Promise<void> {
    void restoreShell().catch(() => undefined);
    await (await mutedAlertsStore()).restore(muted);
    muted = new Map();
  }

  /** Sends a sign-out that was requested while the service was unreachable, whose session the service would still accept. */
  async function sendPendingSignOut(): Promise<void> {
    if (!pendingSignOut.get()) return;
    await signOut().catch((cause: unknown) => {
      if (isTransient(cause))
        throw new Failure('signed-out', 'You have signed out on this machine.', { cause });
    });
    pendingSignOut.clear();
    await restoreStorage();
  }

  async function fetchUser(): Promise<User> {
    await sendPendingSignOut();
    const user = await call(getSelfOrNull, { query: { expand: 'organizations' }, anyUser: true });
    if (!user) throw new Failure('unexpected', 'No auth', { status: 403 });
    void lastSession.saveUser(user, sessionFingerprint());
    return user;
  }

  /** The user from the service or, while it is unreachable, from the local database. */
  async function identifyUser(): Promise<IdentifiedUser> {
    const storedOrganization = tabSession.read().organization;
    try {
      return { user: await fetchUser(), storedOrganization };
    } catch (thrown) {
      const failure = Failure.from(thrown);
      if (failure.code === 'signed-out') await lastSession.clear();
      if (!isTransient(failure)) throw thrown;
      // Retries only if no user is stored: a stored user can be shown immediately.
      return (await storedUser()) ?? { user: await retryTransient(fetchUser), storedOrganization };
    }
  }

  return sessionMachine.provide({
    actors: {
      identify: fromPromise(identifyUser),
      endSession: fromPromise(async () => {
        await signOut().catch((thrown: unknown) => {
          if (isTransient(thrown)) pendingSignOut.set();
          throw thrown;
        });
        return undefined;
      }),
      deleteLocalData: fromPromise(async () => {
        await (await localData()).deleteSessionData();
        await restoreStorage();
        return undefined;
      }),
      otherTabs,
    },
    actions: {
      storeSession: (_, { user, organization }) => {
        if (!user) return;
        setPageUser(user.id);
        tabSession.write({ email: user.email, organization: organization?.id ?? null });
        void lastSession.saveOrganization(organization?.id ?? null);
        void localData().then(({ deleteDataOfOthers }) => deleteDataOfOthers(user.email));
      },
      abortCalls: abortUserCalls,
      clearPendingSignOut: () => pendingSignOut.clear(),
    },
    guards: { isBusy: () => guard.isSet() || hasUnsavedInput() },
  });
}

export type SessionActor = ActorRefFrom<typeof sessionMachine>;

/**
 * Asks a known user to sign in again. Returns false for a user who was never identified, or is still being identified.
 * @returns whether the same user is signed in again.
 */
export async function regainAccess(session: SessionActor): Promise<boolean> {
  if (!session.getSnapshot().hasTag('known')) return false;
  // The session may have been ended from another device because this one was stolen, so cached data of the service is deleted.
  void localData().then(({ deleteCachedData }) => deleteCachedData());
  session.send({ type: 'access.lost' });
  const state = await waitFor(session, (now) => !now.hasTag('locked') && !now.matches('deletingLocalData'));
  return state.hasTag('known');
}
