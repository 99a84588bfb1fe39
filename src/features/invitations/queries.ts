/** Queries and mutations of invitations. */
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
import { call, list } from '#src/shared/http/call.ts';
import { organizationQueries } from '#src/features/organizations/index.ts';
import { retryOptions } from '#src/shared/http/retry.ts';
import type { WithIdempotencyKey } from '#src/shared/queries/idempotency.ts';

const maxInvitations = 1000;

/** Not stored on this device, since it changes with every answer. */
const invitationsQuery = (organization: string) =>
  queryOptions({
    queryKey: [...organizationQueries.people(organization), 'invitations'] as const,
    queryFn: ({ signal }) =>
      list(listInvitations, { params: { id: organization }, query: { limit: maxInvitations }, signal }),
  });

/** The open invitations; undefined for members who are not admins. */
export const useInvitations = (organization: string, isAdmin: boolean) =>
  useQuery({ ...invitationsQuery(organization), enabled: isAdmin }).data?.items;

/** A mutation of an organization's invitations that refetches the lists before it reports success. */
function useInvitationMutation<Variables, Result>(
  organization: string,
  mutationFn: (variables: Variables) => Promise<Result>,
  repeat: Partial<typeof retryOptions> = {},
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    ...repeat,
    onSuccess: () => client.invalidateQueries({ queryKey: organizationQueries.people(organization) }),
  });
}

/** Invites a person, or sends an open invitation again. */
export const useInvite = (organization: string) =>
  useInvitationMutation(
    organization,
    (request: WithIdempotencyKey<z.input<typeof createInvitation.body>>) =>
      call(createInvitation, { params: { id: organization }, ...request }),
    retryOptions,
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

/** The invitations that the signed-in user can accept or decline. */
export const useOwnInvitations = () => useQuery(ownInvitationsQuery());

/** Accepts or declines an invitation, and refetches the list before it settles. */
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
