/** The session storage of this tab: the user, the selected organization, and a few flags. */

const keys = {
  organization: 'organization',
  email: 'email',
  reloaded: 'reloaded',
  customerDue: 'customerDue',
  handshake: 'handshake',
} as const;

/** Null if the browser denies storage; then nothing is stored. */
function storage(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

type TabSession = { email: string | null; organization: string | null };

export const tabSession = {
  read: (): TabSession => ({
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

/** Whether the customer at the payment provider still has to be created. */
export const billingCustomerPending = {
  get: (): boolean => storage()?.getItem(keys.customerDue) === 'yes',
  set(pending: boolean): void {
    if (pending) storage()?.setItem(keys.customerDue, 'yes');
    else storage()?.removeItem(keys.customerDue);
  },
};

/** The state of a sign-in with another provider; read once. */
export const oauthState = {
  set: (value: string): void => storage()?.setItem(keys.handshake, value),
  take(): string | null {
    const value = storage()?.getItem(keys.handshake) ?? null;
    storage()?.removeItem(keys.handshake);
    return value;
  },
};

/** True once per reason in this tab, so that a reload does not become a loop. Always false without storage. */
export function isFirstTime(reason: string): boolean {
  const store = storage();
  const key = `${keys.reloaded}/${reason}`;
  if (store?.getItem(key) !== null) return false;
  store.setItem(key, 'yes');
  return true;
}
