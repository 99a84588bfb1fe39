/** Queries for restored backups of the service: what is missing from a schema, and who accepted that. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Body } from '@cloakroom/contract/endpoint.ts';
import {
  acceptRestored,
  getRestored,
  trustRestored,
  type RestoredState,
} from '@cloakroom/contract/epochs.ts';
import { call } from '#src/shared/http/call.ts';
import { mutedAlerts } from '#src/shared/storage/mutedAlerts.ts';
import { recordQueries } from '#src/features/records/index.ts';

const restoredQuery = (schema: string) =>
  queryOptions({
    queryKey: [...recordQueries.of(schema), 'restored'],
    queryFn: ({ signal }) => call(getRestored, { params: { id: schema }, signal }),
  });

/** Compares a schema's records with what this machine has seen. Only a proxy can. */
export const useRestored = (schema: string, behindProxy: boolean) =>
  useQuery({ ...restoredQuery(schema), enabled: behindProxy });

function useRestoredMutation<Variables>(
  schema: string,
  change: (variables: Variables) => Promise<RestoredState>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    // Refetches the data that were rejected until now.
    onSuccess: () => client.invalidateQueries({ queryKey: recordQueries.of(schema) }),
  });
}

export const useAcceptRestored = (schema: string) =>
  useRestoredMutation(schema, (body: Body<typeof acceptRestored>) =>
    call(acceptRestored, { params: { id: schema }, body }),
  );

export const useTrustRestored = (schema: string) =>
  useRestoredMutation(schema, (body: Body<typeof trustRestored>) =>
    call(trustRestored, { params: { id: schema }, body }),
  );

const dismissedKey = ['restored notices'] as const;
const noticeId = (schema: string, epoch: number) => `restored ${schema} ${epoch}`;

/** Whether the notice of an epoch is dismissed on this device; undefined until it is loaded. */
export function useDismissed(schema: string, epoch: number) {
  const client = useQueryClient();
  const { data } = useQuery({ queryKey: dismissedKey, queryFn: () => mutedAlerts.all() });
  const id = noticeId(schema, epoch);
  const { mutate: dismiss } = useMutation({
    mutationFn: () => mutedAlerts.add(id),
    onMutate: () => client.setQueryData<string[]>(dismissedKey, (ids = []) => [...ids, id]),
  });
  return { dismissed: data?.includes(id), dismiss: () => dismiss() };
}
