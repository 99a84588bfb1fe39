/** A schema's uploads, for its data owners. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { deleteUpload, listUploads, type Upload } from '@cloakroom/contract/uploads.ts';
import { call } from '#src/shared/http/call.ts';
import { list } from '#src/shared/http/list.ts';
import type { ShownPage } from '#src/shared/listPages.ts';
import { recordQueries, invalidateRecords } from '#src/features/records/index.ts';

/** Milliseconds between two questions how far a deletion is. */
const pollIntervalMs = 1_000;

const uploadQueries = {
  page: (schema: string, page: ShownPage) =>
    queryOptions({
      // Under the schema's records: what changes them changes its uploads.
      queryKey: [...recordQueries.of(schema), 'uploads', page] as const,
      queryFn: ({ signal }) => list(listUploads, { query: { schema, ...page }, signal }),
      refetchInterval: ({ state }) =>
        state.data?.items.some(({ removing }) => removing > 0) ? pollIntervalMs : false,
    }),
};

/** One page of a schema's uploads, newest first. Asked for again while one of them is being deleted. */
export const useUploads = (schema: string, page: ShownPage) => useQuery(uploadQueries.page(schema, page));

/** Deletes an upload with all its records. What is shown of the schema is brought up to date before it reports success. */
export function useDeleteUpload(schema: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Upload) => call(deleteUpload, { params: { id }, query: { schema } }),
    onSuccess: () => invalidateRecords(client, schema),
  });
}
