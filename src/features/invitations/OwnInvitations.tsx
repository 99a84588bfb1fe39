/** The invitations of the signed-in user, with buttons to accept or decline each. */
import styled from 'styled-components';
import type { OwnInvitation } from '@cloakroom/contract/invitations.ts';
import { Failure } from '#src/shared/failure.ts';
import { formatDate } from '#src/shared/format/moments.ts';
import { useAnswerInvitation } from './queries.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Muted, PlainList, Row, Stack } from '#src/ui/layout.ts';

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

export function OwnInvitations({ invitations, onAccepted }: Props) {
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
        No organization waits for your answer. An invitation lasts seven days, and an admin can take it back.
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
