/** /accounts/accept-invitation */
import { useEffect } from 'react';
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { AcceptInvitationForm } from './AcceptInvitationForm.tsx';
import { RefusedInvitation } from './RefusedInvitation.tsx';
import type { Root } from '#src/features/root/index.ts';
import { SiteFooter, TermsDialog } from '#src/features/legal/index.ts';
import { readSignedLink } from '#src/machines/activation/signedLink.ts';
import { AuthFrame } from '#src/ui/shell/AuthFrame.tsx';

/** Keeps the link in the root, since the page removes it from the address: coming back still finds it. */
export const loader = ({ request }: LoaderFunctionArgs, { invitation }: Root) => {
  const { searchParams } = new URL(request.url);
  if (searchParams.size > 0) invitation.link = readSignedLink(searchParams);
  return { link: invitation.link };
};

export function AcceptInvitationPage() {
  const { link } = useLoaderData<typeof loader>();
  useEffect(() => {
    // The link is a secret: neither the address bar nor the history keeps it.
    history.replaceState(history.state, '', location.pathname);
  }, []);
  return (
    <AuthFrame
      title="Open your account"
      subtitle="You have been invited. Choose a password, and the name that others will see."
      below={<Link to="/login">Back to sign in</Link>}
      footer={<SiteFooter />}
    >
      {link ? (
        <AcceptInvitationForm
          link={link}
          terms={({ agree, close }) => <TermsDialog onAgree={agree} onClose={close} />}
        />
      ) : (
        <RefusedInvitation reason="Invalid invitation link. Please ask for a new one." />
      )}
    </AuthFrame>
  );
}
