/** Queries and mutations of organizations and their people. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createOrganization, listOrganizationUsers } from '@cloakroom/contract/organizations.ts';
import { createServiceAccount } from '@cloakroom/contract/serviceAccounts.ts';
import { call, list } from '#src/shared/http/call.ts';
import type { ListRange } from '#src/shared/listPages.ts';
import { sealedPersister } from '#src/shared/queries/persister.ts';
import { retryOptions } from '#src/shared/http/retry.ts';
import type { WithIdempotencyKey } from '#src/shared/queries/idempotency.ts';

export const organizationQueries = {
  all: ['organizations'] as const,
  people: (id: string) => [...organizationQueries.all, id, 'users'] as const,

  /** One page of an organization's people, the invited ones included. */
  users: (id: string, page: ListRange) =>
    queryOptions({
      queryKey: [...organizationQueries.people(id), page] as const,
      queryFn: ({ signal }) =>
        list(listOrganizationUsers, { params: { id }, query: { expand: 'user', ...page }, signal }),
      // Keeps the previous page until the next one is loaded, but never another organization's.
      placeholderData: (previous, query) => (query?.queryKey[1] === id ? previous : undefined),
      persister: sealedPersister,
    }),
  /** A user's membership of an organization. */
  membership: (id: string, user: string) =>
    queryOptions({
      queryKey: [...organizationQueries.people(id), 'of', user] as const,
      queryFn: ({ signal }) => list(listOrganizationUsers, { params: { id }, query: { user }, signal }),
      select: ({ items }) => items[0],
      persister: sealedPersister,
    }),
};

export const useOrganizationUsers = (id: string, page: ListRange) =>
  useQuery(organizationQueries.users(id, page));

/** Undefined until it is loaded. */
export const useMembership = (id: string, user: string) =>
  useQuery(organizationQueries.membership(id, user)).data;

export const useCreateOrganization = () =>
  useMutation({
    mutationFn: (request: WithIdempotencyKey<{ name: string }>) => call(createOrganization, request),
    ...retryOptions,
  });

/** Creates a service account, and refetches the organization's people. */
export function useCreateServiceAccount(id: string) {
  const peopleChanged = usePeopleChanged(id);
  return useMutation({
    mutationFn: (request: WithIdempotencyKey<{ name: string }>) =>
      call(createServiceAccount, { params: { id }, ...request }),
    onSuccess: peopleChanged,
    ...retryOptions,
  });
}

/** Returns a function that refetches an organization's people after a change. */
export function usePeopleChanged(id: string): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: organizationQueries.people(id) });
}
