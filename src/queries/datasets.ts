/** Datasets. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { createDataset, getDataset, listDatasets } from '#contract/datasets.ts';
import { call } from '#src/api/call.ts';
import { list } from '#src/api/list.ts';
import { byName } from '#src/lib/byName.ts';
import { sealedPersister } from './persister.ts';

export type NewDataset = z.input<typeof createDataset.body>;

const most = 1000;

export const datasetQueries = {
  all: ['datasets'] as const,

  /** Every dataset of an organization, by name. */
  of: (organization: string) =>
    queryOptions({
      queryKey: [...datasetQueries.all, 'of', organization] as const,
      queryFn: ({ signal }) => list(listDatasets, { query: { organization, limit: most }, signal }),
      persister: sealedPersister,
      select: byName,
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: [...datasetQueries.all, 'one', id] as const,
      queryFn: ({ signal }) => call(getDataset, { params: { id }, signal }),
      persister: sealedPersister,
    }),
};

export const useDatasets = (organization: string) => useQuery(datasetQueries.of(organization));
export const useDataset = (id: string) => useQuery(datasetQueries.one(id));

/** Makes a dataset and brings the lists up to date before it reports success. */
export function useCreateDataset() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewDataset) => call(createDataset, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: datasetQueries.all }),
  });
}
