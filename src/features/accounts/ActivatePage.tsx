/** /accounts/activate */
import { useEffect } from 'react';
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { useSelector } from '@xstate/react';
import { SiteFooter } from '#src/features/legal/index.ts';
import { readSignedLink } from '#src/machines/activation/types.ts';
import { startActivation, type ActivationActor } from '#src/machines/activation/effects.ts';
import type { Root } from '#src/features/root/index.ts';
import { createBillingCustomer } from '#src/features/organizations/index.ts';
import { tourPath } from '#src/shared/paths.ts';
import { AuthFrame } from '#src/ui/shell/AuthFrame.tsx';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Row } from '#src/ui/layout.ts';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import { Spinner } from '#src/ui/Spinner.tsx';

/** Starts the activation once for each visit, because the link works only once. */
export async function loader({ request }: LoaderFunctionArgs, root: Root) {
  const { trace } = await root.actors();
  const activation = startActivation(readSignedLink(new URL(request.url).searchParams), trace);
  activation.subscribe({ complete: () => void createBillingCustomer() });
  return { activation };
}

export function ActivatePage() {
  const { activation } = useLoaderData<{ activation: ActivationActor }>();
  useEffect(() => {
    // The link is a secret, so it is removed from the address bar and the history.
    history.replaceState(history.state, '', location.pathname);
  }, []);
  return (
    <AuthFrame title="Account activation" below={<Link to="/login">Sign in</Link>} footer={<SiteFooter />}>
      <ActivationReport activation={activation} />
    </AuthFrame>
  );
}

/** The progress and the outcome of an activation. */
function ActivationReport({ activation }: { activation: ActivationActor }) {
  const state = useSelector(activation, (snapshot) => snapshot);
  if (state.matches('activated')) {
    return (
      <Banner
        tone="success"
        title="Your account has been activated"
        actions={
          <LinkButton kind="primary" to={tourPath}>
            Go to your datasets
          </LinkButton>
        }
      >
        Sign in with your email and password, and start with your first dataset.
      </Banner>
    );
  }
  if (state.matches('failed')) {
    const retry = state.can({ type: 'link.retried' });
    return (
      <Banner
        tone="error"
        title="Your account could not be activated"
        actions={
          retry && <Button onClick={() => activation.send({ type: 'link.retried' })}>Try again</Button>
        }
      >
        {state.context.failure?.message}
      </Banner>
    );
  }
  return (
    <Row role="status">
      <Spinner /> Activating your account...
    </Row>
  );
}
