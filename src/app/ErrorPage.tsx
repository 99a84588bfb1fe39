/** The pages shown instead of a page that failed. */
import { useEffect, useState } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { integrations } from '#src/shared/config.ts';
import { Failure, isTransient } from '#src/shared/failure.ts';
import { useRoot } from '#src/features/root/index.ts';
import { useStatus } from '#src/features/connection/status.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Row } from '#src/ui/layout.ts';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import { Page } from '#src/ui/Page.tsx';
import { AuthFrame } from '#src/ui/shell/AuthFrame.tsx';

function failureOf(thrown: unknown): Failure {
  if (!isRouteErrorResponse(thrown)) return Failure.from(thrown);
  return new Failure('unexpected', `${thrown.status} ${thrown.statusText}`, { status: thrown.status });
}

const title = 'Something is horribly wrong!';

/** Reloads the page as soon as the service responds again. */
function ReloadWhenOnline() {
  const [since] = useState(() => Date.now());
  const { isSuccess, dataUpdatedAt } = useStatus();
  useEffect(() => {
    if (isSuccess && dataUpdatedAt > since) location.reload();
  }, [isSuccess, dataUpdatedAt, since]);
  return null;
}

function ErrorDetails() {
  const root = useRoot();
  const thrown = useRouteError();
  const failure = failureOf(thrown);
  useEffect(() => {
    if (integrations.errors)
      void import('#src/features/errorReports/watchErrors.ts').then(({ reportError }) =>
        reportError(root, thrown),
      );
  }, [root, thrown]);
  return (
    <>
      <Banner tone="error" title={isTransient(failure) ? 'No connection' : 'Details'}>
        {failure.message}
      </Banner>
      {isTransient(failure) && <ReloadWhenOnline />}
      <Row>
        <Button kind="primary" icon="refresh" onClick={() => location.reload()}>
          Try again
        </Button>
        <LinkButton to="/">Home</LinkButton>
      </Row>
    </>
  );
}

export const ErrorPage = () => (
  <AuthFrame title={title}>
    <ErrorDetails />
  </AuthFrame>
);

/** Keeps the layout around the failed page. */
export const SectionError = () => (
  <Page title={title}>
    <ErrorDetails />
  </Page>
);

/** For pages that need a session: offers to sign up if the account was refused. */
export function AuthErrorPage() {
  const { status } = failureOf(useRouteError());
  if (status !== 400 && status !== 422) return <ErrorPage />;
  return (
    <AuthFrame
      title="Sign up to continue"
      subtitle="You don’t have an account that can open this page. Create one, or sign in with a different account."
    >
      <Row>
        <LinkButton kind="primary" to="/register">
          Create an account
        </LinkButton>
        <LinkButton to="/login">Sign in</LinkButton>
      </Row>
    </AuthFrame>
  );
}
