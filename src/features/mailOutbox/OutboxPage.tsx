/** /outbox */
import { Link, redirect, type LoaderFunctionArgs } from 'react-router';
import styled from 'styled-components';
import type { OutboxMail } from '@cloakroom/contract/outbox.ts';
import { SiteFooter } from '#src/features/legal/index.ts';
import { Failure } from '#src/shared/failure.ts';
import { Loaded } from '#src/ui/Loaded.tsx';
import { AuthFrame } from '#src/ui/shell/AuthFrame.tsx';
import { Banner } from '#src/ui/Banner.tsx';
import { CommandText } from '#src/ui/CommandText.ts';
import { token } from '#src/ui/theme/tokens.ts';
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
      subtitle="No mail server is configured, so mails stay on this machine."
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
 * Says why no mails are shown, and how to open the outbox.
 * @param props.missing - whether this machine has no outbox at all.
 */
const OutboxClosed = ({ missing }: { missing: boolean }) =>
  missing ? (
    <Banner tone="info" title="There is no outbox here">
      Mails are sent by a mail server, or the service runs on another machine.
    </Banner>
  ) : (
    <Banner tone="warning" title="This outbox is closed">
      It holds links that open accounts, so it opens only with the address that was printed when the programs
      started. Where <CommandText>npm start</CommandText> runs, it stands beside “Mail”. A service that was
      started by itself wrote it to its standard error. Open that address once in this browser.
    </Banner>
  );

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
          <Link to={`/outbox/${encodeURIComponent(id)}`}>{subject}</Link>
          <Muted>
            To {to}, {date}
          </Muted>
        </Line>
      ))}
    </PlainList>
  );
}
