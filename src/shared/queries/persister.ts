/** Lets a query outlive a reload. Sealed and descriptive data only: nothing decrypted may be given this persister. */
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
  // Done below: the library leaves a refusal to nobody, and the page takes it for an error of its own.
  refetchOnRestore: false,
});

/** What was kept is shown at once, and asked for anew all the same: who reloads wants to see what is. */
export const sealedPersister: typeof persisterFn = async (queryFn, context, query) => {
  const way = { asked: false };
  const ask: typeof queryFn = (given) => {
    way.asked = true;
    return queryFn(given);
  };
  const data = await persisterFn(ask, context, query);
  // The query itself tells why it failed.
  if (!way.asked) notifyManager.schedule(() => void query.fetch().catch(() => undefined));
  return data;
};
