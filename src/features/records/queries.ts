/** Records, sealed: opened values never come near a cache. [Way 7/8] */
import { queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import {
  canDecrypt,
  deleteRecords,
  listRecords,
  type Filter,
  type SealedRecord,
} from '@cloakroom/contract/records.ts';
import { call } from '#src/shared/http/call.ts';
import { listPage, searchPage, type PageWanted, type RecordPage } from '#src/shared/http/recordPages.ts';
import { sealedPersister } from '#src/shared/queries/persister.ts';

export type RecordsWanted = PageWanted & {
  filters: Filter[];
  /** A number field, or with a minus in front its reverse. */
  order_by?: string;
};

/**
 * Searches behind a proxy. Where the page was opened without one, lists, which answers no filters. What is asked is decided before
 * the call: the status of an answer is the service's word, and never turns a search into a list.
 */
const page = (
  { filters, order_by, ...place }: RecordsWanted,
  behindProxy: boolean,
  signal: AbortSignal,
): Promise<RecordPage> =>
  behindProxy
    ? searchPage({ ...place, filters, ...(order_by !== undefined && { order_by }) }, signal)
    : listPage(place, signal);

/** Whether filters can be answered at all: a list stands under no filter that it doesn't answer. */
export const canAnswerFilters = (
  { filters }: Pick<RecordsWanted, 'filters'>,
  behindProxy: boolean | undefined,
) => behindProxy === true || filters.length === 0;

const isSame = (one: readonly Filter[], other: readonly Filter[]) =>
  JSON.stringify(one) === JSON.stringify(other);

export const recordQueries = {
  all: ['records'] as const,
  of: (schema: string) => [...recordQueries.all, schema] as const,

  /**
   * One page. Without filters it outlives a reload; with them it doesn't, because what somebody looks for is plain text.
   * Order is part of the key only behind the proxy, where it counts.
   */
  page: (wanted: RecordsWanted, behindProxy: boolean | undefined) => {
    const { schema, limit, offset, filters } = wanted;
    const effective: RecordsWanted = behindProxy ? wanted : { schema, limit, offset, filters };
    return queryOptions<RecordPage>({
      queryKey: [...recordQueries.of(wanted.schema), 'page', effective],
      queryFn: ({ signal }) => page(effective, behindProxy === true, signal),
      enabled: behindProxy !== undefined && canAnswerFilters(wanted, behindProxy),
      // The page before stays until the next one is here, but never under another schema's columns or under other filters.
      placeholderData: (before, query) =>
        query?.queryKey[1] === wanted.schema && isSame((query.queryKey[3] as RecordsWanted).filters, filters)
          ? before
          : undefined,
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
export const invalidateRecords = (client: QueryClient, schema: string) =>
  client.invalidateQueries({ queryKey: recordQueries.of(schema) });

/** Deletes records of one schema, all of them or none: at most 100. What is shown of them is brought up to date before it reports success. */
export function useDeleteRecords(schema: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string[]) => call(deleteRecords, { query: { id, schema } }),
    onSuccess: () => invalidateRecords(client, schema),
  });
}
