/** Queries and mutations for removing a person from an organization, and for leaving it. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { leaveOrganization, removeOrganizationUser } from '@cloakroom/contract/membership.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import { listTeams } from '@cloakroom/contract/teams.ts';
import { call, list } from '#src/shared/http/call.ts';
import { maxPageSize } from '@cloakroom/client/paginate.ts';
import { fetchAllPages } from '#src/shared/http/fetchAllPages.ts';
import { organizationQueries } from './queries.ts';
import { schemaQueries } from '#src/features/schemas/index.ts';
import { sharingKey } from '#src/features/sharing/index.ts';

/** Fetched again before each removal, and never stored. */
const teamsQuery = (organization: string) =>
  queryOptions({
    queryKey: [...organizationQueries.people(organization), 'teams'] as const,
    queryFn: ({ signal }) =>
      fetchAllPages((offset) =>
        list(listTeams, { params: { id: organization }, query: { limit: maxPageSize, offset }, signal }),
      ),
    staleTime: 0,
  });

/** The teams of a user in an organization; `onlyMember` is true if the team has no other member. */
export const useTeamsOf = (organization: string, user: string) =>
  useQuery({
    ...teamsQuery(organization),
    select: ({ items }) =>
      items.flatMap(({ id, name, role, members }) => {
        const memberIds = members.map((member) => (typeof member === 'string' ? idIn(member) : member.id));
        return memberIds.includes(user) ? [{ id, name, role, onlyMember: memberIds.length === 1 }] : [];
      }),
  });

/** Removes a person, and refetches the lists before it reports success. */
export function useRemovePerson(organization: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (organizationUserId: string) =>
      call(removeOrganizationUser, { params: { id: organization, organizationUserId } }),
    onSuccess: () =>
      Promise.all(
        [organizationQueries.people(organization), schemaQueries.all, sharingKey].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

/** Ends the membership of the signed-in user. */
export const useLeaveOrganization = (organization: string) =>
  useMutation({ mutationFn: () => call(leaveOrganization, { params: { id: organization } }) });
