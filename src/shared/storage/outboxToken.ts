/** The token for the mail outbox of this machine, from the address printed at start. Deleted by signing out. */
import { createStore } from './webStorage.ts';

const store = createStore(() => localStorage);
const key = 'outbox';

export const outboxToken = {
  get: (): string => store.get(key) ?? '',
  set: (token: string): void => store.set(key, token),
  clear: (): void => store.remove(key),
};
