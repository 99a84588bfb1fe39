/** /outbox/:mailId */
import { Link, useParams } from 'react-router';
import { MailText } from './MailText.tsx';
import { SiteFooter } from '#src/features/legal/index.ts';
import { useOutboxMail } from './queries.ts';
import { Loaded } from '#src/ui/Loaded.tsx';
import { AuthFrame } from '#src/ui/shell/AuthFrame.tsx';

export function OutboxMailPage() {
  const { mailId = '' } = useParams();
  const mail = useOutboxMail(mailId);
  return (
    <AuthFrame
      title={mail.data?.subject ?? 'Mail'}
      subtitle={mail.data && `To ${mail.data.to}, ${mail.data.date}`}
      wide
      below={<Link to="/outbox">All mails</Link>}
      footer={<SiteFooter />}
    >
      <Loaded from={mail} label="Loading the mail" failed="Error fetching the mail">
        {({ text }) => <MailText text={text} />}
      </Loaded>
    </AuthFrame>
  );
}
