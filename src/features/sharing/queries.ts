/** Queries for identities, requests, materials and overrides. */
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  createIdentity,
  identityKeys,
  listIdentities,
  revokeIdentity,
} from '@cloakroom/contract/identities.ts';
import {
  dropOverride,
  listMaterials,
  listOverrides,
  fulfillRequest,
  fulfillRequests,
  receiveMaterial,
  receiveMaterials,
} from '@cloakroom/contract/materials.ts';
import { denyRequest, listRequests } from '@cloakroom/contract/requests.ts';
import { call, list } from '#src/shared/http/call.ts';
import type { ListRange } from '#src/shared/listPages.ts';
import { keyringKey } from '#src/features/keyring/index.ts';
import { sealedPersister } from '#src/shared/queries/persister.ts';
import { recordQueries } from '#src/features/records/index.ts';

/** The key of all queries that change when a key is requested, shared or dropped. */
export const sharingKey = ['sharing'] as const;

const sharingQueries = {
  identities: (page: ListRange) =>
    queryOptions({
      queryKey: [...sharingKey, 'identities', page] as const,
      queryFn: ({ signal }) => list(listIdentities, { query: page, signal }),
      placeholderData: keepPreviousData,
      persister: sealedPersister,
    }),
  /** Fetched before an identity is revoked; not persisted. */
  keysOf: (identity: string) =>
    queryOptions({
      queryKey: [...sharingKey, 'keys', identity] as const,
      queryFn: ({ signal }) => call(identityKeys, { params: { id: identity }, signal }),
    }),
  /** Outstanding requests. */
  requests: (page: ListRange) =>
    queryOptions({
      queryKey: [...sharingKey, 'requests', page] as const,
      queryFn: ({ signal }) =>
        list(listRequests, {
          query: { shared: 'false', expand: 'user,schema,identity.user', ...page },
          signal,
        }),
      placeholderData: keepPreviousData,
      persister: sealedPersister,
    }),
  /**
   * The number of outstanding requests. Refetched on focus, not at intervals: each call extends the session, and an idle
   * session has to expire.
   */
  waiting: queryOptions({
    queryKey: [...sharingKey, 'requests', 'waiting'] as const,
    queryFn: ({ signal }) => list(listRequests, { query: { shared: 'false', limit: 1 }, signal }),
    select: ({ items, total }) => total ?? items.length,
  }),
  /** Materials that are not received yet. */
  materials: (page: ListRange) =>
    queryOptions({
      queryKey: [...sharingKey, 'materials', page] as const,
      queryFn: ({ signal }) =>
        list(listMaterials, {
          query: { proofed: 'false', expand: 'request.user,uploaded_by.user', ...page },
          signal,
        }),
      placeholderData: keepPreviousData,
      persister: sealedPersister,
    }),
  overrides: (page: ListRange) =>
    queryOptions({
      queryKey: [...sharingKey, 'overrides', page] as const,
      queryFn: ({ signal }) => list(listOverrides, { query: page, signal }),
      placeholderData: keepPreviousData,
      persister: sealedPersister,
    }),
};

export const useIdentities = (page: ListRange) => useQuery(sharingQueries.identities(page));
export const useIdentityKeys = (identity: string) => useQuery(sharingQueries.keysOf(identity));
export const useRequests = (page: ListRange) => useQuery(sharingQueries.requests(page));
/** Undefined until it is loaded. */
export const useWaitingRequests = () => useQuery(sharingQueries.waiting).data;
export const useMaterials = (page: ListRange) => useQuery(sharingQueries.materials(page));

/** The names of received keys. Only a proxy has them. */
export const useOverrides = (page: ListRange, behindProxy: boolean) =>
  useQuery({ ...sharingQueries.overrides(page), enabled: behindProxy });

/** Refetches the lists even after a failure, because a part of a batch may have succeeded. */
function useSharingMutation<Variables, Result>(change: (variables: Variables) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: sharingKey }),
  });
}

/** Also refetches the keyring, which has the device id from then on. */
export function useCreateIdentity() {
  const client = useQueryClient();
  return useSharingMutation(async () => {
    const identity = await call(createIdentity, {});
    await client.invalidateQueries({ queryKey: keyringKey });
    return identity;
  });
}

export const useRevokeIdentity = () =>
  useSharingMutation((id: string) => call(revokeIdentity, { params: { id } }));

/** A fingerprint is sent only after it was compared. */
type ComparableKey = { id: string; fingerprint?: string };

/** Also refetches the keyring: fulfilling creates this device's identity if it has none. */
function useFulfillMutation<Variables, Result>(fulfill: (variables: Variables) => Promise<Result>) {
  const client = useQueryClient();
  return useSharingMutation((variables: Variables) =>
    fulfill(variables).finally(() => client.invalidateQueries({ queryKey: keyringKey })),
  );
}

export const useFulfillAll = () => useFulfillMutation(() => call(fulfillRequests, {}));
export const useFulfill = () =>
  useFulfillMutation(({ id, ...body }: ComparableKey & { without_comparing?: true }) =>
    call(fulfillRequest, { params: { id }, body }),
  );
export const useDeny = () =>
  useSharingMutation(({ id, reason }: { id: string; reason: string }) =>
    call(denyRequest, { params: { id }, body: { reason } }),
  );

/** Also refetches the records, because other keys decrypt other fields. */
function useKeysMutation<Variables, Result>(change: (variables: Variables) => Promise<Result>) {
  const client = useQueryClient();
  return useSharingMutation(async (variables: Variables) => {
    const result = await change(variables);
    await client.invalidateQueries({ queryKey: recordQueries.all });
    return result;
  });
}

export const useReceiveAll = () => useKeysMutation(() => call(receiveMaterials, {}));
export const useReceive = () =>
  useKeysMutation(({ id, ...body }: ComparableKey) => call(receiveMaterial, { params: { id }, body }));
export const useDropOverride = () =>
  useKeysMutation((key: string) => call(dropOverride, { params: { key } }));
