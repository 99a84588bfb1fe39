/** What this tab remembers of its session: the chosen organization and who is signed in. */

const keys = { organization: 'organization', email: 'email', reloaded: 'reloaded' } as const;

/** Storage may be forbidden altogether; then nothing is remembered and nothing breaks. */
function storage(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

export type Remembered = { email: string | null; organization: string | null };

export const tabSession = {
  read: (): Remembered => ({
    email: storage()?.getItem(keys.email) ?? null,
    organization: storage()?.getItem(keys.organization) ?? null,
  }),
  write({ email, organization }: { email: string; organization: string | null }): void {
    storage()?.setItem(keys.email, email);
    if (organization === null) storage()?.removeItem(keys.organization);
    else storage()?.setItem(keys.organization, organization);
  },
  clear: (): void => storage()?.clear(),
};

/** Says yes once per reason in this tab: for a reload that must not become a loop. Without storage it says no. */
export function firstTime(reason: string): boolean {
  const store = storage();
  if (!store || store.getItem(keys.reloaded) === reason) return false;
  store.setItem(keys.reloaded, reason);
  return true;
}
