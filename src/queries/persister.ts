/** Lets a query outlive a reload. Sealed and descriptive data only: nothing decrypted may be given this persister. */
import { experimental_createQueryPersister, type PersistedQuery } from '@tanstack/query-persist-client-core';
import { contractVersion } from '#contract/version.ts';
import { pages } from '#src/db/entries.ts';

const day = 24 * 60 * 60 * 1000;

export const { persisterFn: sealedPersister } = experimental_createQueryPersister<PersistedQuery>({
  storage: {
    getItem: async (key) => (await pages.get(key)) as PersistedQuery | undefined,
    setItem: (key, value) => pages.put(key, value),
    removeItem: (key) => pages.remove(key),
  },
  serialize: (query) => query,
  deserialize: (query) => query,
  buster: String(contractVersion),
  maxAge: 30 * day,
  // What was kept is shown at once, and asked for anew all the same: who reloads wants to see what is.
  refetchOnRestore: 'always',
});
