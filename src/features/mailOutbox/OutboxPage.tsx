/** /outbox */
import { Link, redirect, type LoaderFunctionArgs } from 'react-router';
import styled from 'styled-components';
import type { OutboxMail } from '@cloakroom/contract/outbox.ts';
import { SiteFooter } from '#src/features/legal/index.ts';
import { Failure } from '#src/shared/failure.ts';
import { Loaded } from '#src/ui/Loaded.tsx';
import { AuthFrame } from '#src/ui/shell/AuthFrame.tsx';
import { CommandText } from '#src/ui/CommandText.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Muted, PlainList } from '#src/ui/layout.ts';
import { storeOutboxToken, useOutboxMails } from './queries.ts';

/** Stores the token of the printed address and removes it from the address bar and the history. */
export function loader({ request }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get('token');
  if (token === null) return null;
  storeOutboxToken(token);
  return redirect('/outbox');
}

export function OutboxPage() {
  const mails = useOutboxMails();
  const { code } = mails.error ? Failure.from(mails.error) : { code: undefined };
  const closed = mails.data === undefined && (code === 'forbidden' || code === 'not-found');
  return (
    <AuthFrame
      title="Outbox"
      subtitle={
        code === 'not-found' ? undefined : 'No mail server is configured, so mails stay on this machine.'
      }
      wide
      below={<Link to="/">Home</Link>}
      footer={<SiteFooter />}
    >
      {closed ? (
        <OutboxClosed missing={code === 'not-found'} />
      ) : (
        <Loaded from={mails} label="Loading mails" failed="Error fetching mails">
          {(items) => <MailList mails={items} />}
        </Loaded>
      )}
    </AuthFrame>
  );
}

/**
 * Explains why no mails are shown, and how to open the outbox.
 * @param props.missing - whether this machine has no outbox at all.
 */
const OutboxClosed = ({ missing }: { missing: boolean }) =>
  missing ? (
    <EmptyState icon="mail" title="There is no outbox here">
      A mail server sends the mails of this service, or the service runs on another machine.
    </EmptyState>
  ) : (
    <EmptyState icon="lock" title="This outbox is closed">
      <Steps>
        <li>
          Go to the terminal in which <CommandText>npm start</CommandText> runs. A service that was started on
          its own writes to standard error.
        </li>
        <li>Copy the address beside “Mail”.</li>
        <li>Open it once in this browser.</li>
      </Steps>
      <p>The mails contain links that open accounts, so the outbox opens only with that address.</p>
    </EmptyState>
  );

const Steps = styled.ol`
  margin-block-end: ${token.space.sm};
  padding-inline-start: ${token.space.l};
  text-align: start;
  li + li {
    margin-block-start: ${token.space.xs};
  }
`;

/* One link covers the line. */
const Line = styled.li`
  position: relative;
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: 0 ${token.space.sm};
  align-items: center;
  padding: ${token.space.sm};
  overflow-wrap: anywhere;
  border-radius: ${token.radius.s};
  &:hover {
    background: ${token.color.sunken};
  }
  &:not(:last-child) {
    border-block-end: 1px solid ${token.color.border};
  }
  > svg {
    grid-row: span 2;
    color: ${token.color.primary};
  }
  a {
    font-weight: 600;
    color: inherit;
    text-decoration: none;
  }
  a::after {
    position: absolute;
    inset: 0;
    content: '';
  }
  span {
    font-size: ${token.size.s};
  }
`;

/** The mails of the outbox, newest first. */
function MailList({ mails }: { mails: readonly OutboxMail[] }) {
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
          <Icon name="mail" />
          <Link to={`/outbox/${encodeURIComponent(id)}`}>{subject}</Link>
          <Muted>
            To {to}, {date}
          </Muted>
        </Line>
      ))}
    </PlainList>
  );
}
