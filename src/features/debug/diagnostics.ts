/** Everything that /debug shows besides machines, as plain values for the page and for the report. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { contractVersion } from '@cloakroom/contract/version.ts';
import { build } from '#src/shared/build.ts';
import { config } from '#src/shared/config.ts';
import { debugQueries, type DatabaseSize } from './queries.ts';
import { databaseLabel, queryKeyText } from './queryKeyText.ts';

export type QueryInfo = {
  key: string;
  status: string;
  /** Seconds since the data arrived; null without data. */
  ageSeconds: number | null;
  observers: number;
};

/** The query cache without its data, and without the queries of /debug. */
export const queryInfo = (client: QueryClient): QueryInfo[] =>
  client
    .getQueryCache()
    .getAll()
    .filter(({ queryKey }) => queryKey[0] !== debugQueries.all[0])
    .map((query) => {
      const { status, fetchStatus, dataUpdatedAt } = query.state;
      return {
        key: queryKeyText(query.queryKey),
        status: [status, fetchStatus !== 'idle' && fetchStatus, query.isStale() && 'stale']
          .filter(Boolean)
          .join(', '),
        ageSeconds: dataUpdatedAt === 0 ? null : Math.round((Date.now() - dataUpdatedAt) / 1000),
        observers: query.getObserversCount(),
      };
    })
    .sort((a, b) => a.key.localeCompare(b.key));

type ServiceWorkerInfo = {
  /** `none` without a service worker. */
  worker: string;
  waiting: string;
  controls: boolean;
  caches: { name: string; entries: number }[];
};

/** The service worker and its caches. */
async function serviceWorkerInfo(): Promise<ServiceWorkerInfo> {
  const registration =
    'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration() : undefined;
  const names = 'caches' in globalThis ? await caches.keys() : [];
  return {
    worker: registration?.active?.state ?? registration?.installing?.state ?? 'none',
    waiting: registration?.waiting?.state ?? 'none',
    controls: Boolean(registration && navigator.serviceWorker.controller),
    caches: await Promise.all(
      names.map(async (name) => ({ name, entries: (await (await caches.open(name)).keys()).length })),
    ),
  };
}

export const serviceWorkerQuery = () =>
  queryOptions({
    queryKey: [...debugQueries.all, 'shell'] as const,
    queryFn: serviceWorkerInfo,
    gcTime: 0,
    retry: false,
    refetchInterval: 5000,
  });

/** `bytes` is an estimate; `rows` and `bytes` are null if the database can't be opened. */
type TableInfo = { database: string; table: string; rows: number | null; bytes: number | null };

export const tableInfo = (databases: readonly DatabaseSize[]): TableInfo[] =>
  databases.flatMap(({ name, tables }): TableInfo[] => {
    const database = databaseLabel(name);
    if (!tables) return [{ database, table: 'can’t be opened', rows: null, bytes: null }];
    return tables.map(({ name: table, rows, bytes }) => ({ database, table, rows, bytes }));
  });

export const versions = () => ({
  product: config.productName,
  version: build.version || 'development',
  build: build.id || 'development',
  contract: contractVersion,
  browser: navigator.userAgent,
});
