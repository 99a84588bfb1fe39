/** A schema's uploads, for its data owners. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { countRecordForms } from '@cloakroom/contract/schemas.ts';
import { listStaleGroups } from '@cloakroom/contract/segments.ts';
import { deleteUpload, listUploads, type Upload } from '@cloakroom/contract/uploads.ts';
import { call, list } from '#src/shared/http/call.ts';
import type { ListRange } from '#src/shared/listPages.ts';
import { pollInterval } from '#src/shared/queries/polling.ts';
import { recordQueries, invalidateRecords } from '#src/features/records/index.ts';

const uploadQueries = {
  page: (schema: string, page: ListRange) =>
    queryOptions({
      // Under the key of the schema's records, so that both are invalidated together.
      queryKey: [...recordQueries.of(schema), 'uploads', page] as const,
      queryFn: ({ signal }) => list(listUploads, { query: { schema, ...page }, signal }),
      refetchInterval: ({ state }) =>
        state.data?.items.some(({ removing }) => removing > 0) ? pollInterval.ms : false,
    }),
  staleGroups: (schema: string) =>
    queryOptions({
      queryKey: [...recordQueries.of(schema), 'stale groups'] as const,
      queryFn: ({ signal }) => call(listStaleGroups, { query: { schema }, signal }),
      refetchInterval: ({ state }) => (state.data?.length ? pollInterval.ms : false),
    }),
  recordForms: (schema: string) =>
    queryOptions({
      queryKey: [...recordQueries.of(schema), 'record forms'] as const,
      queryFn: ({ signal }) => call(countRecordForms, { params: { id: schema }, signal }),
      refetchInterval: ({ state }) => (state.data?.one_by_one ? pollInterval.ms : false),
    }),
};

/** How many records are sealed in groups, and how many still one by one. Polls while there are some of the latter. */
export const useRecordForms = (schema: string) => useQuery(uploadQueries.recordForms(schema));

/** Groups of records that still have values of deleted ones, the oldest first. Polls while there are some. */
export const useStaleGroups = (schema: string) => useQuery(uploadQueries.staleGroups(schema));

/** One page of a schema's uploads, newest first. Polls while one of them is being deleted. */
export const useUploads = (schema: string, page: ListRange) => useQuery(uploadQueries.page(schema, page));

/** Deletes an upload with all its records. Resolves after the queries that show them are refetched. */
export function useDeleteUpload(schema: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Upload) => call(deleteUpload, { params: { id }, query: { schema } }),
    onSuccess: () => invalidateRecords(client, schema),
  });
}
