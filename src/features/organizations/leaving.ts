/** Taking somebody out of an organization. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { leaveOrganization, removeOrganizationUser } from '@cloakroom/contract/leaving.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import { listTeams } from '@cloakroom/contract/teams.ts';
import { call } from '#src/shared/http/call.ts';
import { everyPage, longestPage } from '#src/shared/http/everyPage.ts';
import { list } from '#src/shared/http/list.ts';
import { organizationQueries } from './queries.ts';
import { schemaQueries } from '#src/features/schemas/index.ts';
import { sharingKey } from '#src/features/sharing/index.ts';

/** Asked for when somebody is about to be removed, never kept. */
const teams = (organization: string) =>
  queryOptions({
    queryKey: [...organizationQueries.people(organization), 'teams'] as const,
    queryFn: ({ signal }) =>
      everyPage((offset) =>
        list(listTeams, { params: { id: organization }, query: { limit: longestPage, offset }, signal }),
      ),
    staleTime: 0,
  });

/** The teams that somebody is on in an organization, by schema; `alone` where nobody else is. */
export const useTeamsOf = (organization: string, user: string) =>
  useQuery({
    ...teams(organization),
    select: ({ items }) =>
      items.flatMap(({ id, name, role, members }) => {
        const people = members.map((member) => (typeof member === 'string' ? idIn(member) : member.id));
        return people.includes(user) ? [{ id, name, role, alone: people.length === 1 }] : [];
      }),
  });

/** Removes somebody, and brings the lists up to date before it reports success. */
export function useRemovePerson(organization: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (place: string) =>
      call(removeOrganizationUser, { params: { id: organization, organizationUserId: place } }),
    onSuccess: () =>
      Promise.all(
        [organizationQueries.people(organization), schemaQueries.all, sharingKey].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

/** Leaves an organization oneself. */
export const useLeaveOrganization = (organization: string) =>
  useMutation({ mutationFn: () => call(leaveOrganization, { params: { id: organization } }) });
