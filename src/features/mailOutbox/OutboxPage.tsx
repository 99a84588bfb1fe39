/** /outbox */
import { Link, redirect, type LoaderFunctionArgs } from 'react-router';
import { MailList } from './MailList.tsx';
import { OutboxClosed } from './OutboxClosed.tsx';
import { SiteFooter } from '#src/features/legal/index.ts';
import { Failure } from '#src/shared/failure.ts';
import { storeOutboxToken, useOutboxMails } from './queries.ts';
import { Loaded } from '#src/ui/Loaded.tsx';
import { AuthFrame } from '#src/ui/shell/AuthFrame.tsx';

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
