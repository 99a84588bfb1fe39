/** The last session in this browser: shown by a new tab while the service is unreachable. Signing out deletes it. */
import { withTimeout } from './withTimeout.ts';
import { tabSession } from './session.ts';

/** Stored values, so the property names must not change. `mark` identifies the session; `at` is in milliseconds since 1970. */
type LastSession = { user: unknown; mark: string; at: number; organization: string | null };

const table = async () => (await (await import('./db.ts')).lastSessionDatabase()).facts;
const put = (key: string, value: unknown) => withTimeout(async () => (await table()).put({ key, value }));

function createLastSession() {
  let userReadAt = Date.now();
  return {
    /** @returns undefined if there is none, or the database is unavailable or late. */
    async read(): Promise<LastSession | undefined> {
      const [user, organization] =
        (await withTimeout(async () => (await table()).bulkGet(['person', 'organization']))) ?? [];
      if (!user) return undefined;
      const stored = user.value as Omit<LastSession, 'organization'>;
      userReadAt = stored.at;
      return { ...stored, organization: (organization?.value ?? null) as string | null };
    },
    /** Stores the user as read from the service. @param mark - identifies the session. */
    async saveUser(user: unknown, mark: string): Promise<void> {
      userReadAt = Date.now();
      await put('person', { user, mark, at: userReadAt });
    },
    async saveOrganization(id: string | null): Promise<void> {
      await put('organization', id);
    },
    /** When the user of this page was read from the service. */
    userReadAt: (): number => userReadAt,

    /** Whether a proxy served this address at the last response; undefined if that is not known. */
    async behindProxy(): Promise<boolean | undefined> {
      const stored = await withTimeout(async () => (await table()).get('behindProxy'));
      return stored?.value as boolean | undefined;
    },
    /** Stores nothing while no user is signed in. */
    async saveBehindProxy(behind: boolean): Promise<void> {
      if (tabSession.read().email !== null) await put('behindProxy', behind);
    },

    async clear(): Promise<void> {
      await withTimeout(async () => (await table()).clear());
    },
  };
}

export const lastSession = createLastSession();
