/** /accounts/reset-password */
import { useEffect } from 'react';
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { ResetPasswordForm } from './ResetPasswordForm.tsx';
import { SiteFooter } from '#src/features/legal/index.ts';
import { readSignedLink } from '#src/machines/activation/signedLink.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import { AuthFrame } from '#src/ui/shell/AuthFrame.tsx';

export const loader = ({ request }: LoaderFunctionArgs) => ({
  link: readSignedLink(new URL(request.url).searchParams),
});

export function ResetPasswordPage() {
  const { link } = useLoaderData<typeof loader>();
  useEffect(() => {
    // The link is a secret: neither the address bar nor the history keeps it.
    history.replaceState(history.state, '', location.pathname);
  }, []);
  return (
    <AuthFrame
      title="Please select a new password"
      below={<Link to="/login">Back to sign in</Link>}
      footer={<SiteFooter />}
    >
      {link ? (
        <ResetPasswordForm link={link} />
      ) : (
        <Banner
          tone="error"
          actions={<LinkButton to="/accounts/forgot-password">Request a new link</LinkButton>}
        >
          Invalid password reset link. Please request a new one.
        </Banner>
      )}
    </AuthFrame>
  );
}
