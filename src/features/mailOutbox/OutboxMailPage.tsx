/** /outbox/:mailId */
import { Link, useParams } from 'react-router';
import styled from 'styled-components';
import { SiteFooter } from '#src/features/legal/index.ts';
import { Loaded } from '#src/ui/Loaded.tsx';
import { token } from '#src/ui/theme/tokens.ts';
import { AuthFrame } from '#src/ui/shell/AuthFrame.tsx';
import { useOutboxMail } from './queries.ts';
import { mailParts } from './mailText.ts';

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

const Text = styled.div`
  padding: ${token.space.m};
  background: ${token.color.sunken};
  border: 1px solid ${token.color.border};
  border-radius: ${token.radius.m};
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;

/** One mail as plain text. Addresses of pages of this console are links; all others are plain text. */
const MailText = ({ text }: { text: string }) => (
  <Text>
    {mailParts(text, location.origin).map(({ text: part, to }, at) =>
      to === undefined ? (
        part
      ) : (
        // The index is a stable key, because the parts of a mail never change.
        <Link key={at} to={to}>
          {part}
        </Link>
      ),
    )}
  </Text>
);
