/** Schemas and their teams. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { createSchema, getSchema, listSchemas } from '#contract/schemas.ts';
import { listSchemaTeams } from '#contract/teams.ts';
import { call } from '#src/api/call.ts';
import { list } from '#src/api/list.ts';
import { byName } from '#src/lib/byName.ts';
import { sealedPersister } from './persister.ts';

export type NewSchema = z.input<typeof createSchema.body>;

const most = 1000;

export const schemaQueries = {
  all: ['schemas'] as const,

  /** Every schema of an organization, by name. */
  of: (organization: string) =>
    queryOptions({
      queryKey: [...schemaQueries.all, 'of', organization] as const,
      queryFn: ({ signal }) => list(listSchemas, { query: { organization, limit: most }, signal }),
      persister: sealedPersister,
      select: byName,
    }),
  inDataset: (dataset: string) =>
    queryOptions({
      queryKey: [...schemaQueries.all, 'in', dataset] as const,
      queryFn: ({ signal }) => list(listSchemas, { query: { dataset, limit: most }, signal }),
      persister: sealedPersister,
      select: byName,
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: [...schemaQueries.all, 'one', id] as const,
      queryFn: ({ signal }) => call(getSchema, { params: { id }, signal }),
      persister: sealedPersister,
    }),
  /** Its teams with their members, the data owners first. */
  teams: (id: string) =>
    queryOptions({
      queryKey: [...schemaQueries.all, 'one', id, 'teams'] as const,
      queryFn: ({ signal }) =>
        list(listSchemaTeams, { params: { id }, query: { expand: 'members' }, signal }),
      persister: sealedPersister,
    }),
};

export const useSchemas = (organization: string) => useQuery(schemaQueries.of(organization));
export const useSchemasIn = (dataset: string) => useQuery(schemaQueries.inDataset(dataset));
export const useSchema = (id: string) => useQuery(schemaQueries.one(id));
export const useSchemaTeams = (id: string) => useQuery(schemaQueries.teams(id));

/** Makes a schema and brings the lists up to date before it reports success. */
export function useCreateSchema() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewSchema) => call(createSchema, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: schemaQueries.all }),
  });
}
