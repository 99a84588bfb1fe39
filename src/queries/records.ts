/** Records, sealed: opened values never come near a cache. [Way 7/8] */
import { queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { canDecrypt, deleteRecords, listRecords, type Filter, type SealedRecord } from '#contract/records.ts';
import { call } from '#src/api/call.ts';
import { listPage, searchPage, type PageWanted, type RecordPage } from '#src/api/recordPages.ts';
import { Failure } from '#src/lib/failure.ts';
import { sealedPersister } from './persister.ts';

export type RecordsWanted = PageWanted & {
  filters: Filter[];
  /** A number field, or with a minus in front its reverse. */
  order_by?: string;
};

/** Search; where that isn't available, list, which knows no filters. */
async function page(wanted: RecordsWanted, behindProxy: boolean, signal: AbortSignal): Promise<RecordPage> {
  const { filters, order_by, ...place } = wanted;
  if (!behindProxy) return listPage(place, signal);
  try {
    return await searchPage({ ...place, filters, ...(order_by !== undefined && { order_by }) }, signal);
  } catch (thrown) {
    if (Failure.from(thrown).status !== 405) throw thrown;
    console.info('POST /api/records/search/ is not available on API; listing without filters.');
    return listPage(place, signal);
  }
}

export const recordQueries = {
  all: ['records'] as const,
  of: (schema: string) => [...recordQueries.all, schema] as const,

  /**
   * One page. Without filters it outlives a reload; with them it doesn't, because what somebody looks for is plain text.
   * Filters and order are part of the key only behind the proxy, where they count.
   */
  page: (wanted: RecordsWanted, behindProxy: boolean | undefined) => {
    const { schema, limit, offset } = wanted;
    const effective: RecordsWanted = behindProxy ? wanted : { schema, limit, offset, filters: [] };
    return queryOptions<RecordPage>({
      queryKey: [...recordQueries.of(wanted.schema), 'page', effective],
      queryFn: ({ signal }) => page(effective, behindProxy === true, signal),
      enabled: behindProxy !== undefined,
      // The page before stays until the next one is here, but never under another schema's columns.
      placeholderData: (before, query) => (query?.queryKey[1] === wanted.schema ? before : undefined),
      ...(effective.filters.length === 0 && { persister: sealedPersister }),
    });
  },

  /** How many records a schema holds. */
  count: (schema: string) =>
    queryOptions({
      queryKey: [...recordQueries.of(schema), 'count'],
      queryFn: async ({ signal }) => {
        const answer = await call(listRecords, { query: { schema, count_only: 'true' }, signal });
        return 'count' in answer ? answer.count : answer.length;
      },
    }),

  mayDecrypt: (schema: string) => [...recordQueries.of(schema), 'can-decrypt'] as const,
  /** Whether this person, with this proxy's keys, may open such a record. */
  canDecrypt: (schema: string, first: SealedRecord | undefined, behindProxy: boolean) =>
    queryOptions({
      queryKey: recordQueries.mayDecrypt(schema),
      queryFn: async ({ signal }) => {
        if (!first) return false;
        const { id, schema: link, data } = first;
        return (await call(canDecrypt, { body: { id, schema: link, data }, signal })).can_decrypt;
      },
      enabled: behindProxy && first !== undefined,
    }),
};

export const useRecordPage = (wanted: RecordsWanted, behindProxy: boolean | undefined) =>
  useQuery(recordQueries.page(wanted, behindProxy));

/** Undefined until it is known. */
export const useCanDecrypt = (schema: string, first: SealedRecord | undefined, behindProxy: boolean) =>
  useQuery(recordQueries.canDecrypt(schema, first, behindProxy)).data;

/** Unknown to those who may not search. */
export const useRecordCount = (schema: string) => useQuery(recordQueries.count(schema));

/** Call when a schema has got new records. */
export const recordsChanged = (client: QueryClient, schema: string) =>
  client.invalidateQueries({ queryKey: recordQueries.of(schema) });

/** Deletes records of one schema, all of them or none: at most 100. What is shown of them is brought up to date before it reports success. */
export function useDeleteRecords(schema: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string[]) => call(deleteRecords, { query: { id, schema } }),
    onSuccess: () => recordsChanged(client, schema),
  });
}
