/** The token for the mail outbox of this machine, from the address printed at start. Deleted by signing out. */

const key = 'outbox';

/** Null if the browser denies storage. */
function storage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/** The token in local storage or, without one, in memory. */
function createOutboxToken() {
  let last = '';
  return {
    get: (): string => storage()?.getItem(key) ?? last,
    keep(token: string): void {
      last = token;
      storage()?.setItem(key, token);
    },
    clear(): void {
      last = '';
      storage()?.removeItem(key);
    },
  };
}

export const outboxToken = createOutboxToken();
