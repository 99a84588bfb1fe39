/** Queries for saved views, which the proxy opens. They are in memory only. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { deleteView, listViews, putView, type SavedView } from '@cloakroom/contract/savedViews.ts';
import { encodeShortId } from '@cloakroom/wire/shortId.ts';
import { call } from '#src/shared/http/call.ts';
import { retryTransient } from '#src/shared/http/retry.ts';

const viewsQuery = (schema: string) =>
  queryOptions({
    queryKey: ['saved views', schema],
    queryFn: ({ signal }) => call(listViews, { params: { id: schema }, signal }),
  });

/** The views of a schema, by name. @param enabled - whether the viewer may search it through a proxy. */
export const useSavedViews = (schema: string, enabled: boolean) =>
  useQuery({ ...viewsQuery(schema), enabled });

export const newViewId = (): string => encodeShortId(crypto.getRandomValues(new Uint8Array(16)));

export function useSaveView(schema: string) {
  const client = useQueryClient();
  const { queryKey } = viewsQuery(schema);
  return useMutation({
    mutationFn: ({ id, version, view }: { id: string; version: number; view: SavedView }) =>
      retryTransient(() => call(putView, { params: { id: schema, viewId: id }, body: { version, view } })),
    onSuccess: (saved) =>
      client.setQueryData(queryKey, (views) => [...(views ?? []).filter(({ id }) => id !== saved.id), saved]),
    // Also after a refusal: another version may be stored.
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}

export function useDeleteView(schema: string) {
  const client = useQueryClient();
  const { queryKey } = viewsQuery(schema);
  return useMutation({
    mutationFn: (id: string) => call(deleteView, { params: { id: schema, viewId: id } }),
    onSuccess: (_, deleted) =>
      client.setQueryData(queryKey, (views) => views?.filter(({ id }) => id !== deleted)),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
