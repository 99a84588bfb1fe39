/** The mails of the outbox, newest first. */
import { Link } from 'react-router';
import styled from 'styled-components';
import type { OutboxMail } from '@cloakroom/contract/outbox.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Muted, PlainList } from '#src/ui/layout.ts';

const Line = styled.li`
  display: flex;
  flex-direction: column;
  gap: ${token.space.xs};
  min-inline-size: 0;
  padding-block: ${token.space.sm};
  overflow-wrap: anywhere;
  &:not(:last-child) {
    border-block-end: 1px solid ${token.color.border};
  }
  a {
    font-weight: 600;
  }
  span {
    font-size: ${token.size.s};
  }
`;

export function MailList({ mails }: { mails: readonly OutboxMail[] }) {
  if (mails.length === 0)
    return (
      <EmptyState icon="mail" title="No mail yet">
        Mails appear here as soon as the service writes them.
      </EmptyState>
    );
  return (
    <PlainList aria-label="Mails">
      {mails.map(({ id, subject, to, date }) => (
        <Line key={id}>
          <Link to={`/outbox/${encodeURIComponent(id)}`}>{subject}</Link>
          <Muted>
            To {to}, {date}
          </Muted>
        </Line>
      ))}
    </PlainList>
  );
}
