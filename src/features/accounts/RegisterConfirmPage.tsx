/** /accounts/register-confirm */
import { Link } from 'react-router';
import { SiteFooter } from '#src/features/legal/index.ts';
import { useStatus } from '#src/features/connection/index.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import { AuthFrame } from '#src/ui/shell/AuthFrame.tsx';

export function RegisterConfirmPage() {
  const { data: status } = useStatus();
  return (
    <AuthFrame
      title="Thanks for signing up!"
      subtitle="Please check your email for an activation link. It works for seven days."
      below={<Link to="/login">Back to sign in</Link>}
      footer={<SiteFooter />}
    >
      {status?.outbox && (
        <Banner
          tone="info"
          title="No mail server is configured"
          actions={
            <LinkButton kind="primary" to="/outbox">
              Open the outbox
            </LinkButton>
          }
        >
          Mail from this machine is kept in its outbox, where you find the activation link. The outbox opens
          in browsers that have opened the address that npm start printed beside “Mail”.
        </Banner>
      )}
    </AuthFrame>
  );
}
