/** Queries for the signed access list of a schema. Only a proxy can answer them. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  compareDevice,
  confirmAccess,
  dismissAccessNotice,
  getAccess,
  listRequestStatuses,
  trustAccess,
  type SchemaAccess,
} from '@cloakroom/contract/accessLog.ts';
import type { Body } from '@cloakroom/contract/endpoint.ts';
import { call } from '#src/shared/http/call.ts';
import { schemaQueries } from '#src/features/schemas/index.ts';
import { sharingKey } from '#src/features/sharing/queries.ts';

const accessQuery = (schema: string) =>
  queryOptions({
    queryKey: [...schemaQueries.all, 'one', schema, 'access'] as const,
    queryFn: ({ signal }) => call(getAccess, { params: { id: schema }, signal }),
    retry: false,
  });

export const useAccess = (schema: string, behindProxy: boolean) =>
  useQuery({ ...accessQuery(schema), enabled: behindProxy });

/** What this machine knows of the device of each outstanding request. */
export const useRequestStatuses = (behindProxy: boolean) =>
  useQuery({
    queryKey: [...sharingKey, 'statuses'] as const,
    queryFn: ({ signal }) => call(listRequestStatuses, { signal }),
    enabled: behindProxy,
    retry: false,
  }).data;

/** Updates the access list of the schema, and refetches the requests. */
function useSigningMutation<Variables>(
  schema: string,
  sign: (variables: Variables) => Promise<SchemaAccess>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: sign,
    onSuccess: (access) => client.setQueryData(accessQuery(schema).queryKey, access),
    onSettled: () => client.invalidateQueries({ queryKey: sharingKey }),
  });
}

export const useConfirmAccess = (schema: string) =>
  useSigningMutation(schema, (body: Body<typeof confirmAccess>) =>
    call(confirmAccess, { params: { id: schema }, body }),
  );
export const useTrustAccess = (schema: string) =>
  useSigningMutation(schema, (body: Body<typeof trustAccess>) =>
    call(trustAccess, { params: { id: schema }, body }),
  );
export const useCompareDevice = (schema: string) =>
  useSigningMutation(schema, (body: Body<typeof compareDevice>) =>
    call(compareDevice, { params: { id: schema }, body }),
  );

export function useDismissAccessNotice(schema: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(dismissAccessNotice, { params: { id: schema } }),
    onMutate: () =>
      client.setQueryData(accessQuery(schema).queryKey, (access) => access && { ...access, notice: false }),
  });
}
