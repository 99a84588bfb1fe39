/** What this tab remembers of its session: the chosen organization and who is signed in. */

const keys = {
  organization: 'organization',
  email: 'email',
  reloaded: 'reloaded',
  customerDue: 'customerDue',
  handshake: 'handshake',
} as const;

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

/** Whether this tab still owes the payment provider a customer; it is tried again at the next occasion. */
export const customerDue = {
  get: (): boolean => storage()?.getItem(keys.customerDue) === 'yes',
  set(due: boolean): void {
    if (due) storage()?.setItem(keys.customerDue, 'yes');
    else storage()?.removeItem(keys.customerDue);
  },
};

/** What this tab said when it sent somebody away to sign in; it is told once. */
export const handshake = {
  keep: (value: string): void => storage()?.setItem(keys.handshake, value),
  take(): string | null {
    const value = storage()?.getItem(keys.handshake) ?? null;
    storage()?.removeItem(keys.handshake);
    return value;
  },
};

/** Says yes once per reason in this tab: for a reload that must not become a loop. Without storage it says no. */
export function isFirstTime(reason: string): boolean {
  const store = storage();
  const key = `${keys.reloaded}/${reason}`;
  if (store?.getItem(key) !== null) return false;
  store.setItem(key, 'yes');
  return true;
}
