/** /invitations */
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { waitFor } from 'xstate';
import styled from 'styled-components';
import type { OwnInvitation } from '@cloakroom/contract/invitations.ts';
import { SiteFooter } from '#src/features/legal/index.ts';
import { useActors } from '#src/features/root/index.ts';
import { Failure } from '#src/shared/failure.ts';
import { formatDate } from '#src/shared/format/moments.ts';
import { Loaded } from '#src/ui/Loaded.tsx';
import { AuthFrame } from '#src/ui/shell/AuthFrame.tsx';
import { token } from '#src/ui/theme/tokens.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Muted, PlainList, Row, Stack } from '#src/ui/layout.ts';
import { useOwnInvitations, useAnswerInvitation } from './queries.ts';

export function InvitationsPage() {
  const { session, raiseAlert } = useActors();
  const invitations = useOwnInvitations();
  const client = useQueryClient();
  const navigate = useNavigate();
  const openOrganization = async ({ organization_name: name }: OwnInvitation) => {
    session.send({ type: 'account.changed' });
    await waitFor(session, (state) => state.hasTag('settled'));
    await client.invalidateQueries();
    raiseAlert({ type: 'success', source: 'User', content: `You are now a member of ${name}`, duration: 5 });
    await navigate('/datasets');
  };
  return (
    <AuthFrame
      title="Invitations"
      subtitle="You become a member of an organization when you accept its invitation, and can leave it at any time."
      wide
      below={<Link to="/">Home</Link>}
      footer={<SiteFooter />}
    >
      <Loaded from={invitations} label="Loading invitations" failed="Error fetching invitations">
        {({ items }) => <OwnInvitations invitations={items} onAccepted={openOrganization} />}
      </Loaded>
    </AuthFrame>
  );
}

const Line = styled.li`
  display: flex;
  flex-direction: column;
  gap: ${token.space.s};
  padding-block: ${token.space.sm};
  overflow-wrap: anywhere;
  &:not(:last-child) {
    border-block-end: 1px solid ${token.color.border};
  }
`;

type Props = {
  invitations: readonly OwnInvitation[];
  onAccepted: (invitation: OwnInvitation) => Promise<void>;
};

/** The invitations of the signed-in user, with buttons to accept or decline each. */
function OwnInvitations({ invitations, onAccepted }: Props) {
  const { mutateAsync, isPending, variables, error } = useAnswerInvitation();
  const answer = async (invitation: OwnInvitation, accepted: boolean) => {
    await mutateAsync({ id: invitation.id, accepted });
    if (accepted) await onAccepted(invitation);
  };
  const pending = (id: string, accepted: boolean) =>
    isPending && variables.id === id && variables.accepted === accepted;
  if (invitations.length === 0)
    return (
      <EmptyState icon="mail" title="No invitations">
        No organization is waiting for your answer. An invitation lasts seven days, and an admin can withdraw
        it.
      </EmptyState>
    );
  return (
    <Stack>
      {error && (
        <Banner tone="error" title="The invitation could not be answered">
          {Failure.from(error).message}
        </Banner>
      )}
      <PlainList aria-label="Invitations">
        {invitations.map((invitation) => {
          const { id, organization_name: name, is_admin: isAdmin, expires } = invitation;
          return (
            <Line key={id}>
              <strong>{name}</strong>
              <Muted>
                As {isAdmin ? 'an admin' : 'a member'}, until {formatDate(expires)}
              </Muted>
              <Row>
                <Button
                  kind="primary"
                  pending={pending(id, true)}
                  aria-label={`Accept the invitation to ${name}`}
                  onClick={() => void answer(invitation, true).catch(() => undefined)}
                >
                  Accept
                </Button>
                <Button
                  pending={pending(id, false)}
                  aria-label={`Decline the invitation to ${name}`}
                  onClick={() => void answer(invitation, false).catch(() => undefined)}
                >
                  Decline
                </Button>
              </Row>
            </Line>
          );
        })}
      </PlainList>
    </Stack>
  );
}
