/** Queries and mutations of datasets. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  createDataset,
  deleteDataset,
  getDataset,
  listDatasets,
  patchDataset,
  type Dataset,
} from '@cloakroom/contract/datasets.ts';
import type { ListPage } from '@cloakroom/contract/list.ts';
import { deleteSchema } from '@cloakroom/contract/schemas.ts';
import { Failure } from '#src/shared/failure.ts';
import { call, list } from '#src/shared/http/call.ts';
import { maxPageSize } from '@cloakroom/client/paginate.ts';
import { fetchAllPages } from '#src/shared/http/fetchAllPages.ts';
import { sortByName } from '#src/shared/format/byName.ts';
import { sealedPersister } from '#src/shared/queries/persister.ts';
import { retryOptions } from '#src/shared/http/retry.ts';
import type { WithIdempotencyKey } from '#src/shared/queries/idempotency.ts';

export type NewDataset = z.input<typeof createDataset.body>;

export const datasetQueries = {
  all: ['datasets'] as const,

  /**
   * Every dataset of an organization with its number of schemas, by name. A long list shows its first page while the
   * others are fetched.
   */
  inOrganization: (organization: string) => {
    const queryKey = [...datasetQueries.all, 'of', organization] as const;
    return queryOptions({
      queryKey,
      queryFn: async ({ signal, client }) => {
        const query = { organization, expand: 'schema_count', limit: maxPageSize } as const;
        const page = (offset: number) => list(listDatasets, { query: { ...query, offset }, signal });
        const showFirstPage = (first: ListPage<Dataset>) =>
          client.setQueryData(
            queryKey,
            (cached: ListPage<Dataset> | undefined) => cached ?? sortByName(first),
          );
        return sortByName(await fetchAllPages(page, showFirstPage));
      },
      persister: sealedPersister,
    });
  },
  one: (id: string) =>
    queryOptions({
      queryKey: [...datasetQueries.all, 'one', id] as const,
      queryFn: ({ signal }) => call(getDataset, { params: { id }, signal }),
      persister: sealedPersister,
    }),
};

export const useDatasets = (organization: string) => useQuery(datasetQueries.inOrganization(organization));
export const useDataset = (id: string) => useQuery(datasetQueries.one(id));

/** Creates a dataset, and refetches the lists before it reports success. */
export function useCreateDataset() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (request: WithIdempotencyKey<NewDataset>) => call(createDataset, request),
    ...retryOptions,
    onSuccess: () => client.invalidateQueries({ queryKey: datasetQueries.all }),
  });
}

/** Changes a dataset, and refetches what shows it before it reports success. */
export function usePatchDataset(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (request: WithIdempotencyKey<z.input<typeof patchDataset.body>>) =>
      call(patchDataset, { ...request, params: { id } }),
    ...retryOptions,
    onSuccess: () => client.invalidateQueries({ queryKey: datasetQueries.all }),
  });
}

type DatasetContents = {
  /** The ids of its schemas. */
  schemas: readonly string[];
  /** Called with the number of deleted schemas. */
  onProgress: (done: number) => void;
};

/** Something that another person has deleted meanwhile is deleted. */
const ignoreMissing = (thrown: unknown): void => {
  if (Failure.from(thrown).code !== 'not-found') throw thrown;
};

/**
 * Deletes the schemas of a dataset with their records, then the dataset. The service removes the records in batches afterwards.
 * What was deleted before a failure stays deleted.
 */
export function useDeleteDataset(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ schemas, onProgress }: DatasetContents) => {
      for (const [done, schema] of schemas.entries()) {
        onProgress(done);
        await call(deleteSchema, { params: { id: schema }, query: { records: 'true' } }).catch(ignoreMissing);
      }
      onProgress(schemas.length);
      await call(deleteDataset, { params: { id } }).catch(ignoreMissing);
    },
    // Not the queries of the dataset and its schemas themselves: they would answer 404 while its page is being left.
    onSettled: (_, error) =>
      Promise.all([
        client.invalidateQueries({ queryKey: [...datasetQueries.all, 'of'] }),
        ...(error ? [client.invalidateQueries({ queryKey: ['schemas', 'in', id] })] : []),
        client.invalidateQueries({ queryKey: ['schemas', 'beside'] }),
        client.invalidateQueries({ queryKey: ['schemas', 'removals'] }),
      ]),
  });
}
