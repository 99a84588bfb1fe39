/** The progress and the outcome of an activation. */
import { useSelector } from '@xstate/react';
import { tourPath } from '#src/shared/paths.ts';
import type { ActivationActor } from '#src/machines/activation/effects.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Row } from '#src/ui/layout.ts';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import { Spinner } from '#src/ui/Spinner.tsx';

export function ActivationReport({ activation }: { activation: ActivationActor }) {
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
