/** Identities, and the keys that are asked for and handed on between them. */
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
import { call } from '#src/shared/http/call.ts';
import { list } from '#src/shared/http/list.ts';
import type { ShownPage } from '#src/shared/listPages.ts';
import { keyringKey } from '#src/features/keyring/index.ts';
import { sealedPersister } from '#src/shared/queries/persister.ts';
import { recordQueries } from '#src/features/records/index.ts';

/** Everything that changes when a key is asked for, given, or not wanted any more. */
export const sharingKey = ['sharing'] as const;

const sharingQueries = {
  identities: (page: ShownPage) =>
    queryOptions({
      queryKey: [...sharingKey, 'identities', page] as const,
      queryFn: ({ signal }) => list(listIdentities, { query: page, signal }),
      placeholderData: keepPreviousData,
      persister: sealedPersister,
    }),
  /** Asked for when somebody is about to revoke an identity, never kept. */
  keysOf: (identity: string) =>
    queryOptions({
      queryKey: [...sharingKey, 'keys', identity] as const,
      queryFn: ({ signal }) => call(identityKeys, { params: { id: identity }, signal }),
    }),
  /** Those that nobody has fulfilled yet. */
  requests: (page: ShownPage) =>
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
   * How many nobody has fulfilled yet. It is asked for when somebody comes back to the page, not by the clock: each call is a
   * sign of life, and a session that nobody uses has to end.
   */
  waiting: queryOptions({
    queryKey: [...sharingKey, 'requests', 'waiting'] as const,
    queryFn: ({ signal }) => list(listRequests, { query: { shared: 'false', limit: 1 }, signal }),
    select: ({ items, total }) => total ?? items.length,
  }),
  /** Those that wait to be received. */
  materials: (page: ShownPage) =>
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
  overrides: (page: ShownPage) =>
    queryOptions({
      queryKey: [...sharingKey, 'overrides', page] as const,
      queryFn: ({ signal }) => list(listOverrides, { query: page, signal }),
      placeholderData: keepPreviousData,
      persister: sealedPersister,
    }),
};

export const useIdentities = (page: ShownPage) => useQuery(sharingQueries.identities(page));
export const useIdentityKeys = (identity: string) => useQuery(sharingQueries.keysOf(identity));
export const useRequests = (page: ShownPage) => useQuery(sharingQueries.requests(page));
/** Undefined until it is known. */
export const useWaitingRequests = () => useQuery(sharingQueries.waiting).data;
export const useMaterials = (page: ShownPage) => useQuery(sharingQueries.materials(page));

/** The keyring's names of received keys: only a proxy can tell. */
export const useOverrides = (page: ShownPage, behindProxy: boolean) =>
  useQuery({ ...sharingQueries.overrides(page), enabled: behindProxy });

/** A change that brings the lists up to date, whatever became of it: some of many may have been done. */
function useSharingMutation<Given, Result>(change: (given: Given) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: sharingKey }),
  });
}

/** The keyring knows from then on which device it is. */
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

/** A fingerprint says that it was compared. */
type Compared = { id: string; fingerprint?: string };

/** Fulfilling makes this device's identity where it has none: the keyring then knows which device it is. */
function useFulfillMutation<Given, Result>(fulfil: (given: Given) => Promise<Result>) {
  const client = useQueryClient();
  return useSharingMutation((given: Given) =>
    fulfil(given).finally(() => client.invalidateQueries({ queryKey: keyringKey })),
  );
}

export const useFulfillAll = () => useFulfillMutation(() => call(fulfillRequests, {}));
export const useFulfill = () =>
  useFulfillMutation(({ id, ...body }: Compared & { without_comparing?: true }) =>
    call(fulfillRequest, { params: { id }, body }),
  );
export const useDeny = () =>
  useSharingMutation(({ id, reason }: { id: string; reason: string }) =>
    call(denyRequest, { params: { id }, body: { reason } }),
  );

/** A key more or less changes what can be opened. */
function useKeysMutation<Given, Result>(change: (given: Given) => Promise<Result>) {
  const client = useQueryClient();
  return useSharingMutation(async (given: Given) => {
    const result = await change(given);
    await client.invalidateQueries({ queryKey: recordQueries.all });
    return result;
  });
}

export const useReceiveAll = () => useKeysMutation(() => call(receiveMaterials, {}));
export const useReceive = () =>
  useKeysMutation(({ id, ...body }: Compared) => call(receiveMaterial, { params: { id }, body }));
export const useDropOverride = () =>
  useKeysMutation((key: string) => call(dropOverride, { params: { key } }));
