/** Who was last here, and where: what a fresh tab goes by while nobody can be asked. Signing out deletes it. */
import { withTimeout } from './withTimeout.ts';
import { tabSession } from './session.ts';

/** The user as the service last told, in which session and when (in milliseconds since 1970), and the organization that was worked in. */
type LastHere = { user: unknown; mark: string; at: number; organization: string | null };

const facts = async () => (await (await import('./db.ts')).lastSessionDatabase()).facts;
const keep = (key: string, value: unknown) => withTimeout(async () => (await facts()).put({ key, value }));

/** The last session in the local database, and when this page last knew it to be true. */
function createLastSession() {
  let asOf = Date.now();
  return {
    /** Who it was; undefined when nobody, or when the database doesn't say within a second. */
    async last(): Promise<LastHere | undefined> {
      const [person, organization] =
        (await withTimeout(async () => (await facts()).bulkGet(['person', 'organization']))) ?? [];
      if (!person) return undefined;
      const told = person.value as Omit<LastHere, 'organization'>;
      asOf = told.at;
      return { ...told, organization: (organization?.value ?? null) as string | null };
    },
    /** The service has told. @param mark - of the session, unlike any other's. */
    async keepPerson(user: unknown, mark: string): Promise<void> {
      asOf = Date.now();
      await keep('person', { user, mark, at: asOf });
    },
    async keepOrganization(id: string | null): Promise<void> {
      await keep('organization', id);
    },
    /** When the service told who is here, as far as this page knows. */
    asOf: (): number => asOf,

    /** Whether a proxy answered at this address when anybody last did; undefined when that isn't known. */
    async behindProxy(): Promise<boolean | undefined> {
      const stored = await withTimeout(async () => (await facts()).get('behindProxy'));
      return stored?.value as boolean | undefined;
    },
    /** While nobody is here nothing is kept. */
    async keepBehindProxy(behind: boolean): Promise<void> {
      if (tabSession.read().email !== null) await keep('behindProxy', behind);
    },

    /** Nobody is, the service says. */
    async forget(): Promise<void> {
      await withTimeout(async () => (await facts()).clear());
    },
  };
}

export const lastSession = createLastSession();
