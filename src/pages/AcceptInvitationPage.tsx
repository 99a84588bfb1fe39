/** /accounts/accept-invitation */
import { useEffect } from 'react';
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { AcceptInvitationForm } from '#src/features/accounts/AcceptInvitationForm.tsx';
import { RefusedInvitation } from '#src/features/accounts/RefusedInvitation.tsx';
import { SiteFooter } from '#src/features/legal/SiteFooter.tsx';
import { TermsDialog } from '#src/features/legal/TermsDialog.tsx';
import { readSignedLink, type SignedLink } from '#src/lib/signedLink.ts';
import { AuthFrame } from '#src/ui/shell/AuthFrame.tsx';

/** For who looks at another page and comes back: the address no longer has it. */
let last: SignedLink | null = null;

export const loader = ({ request }: LoaderFunctionArgs) => {
  const { searchParams } = new URL(request.url);
  last = searchParams.size > 0 ? readSignedLink(searchParams) : last;
  return { link: last };
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
