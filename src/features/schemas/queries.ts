/** Queries and mutations of schemas. */
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { listSchemaRemovals } from '@cloakroom/contract/schemaRemovals.ts';
import { createSchema, deleteSchema, getSchema, listSchemas } from '@cloakroom/contract/schemas.ts';
import { call, list } from '#src/shared/http/call.ts';
import { maxPageSize } from '@cloakroom/client/paginate.ts';
import { fetchAllPages } from '#src/shared/http/fetchAllPages.ts';
import { sortByName } from '#src/shared/format/byName.ts';
import { datasetQueries } from '#src/features/datasets/index.ts';
import { sealedPersister } from '#src/shared/queries/persister.ts';
import { pollInterval } from '#src/shared/queries/polling.ts';
import { retryOptions } from '#src/shared/http/retry.ts';
import type { WithIdempotencyKey } from '#src/shared/queries/idempotency.ts';

export type NewSchema = z.input<typeof createSchema.body>;

export const schemaQueries = {
  all: ['schemas'] as const,

  /** Every schema of a dataset, by name. */
  inDataset: (dataset: string) =>
    queryOptions({
      queryKey: [...schemaQueries.all, 'in', dataset] as const,
      queryFn: async ({ signal }) => {
        const query = { dataset, limit: maxPageSize };
        return sortByName(
          await fetchAllPages((offset) => list(listSchemas, { query: { ...query, offset }, signal })),
        );
      },
      persister: sealedPersister,
    }),
  /** The schemas of several datasets, by dataset; an empty list for a dataset whose request fails. */
  inDatasets: (datasets: readonly string[]) =>
    queryOptions({
      queryKey: [...schemaQueries.all, 'beside', ...datasets] as const,
      queryFn: async ({ client }) => {
        const lists = datasets.map(async (id) => {
          const found = await client.query(schemaQueries.inDataset(id)).catch(() => undefined);
          return [id, found?.items ?? []] as const;
        });
        return new Map(await Promise.all(lists));
      },
      enabled: datasets.length > 0,
      placeholderData: keepPreviousData,
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: [...schemaQueries.all, 'one', id] as const,
      queryFn: ({ signal }) => call(getSchema, { params: { id }, signal }),
      persister: sealedPersister,
    }),
  /** The deleted schemas of an organization that are still being removed. Polls while there are some. */
  removals: (organization: string) =>
    queryOptions({
      queryKey: [...schemaQueries.all, 'removals', organization] as const,
      queryFn: ({ signal }) => call(listSchemaRemovals, { params: { id: organization }, signal }),
      refetchInterval: ({ state }) => (state.data?.length ? pollInterval.ms : false),
    }),
};

export const useSchemasIn = (dataset: string) =>
  useQuery({ ...schemaQueries.inDataset(dataset), enabled: dataset !== '' });
export const useSchemasInAll = (datasets: readonly string[]) => useQuery(schemaQueries.inDatasets(datasets));
export const useSchemaRemovals = (organization: string) => useQuery(schemaQueries.removals(organization));
export const useSchema = (id: string) => useQuery(schemaQueries.one(id));

/** Creates a schema, and refetches the lists before it reports success. */
export function useCreateSchema() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (request: WithIdempotencyKey<NewSchema>) => call(createSchema, request),
    ...retryOptions,
    // Datasets include the number of their schemas.
    onSuccess: () =>
      Promise.all(
        [schemaQueries.all, datasetQueries.all].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
}

/** Deletes a schema with all its records, and refetches the lists before it reports success. */
export function useDeleteSchema() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(deleteSchema, { params: { id }, query: { records: 'true' } }),
    onSuccess: async (_, id) => {
      // Removed instead of invalidated: a refetch would receive a 404 while the schema's page is being left.
      client.removeQueries({ queryKey: schemaQueries.one(id).queryKey, exact: true, type: 'inactive' });
      await Promise.all([
        client.invalidateQueries({ queryKey: [...schemaQueries.all, 'in'] }),
        client.invalidateQueries({ queryKey: [...schemaQueries.all, 'beside'] }),
        client.invalidateQueries({ queryKey: [...schemaQueries.all, 'removals'] }),
        client.invalidateQueries({ queryKey: datasetQueries.all }),
      ]);
    },
  });
}
