/** Queries for sealed records. Decrypted values are never cached. */
import {
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
  useQueries,
} from '@tanstack/react-query';
import {
  canDecrypt,
  deleteRecords,
  listRecords,
  type Filter,
  type SealedRecord,
} from '@cloakroom/contract/records.ts';
import { call } from '#src/shared/http/call.ts';
import { listPage, searchPage, type RecordPageQuery, type RecordPage } from '#src/shared/http/recordPages.ts';
import { sealedPersister } from '#src/shared/queries/persister.ts';

export type RecordsRequest = RecordPageQuery & {
  filters: Filter[];
  /** A number field; a leading minus reverses the order. */
  order_by?: string;
};

/**
 * Searches behind a proxy; lists without one, which ignores filters. The choice doesn't depend on a response: the service
 * must not be able to turn a search into a list.
 */
const fetchPage = (
  { filters, order_by, ...range }: RecordsRequest,
  behindProxy: boolean,
  signal: AbortSignal,
): Promise<RecordPage> =>
  behindProxy
    ? searchPage({ ...range, filters, ...(order_by !== undefined && { order_by }) }, signal)
    : listPage(range, signal);

/** Whether the filters can be applied: an unfiltered list is never shown under filters. */
export const canAnswerFilters = (
  { filters }: Pick<RecordsRequest, 'filters'>,
  behindProxy: boolean | undefined,
) => behindProxy === true || filters.length === 0;

const isSame = (one: readonly Filter[], other: readonly Filter[]) =>
  JSON.stringify(one) === JSON.stringify(other);

export const recordQueries = {
  all: ['records'] as const,
  of: (schema: string) => [...recordQueries.all, schema] as const,

  /**
   * One page. It is persisted only without filters, because their values are plain text.
   * Order is part of the key only behind the proxy, which applies it.
   */
  page: (request: RecordsRequest, behindProxy: boolean | undefined) => {
    const { schema, limit, offset, filters } = request;
    const effective: RecordsRequest = behindProxy ? request : { schema, limit, offset, filters };
    return queryOptions<RecordPage>({
      queryKey: [...recordQueries.of(request.schema), 'page', effective],
      queryFn: ({ signal }) => fetchPage(effective, behindProxy === true, signal),
      enabled: behindProxy !== undefined && canAnswerFilters(request, behindProxy),
      // The previous page stays until the next one is loaded, unless the schema or the filters differ.
      placeholderData: (previous, query) =>
        query?.queryKey[1] === request.schema &&
        isSame((query.queryKey[3] as RecordsRequest).filters, filters)
          ? previous
          : undefined,
      ...(effective.filters.length === 0 && { persister: sealedPersister }),
    });
  },

  /** The number of records of a schema. */
  count: (schema: string) =>
    queryOptions({
      queryKey: [...recordQueries.of(schema), 'count'],
      queryFn: async ({ signal }) => {
        const reply = await call(listRecords, { query: { schema, count_only: 'true' }, signal });
        return 'count' in reply ? reply.count : reply.length;
      },
    }),

  canDecryptKey: (schema: string) => [...recordQueries.of(schema), 'can-decrypt'] as const,
  /** Whether the user may decrypt this record with this proxy's keys. */
  canDecrypt: (schema: string, first: SealedRecord | undefined, behindProxy: boolean) =>
    queryOptions({
      queryKey: recordQueries.canDecryptKey(schema),
      queryFn: async ({ signal }) => {
        if (!first) return false;
        const { id, schema: link, data } = first;
        return (await call(canDecrypt, { body: { id, schema: link, data }, signal })).can_decrypt;
      },
      enabled: behindProxy && first !== undefined,
    }),
};

export const useRecordPage = (request: RecordsRequest, behindProxy: boolean | undefined) =>
  useQuery(recordQueries.page(request, behindProxy));

/** Undefined until it is loaded. */
export const useCanDecrypt = (schema: string, first: SealedRecord | undefined, behindProxy: boolean) =>
  useQuery(recordQueries.canDecrypt(schema, first, behindProxy)).data;

/** Fails for users who may not search. */
export const useRecordCount = (schema: string) => useQuery(recordQueries.count(schema));

/** The numbers of records of several schemas; undefined until one is known. */
export const useRecordCounts = (schemas: readonly string[]): (number | undefined)[] =>
  useQueries({
    queries: schemas.map((schema) => recordQueries.count(schema)),
    combine: (results) => results.map(({ data }) => data),
  });

/** Call after the records of a schema have changed. */
export const invalidateRecords = (client: QueryClient, schema: string) =>
  client.invalidateQueries({ queryKey: recordQueries.of(schema) });

/** Deletes up to 100 records of one schema, all or none. Resolves after the queries that show them are refetched. */
export function useDeleteRecords(schema: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string[]) => call(deleteRecords, { query: { id, schema } }),
    onSuccess: () => invalidateRecords(client, schema),
  });
}
