/** Queries and mutations of changes of a definition. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { JsonSchema } from '@cloakroom/contract/fields.ts';
import {
  cancelDefinitionJob,
  checkDefinition,
  getDefinitionJob,
  patchSchema,
} from '@cloakroom/contract/schemaChange.ts';
import { schemaQueries } from '#src/features/schemas/index.ts';
import { call } from '#src/shared/http/call.ts';
import { pollInterval } from '#src/shared/queries/polling.ts';

export const definitionQueries = {
  /** Whether a schema has records: without any, every change is possible. */
  check: (id: string, schema: JsonSchema) =>
    queryOptions({
      queryKey: [...schemaQueries.all, 'check', id, schema] as const,
      queryFn: ({ signal }) => call(checkDefinition, { params: { id }, body: { schema }, signal }),
    }),
  /** The running or last change of this person at the proxy. */
  job: (id: string) =>
    queryOptions({
      queryKey: [...schemaQueries.all, 'job', id] as const,
      queryFn: ({ signal }) => call(getDefinitionJob, { params: { id }, signal }),
      refetchInterval: pollInterval.ms,
      retry: false,
      // Otherwise the state of an earlier change would be shown for the next one.
      gcTime: 0,
    }),
};

/** Changes a definition, and refetches the schema before it reports success. */
export function useChangeDefinition(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (schema: JsonSchema) => call(patchSchema, { params: { id }, body: { schema } }),
    onSuccess: () => client.invalidateQueries({ queryKey: schemaQueries.all }),
  });
}

export const useCancelChange = (id: string) =>
  useMutation({ mutationFn: () => call(cancelDefinitionJob, { params: { id } }) });
