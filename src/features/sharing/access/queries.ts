/** Who may have a schema's keys, as its owners have signed. Only a proxy knows. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  compareDevice,
  confirmAccess,
  dismissAccessNotice,
  getAccess,
  listStandings,
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

/** What is known on this machine of each outstanding request. */
export const useRequestStandings = (behindProxy: boolean) =>
  useQuery({
    queryKey: [...sharingKey, 'standings'] as const,
    queryFn: ({ signal }) => call(listStandings, { signal }),
    enabled: behindProxy,
    retry: false,
  }).data;

/** What was signed changes what is shown of the schema and of the requests. */
function useSigningMutation<Given>(schema: string, sign: (given: Given) => Promise<SchemaAccess>) {
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
      client.setQueryData(accessQuery(schema).queryKey, (before) => before && { ...before, notice: false }),
  });
}
