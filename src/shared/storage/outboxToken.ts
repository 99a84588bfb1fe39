/** What opens the outbox of this machine: from the address that was printed when the programs started. A sign-out deletes it. */

const key = 'outbox';

/** Storage may be forbidden altogether; then the printed address works alone. */
function storage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/** The token in local storage, or in memory where storage is forbidden. */
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
