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
import { call } from '#src/api/call.ts';
import { list } from '#src/api/list.ts';
import { organizationQueries } from './organizations.ts';
import { repeating, type Keyed } from './repeating.ts';

const most = 1000;

/** Not kept on this machine: it changes with every answer of the invited. */
const open = (organization: string) =>
  queryOptions({
    queryKey: [...organizationQueries.people(organization), 'invitations'] as const,
    queryFn: ({ signal }) =>
      list(listInvitations, { params: { id: organization }, query: { limit: most }, signal }),
  });

/** The invitations that are not accepted yet; none for those who may not see them. */
export const useInvitations = (organization: string, isAdmin: boolean) =>
  useQuery({ ...open(organization), enabled: isAdmin }).data?.items;

/** The change of an organization's invitations brings the lists up to date before it reports success. */
function useChange<Given, Result>(
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
  useChange(
    organization,
    (given: Keyed<z.input<typeof createInvitation.body>>) =>
      call(createInvitation, { params: { id: organization }, ...given }),
    repeating,
  );

export const useRevokeInvitation = (organization: string) =>
  useChange(organization, (invitationId: string) =>
    call(deleteInvitation, { params: { id: organization, invitationId } }),
  );

export const useAcceptInvitation = () =>
  useMutation({
    mutationFn: (body: z.input<typeof AcceptInvitationBody>) => call(acceptInvitation, { body }),
  });

const own = () =>
  queryOptions({
    queryKey: ['own invitations'] as const,
    queryFn: ({ signal }) => list(listOwnInvitations, { query: { limit: most }, signal }),
  });

/** The invitations that the signed-in person can accept or decline. */
export const useOwnInvitations = () => useQuery(own());

/** Accepts or declines an invitation; the list is up to date before it reports success. */
export function useAnswerInvitation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, accepted }: { id: string; accepted: boolean }) => {
      if (accepted) await call(acceptOwnInvitation, { params: { id } });
      else await call(declineInvitation, { params: { id } });
    },
    onSettled: () => client.invalidateQueries({ queryKey: own().queryKey }),
  });
}
