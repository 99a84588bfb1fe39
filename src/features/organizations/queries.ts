/** Organizations and their people. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createOrganization, listOrganizationUsers } from '@cloakroom/contract/organizations.ts';
import { call } from '#src/shared/http/call.ts';
import { list } from '#src/shared/http/list.ts';
import type { ShownPage } from '#src/shared/listPages.ts';
import { sealedPersister } from '#src/shared/queries/persister.ts';
import { repeating, type Keyed } from '#src/shared/queries/refetching.ts';

export const organizationQueries = {
  all: ['organizations'] as const,
  people: (id: string) => [...organizationQueries.all, id, 'users'] as const,

  /** One page of an organization's people, the invited ones included. */
  users: (id: string, page: ShownPage) =>
    queryOptions({
      queryKey: [...organizationQueries.people(id), page] as const,
      queryFn: ({ signal }) =>
        list(listOrganizationUsers, { params: { id }, query: { expand: 'user', ...page }, signal }),
      // The page before stays until the next one is here, but never another organization's.
      placeholderData: (before, query) => (query?.queryKey[1] === id ? before : undefined),
      persister: sealedPersister,
    }),
  /** Somebody's own place in an organization. */
  place: (id: string, user: string) =>
    queryOptions({
      queryKey: [...organizationQueries.people(id), 'of', user] as const,
      queryFn: ({ signal }) => list(listOrganizationUsers, { params: { id }, query: { user }, signal }),
      select: ({ items }) => items[0],
      persister: sealedPersister,
    }),
};

export const useOrganizationUsers = (id: string, page: ShownPage) =>
  useQuery(organizationQueries.users(id, page));

/** Undefined until it is known. */
export const usePlace = (id: string, user: string) => useQuery(organizationQueries.place(id, user)).data;

export const useCreateOrganization = () =>
  useMutation({
    mutationFn: (given: Keyed<{ name: string }>) => call(createOrganization, given),
    ...repeating,
  });

/** Call after something about an organization's people was changed. */
export function usePeopleChanged(id: string): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: organizationQueries.people(id) });
}
