/** /accounts/google: receives the id token from Google in the address */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useLoaderData, useNavigate } from 'react-router';
import { SiteFooter } from '#src/features/legal/index.ts';
import { Failure } from '#src/shared/failure.ts';
import { safeReturn } from '#src/shared/paths.ts';
import { useActors } from '#src/features/root/index.ts';
import { completeGoogleSignIn } from './google.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Row } from '#src/ui/layout.ts';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import { AuthFrame } from '#src/ui/shell/AuthFrame.tsx';
import { Spinner } from '#src/ui/Spinner.tsx';

/** Sends the token to the service once per visit. `location` has the page's address by the time its loader runs. */
export function loader() {
  const signIn = completeGoogleSignIn(location.hash);
  // The page handles the failure later. Until then, it must not count as unhandled.
  signIn.catch(() => undefined);
  // The token is a secret, so it is removed from the address bar and the history.
  history.replaceState(history.state, '', location.pathname);
  return { signIn };
}

export function GooglePage() {
  const { session } = useActors();
  const { signIn } = useLoaderData<typeof loader>();
  const [error, setError] = useState('');
  const client = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => {
    signIn.then(
      (next) => {
        session.send({ type: 'login.succeeded' });
        client.clear();
        void navigate(safeReturn(next, location.origin), { replace: true });
      },
      (thrown: unknown) => setError(Failure.from(thrown).message),
    );
  }, [signIn, client, navigate, session]);
  return (
    <AuthFrame
      title="Sign in with Google"
      below={<Link to="/login">Back to sign in</Link>}
      footer={<SiteFooter />}
    >
      {error ? (
        <Banner tone="error" title="Login failed" actions={<LinkButton to="/login">Try again</LinkButton>}>
          {error}
        </Banner>
      ) : (
        <Row role="status">
          <Spinner /> Signing you in
        </Row>
      )}
    </AuthFrame>
  );
}
