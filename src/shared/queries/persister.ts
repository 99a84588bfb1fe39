/** Persists queries of sealed and descriptive data. Never use it for decrypted data. */
import { experimental_createQueryPersister, type PersistedQuery } from '@tanstack/query-persist-client-core';
import { notifyManager } from '@tanstack/react-query';
import { contractVersion } from '@cloakroom/contract/version.ts';
import { localCache } from '#src/shared/storage/localCache.ts';

const dayMs = 24 * 60 * 60 * 1000;

const { persisterFn } = experimental_createQueryPersister<PersistedQuery>({
  storage: {
    getItem: async (key) => (await localCache.get(key)) as PersistedQuery | undefined,
    setItem: (key, value) => localCache.put(key, value),
    removeItem: (key) => localCache.remove(key),
  },
  serialize: (query) => query,
  deserialize: (query) => query,
  buster: String(contractVersion),
  maxAge: 30 * dayMs,
  // Refetched below, because the library leaves the rejection unhandled.
  refetchOnRestore: false,
});

/** Shows persisted data immediately, and always refetches it. */
export const sealedPersister: typeof persisterFn = async (queryFn, context, query) => {
  const request = { sent: false };
  const fetchData: typeof queryFn = (queryContext) => {
    request.sent = true;
    return queryFn(queryContext);
  };
  const data = await persisterFn(fetchData, context, query);
  // Errors are in the state of the query.
  if (!request.sent) notifyManager.schedule(() => void query.fetch().catch(() => undefined));
  return data;
};
