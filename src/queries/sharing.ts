/** Identities, and the keys that are asked for and handed on between them. */
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { listIdentities } from '#contract/identities.ts';
import { listMaterials, listOverrides } from '#contract/materials.ts';
import { listRequests } from '#contract/requests.ts';
import { list } from '#src/api/list.ts';
import type { ShownPage } from '#src/lib/listPages.ts';
import { sealedPersister } from './persister.ts';

const all = ['sharing'] as const;

const sharingQueries = {
  identities: (page: ShownPage) =>
    queryOptions({
      queryKey: [...all, 'identities', page] as const,
      queryFn: ({ signal }) => list(listIdentities, { query: page, signal }),
      placeholderData: keepPreviousData,
      persister: sealedPersister,
    }),
  /** Those that nobody has fulfilled yet. */
  requests: (page: ShownPage) =>
    queryOptions({
      queryKey: [...all, 'requests', page] as const,
      queryFn: ({ signal }) =>
        list(listRequests, {
          query: { shared: 'false', expand: 'user,schema,identity.user', ...page },
          signal,
        }),
      placeholderData: keepPreviousData,
      persister: sealedPersister,
    }),
  /** Those that wait to be received. */
  materials: (page: ShownPage) =>
    queryOptions({
      queryKey: [...all, 'materials', page] as const,
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
      queryKey: [...all, 'overrides', page] as const,
      queryFn: ({ signal }) => list(listOverrides, { query: page, signal }),
      placeholderData: keepPreviousData,
      persister: sealedPersister,
    }),
};

export const useIdentities = (page: ShownPage) => useQuery(sharingQueries.identities(page));
export const useRequests = (page: ShownPage) => useQuery(sharingQueries.requests(page));
export const useMaterials = (page: ShownPage) => useQuery(sharingQueries.materials(page));

/** The keyring's names of received keys: only a proxy can tell. */
export const useOverrides = (page: ShownPage, behindProxy: boolean) =>
  useQuery({ ...sharingQueries.overrides(page), enabled: behindProxy });
