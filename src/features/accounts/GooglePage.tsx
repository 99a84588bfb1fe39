/** /accounts/google: back from Google with a token in the address */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useLoaderData, useNavigate } from 'react-router';
import { SiteFooter } from '#src/features/legal/index.ts';
import { Failure } from '#src/shared/failure.ts';
import { safeReturn } from '#src/shared/paths.ts';
import { useActors } from '#src/features/root/index.ts';
import { arriveFromGoogle } from './google.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Row } from '#src/ui/layout.ts';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import { AuthFrame } from '#src/ui/shell/AuthFrame.tsx';
import { Spinner } from '#src/ui/Spinner.tsx';

/** Shows the token to the service once for each visit. A page's address is in `location` by the time its loader runs. */
export function loader() {
  const arrival = arriveFromGoogle(location.hash);
  // Who looks at the outcome comes later.
  arrival.catch(() => undefined);
  // The token is a secret: neither the address bar nor the history keeps it.
  history.replaceState(history.state, '', location.pathname);
  return { arrival };
}

export function GooglePage() {
  const { session } = useActors();
  const { arrival } = useLoaderData<typeof loader>();
  const [failed, setFailed] = useState('');
  const client = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => {
    arrival.then(
      (next) => {
        session.send({ type: 'login.succeeded' });
        client.clear();
        void navigate(safeReturn(next, location.origin), { replace: true });
      },
      (thrown: unknown) => setFailed(Failure.from(thrown).message),
    );
  }, [arrival, client, navigate, session]);
  return (
    <AuthFrame
      title="Sign in with Google"
      below={<Link to="/login">Back to sign in</Link>}
      footer={<SiteFooter />}
    >
      {failed ? (
        <Banner tone="error" title="Login failed" actions={<LinkButton to="/login">Try again</LinkButton>}>
          {failed}
        </Banner>
      ) : (
        <Row role="status">
          <Spinner /> Signing you in
        </Row>
      )}
    </AuthFrame>
  );
}
