/** What /debug says of everything but machines: each as a plain value, for the page and for the report. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { contractVersion } from '@cloakroom/contract/version.ts';
import { build } from '#src/lib/build.ts';
import { config } from '#src/lib/config.ts';
import { debugQueries, type DatabaseSize } from '#src/queries/debug.ts';
import { databaseWords, keyWords } from './keyWords.ts';

export type QueryFact = {
  key: string;
  status: string;
  /** Seconds since the data came; null while there are none. */
  age: number | null;
  observers: number;
};

/** The query cache without any of its data, and without this page's own. */
export const queryFacts = (client: QueryClient): QueryFact[] =>
  client
    .getQueryCache()
    .getAll()
    .filter(({ queryKey }) => queryKey[0] !== debugQueries.all[0])
    .map((query) => {
      const { status, fetchStatus, dataUpdatedAt } = query.state;
      return {
        key: keyWords(query.queryKey),
        status: [status, fetchStatus !== 'idle' && fetchStatus, query.isStale() && 'stale']
          .filter(Boolean)
          .join(', '),
        age: dataUpdatedAt === 0 ? null : Math.round((Date.now() - dataUpdatedAt) / 1000),
        observers: query.getObserversCount(),
      };
    })
    .sort((a, b) => a.key.localeCompare(b.key));

type ShellFacts = {
  /** `none` where there is no service worker, or none can be. */
  worker: string;
  waiting: string;
  controls: boolean;
  caches: { name: string; entries: number }[];
};

/** The service worker and what it keeps. */
async function shellFacts(): Promise<ShellFacts> {
  const shell = 'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration() : undefined;
  const names = 'caches' in globalThis ? await caches.keys() : [];
  return {
    worker: shell?.active?.state ?? shell?.installing?.state ?? 'none',
    waiting: shell?.waiting?.state ?? 'none',
    controls: Boolean(shell && navigator.serviceWorker.controller),
    caches: await Promise.all(
      names.map(async (name) => ({ name, entries: (await (await caches.open(name)).keys()).length })),
    ),
  };
}

export const shellQuery = () =>
  queryOptions({
    queryKey: [...debugQueries.all, 'shell'] as const,
    queryFn: shellFacts,
    gcTime: 0,
    retry: false,
    refetchInterval: 5000,
  });

/** Sizes are estimates, in bytes; rows and size are null where a database doesn't open. */
type TableFact = { database: string; table: string; rows: number | null; bytes: number | null };

export const tableFacts = (databases: readonly DatabaseSize[]): TableFact[] =>
  databases.flatMap(({ name, tables }): TableFact[] => {
    const database = databaseWords(name);
    if (!tables) return [{ database, table: 'does not open', rows: null, bytes: null }];
    return tables.map(({ name: table, rows, bytes }) => ({ database, table, rows, bytes }));
  });

export const versions = () => ({
  product: config.productName,
  version: build.version || 'development',
  build: build.id || 'development',
  contract: contractVersion,
  browser: navigator.userAgent,
});
