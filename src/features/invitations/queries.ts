/** Inviting people, and what they do with the link. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  acceptOwnInvitation,
  createInvitation,
  declineInvitation,
  deleteInvitation,
  listInvitations,
  listOwnInvitations,
} from '@cloakroom/contract/invitations.ts';
import { acceptInvitation, type AcceptInvitationBody } from '@cloakroom/contract/registration.ts';
import { call } from '#src/shared/http/call.ts';
import { list } from '#src/shared/http/list.ts';
import { organizationQueries } from '#src/features/organizations/index.ts';
import { repeating, type Keyed } from '#src/shared/queries/refetching.ts';

const maxInvitations = 1000;

/** Not kept on this machine: it changes with every answer of the invited. */
const invitationsQuery = (organization: string) =>
  queryOptions({
    queryKey: [...organizationQueries.people(organization), 'invitations'] as const,
    queryFn: ({ signal }) =>
      list(listInvitations, { params: { id: organization }, query: { limit: maxInvitations }, signal }),
  });

/** The invitations that are not accepted yet; none for those who may not see them. */
export const useInvitations = (organization: string, isAdmin: boolean) =>
  useQuery({ ...invitationsQuery(organization), enabled: isAdmin }).data?.items;

/** The change of an organization's invitations brings the lists up to date before it reports success. */
function useInvitationMutation<Given, Result>(
  organization: string,
  change: (given: Given) => Promise<Result>,
  repeat: Partial<typeof repeating> = {},
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    ...repeat,
    onSuccess: () => client.invalidateQueries({ queryKey: organizationQueries.people(organization) }),
  });
}

/** Invites somebody, or sends an open invitation again. */
export const useInvite = (organization: string) =>
  useInvitationMutation(
    organization,
    (given: Keyed<z.input<typeof createInvitation.body>>) =>
      call(createInvitation, { params: { id: organization }, ...given }),
    repeating,
  );

export const useRevokeInvitation = (organization: string) =>
  useInvitationMutation(organization, (invitationId: string) =>
    call(deleteInvitation, { params: { id: organization, invitationId } }),
  );

export const useAcceptInvitation = () =>
  useMutation({
    mutationFn: (body: z.input<typeof AcceptInvitationBody>) => call(acceptInvitation, { body }),
  });

const ownInvitationsQuery = () =>
  queryOptions({
    queryKey: ['own invitations'] as const,
    queryFn: ({ signal }) => list(listOwnInvitations, { query: { limit: maxInvitations }, signal }),
  });

/** The invitations that the signed-in person can accept or decline. */
export const useOwnInvitations = () => useQuery(ownInvitationsQuery());

/** Accepts or declines an invitation; the list is up to date before it reports success. */
export function useAnswerInvitation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, accepted }: { id: string; accepted: boolean }) => {
      if (accepted) await call(acceptOwnInvitation, { params: { id } });
      else await call(declineInvitation, { params: { id } });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ownInvitationsQuery().queryKey }),
  });
}
