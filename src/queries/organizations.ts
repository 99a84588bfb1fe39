/** Organizations and their people. */
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { createOrganization, listOrganizationUsers } from '#contract/organizations.ts';
import { call } from '#src/api/call.ts';
import { list } from '#src/api/list.ts';
import { sealedPersister } from './persister.ts';

export type ShownPage = { limit: number; offset: number };

const organizationQueries = {
  all: ['organizations'] as const,

  /** One page of an organization's people, the invited ones included. */
  users: (id: string, page: ShownPage) =>
    queryOptions({
      queryKey: [...organizationQueries.all, id, 'users', page] as const,
      queryFn: ({ signal }) =>
        list(listOrganizationUsers, { params: { id }, query: { expand: 'user', ...page }, signal }),
      persister: sealedPersister,
    }),
};

export const useOrganizationUsers = (id: string, page: ShownPage) =>
  useQuery(organizationQueries.users(id, page));

export const useCreateOrganization = () =>
  useMutation({ mutationFn: (name: string) => call(createOrganization, { body: { name } }) });
