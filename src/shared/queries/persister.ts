/** Persists queries of sealed and descriptive data. Never use it for decrypted data. */
import { experimental_createQueryPersister, type PersistedQuery } from '@tanstack/query-persist-client-core';
import { notifyManager } from '@tanstack/react-query';
import { contractVersion } from '@cloakroom/contract/version.ts';
import { pages } from '#src/shared/storage/entries.ts';

const day = 24 * 60 * 60 * 1000;

const { persisterFn } = experimental_createQueryPersister<PersistedQuery>({
  storage: {
    getItem: async (key) => (await pages.get(key)) as PersistedQuery | undefined,
    setItem: (key, value) => pages.put(key, value),
    removeItem: (key) => pages.remove(key),
  },
  serialize: (query) => query,
  deserialize: (query) => query,
  buster: String(contractVersion),
  maxAge: 30 * day,
  // Done below: the library leaves the rejection unhandled.
  refetchOnRestore: false,
});

/** Shows persisted data at once and always refetches them. */
export const sealedPersister: typeof persisterFn = async (queryFn, context, query) => {
  const way = { asked: false };
  const ask: typeof queryFn = (given) => {
    way.asked = true;
    return queryFn(given);
  };
  const data = await persisterFn(ask, context, query);
  // Errors are in the state of the query.
  if (!way.asked) notifyManager.schedule(() => void query.fetch().catch(() => undefined));
  return data;
};
