/** /login */
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { DemoNote } from './DemoNote.tsx';
import { LoginForm, type Credentials } from './LoginForm.tsx';
import { BetaNotice, useStatus } from '#src/features/connection/index.ts';
import { SiteFooter } from '#src/features/legal/index.ts';
import { useRoot } from '#src/features/root/index.ts';
import { config } from '#src/shared/config.ts';
import { safeReturn } from '#src/shared/paths.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Row } from '#src/ui/layout.ts';
import { AuthFrame } from '#src/ui/shell/AuthFrame.tsx';

/** What the sign-out leaves behind when the service could not be told. */
type Arrival = { unfinished?: string } | null;

const GoogleButton = lazy(async () => ({
  default: (await import('./GoogleButton.tsx')).GoogleButton,
}));

export function LoginPage() {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const { data: status } = useStatus();
  const [filled, setFilled] = useState<Credentials>();
  const client = useQueryClient();
  const { state } = useLocation() as { state: Arrival };
  const root = useRoot();
  /** The person is signing in by this page's form. */
  const entering = useRef(false);

  const isDemo = status?.demo !== undefined || location.host === config.demoHost;

  const goIn = async () => {
    // What somebody else may have left in memory is not for this person.
    client.clear();
    await navigate(safeReturn(query.get('next'), location.origin), { replace: true });
  };
  const arrive = async () => {
    const { enter } = await import('#src/features/session/arrivals.ts');
    entering.current = true;
    try {
      await enter(await root.actors());
    } finally {
      entering.current = false;
    }
    await goIn();
  };
  const follow = useEffectEvent(() => {
    if (!entering.current) void goIn();
  });
  useEffect(() => {
    const unmounted = new AbortController();
    // The page is shown without the session's machine.
    void import('#src/features/session/arrivals.ts').then(async ({ watchArrivals }) => {
      const stop = watchArrivals(await root.actors(), () => follow());
      if (unmounted.signal.aborted) stop();
      else unmounted.signal.addEventListener('abort', stop);
    });
    return () => unmounted.abort();
  }, [root]);
  return (
    <AuthFrame
      title="Sign In"
      subtitle={`Welcome to ${config.productName}, where only the owners of data can read it.`}
      below={
        <>
          New here? <Link to="/register">Create an account</Link>
        </>
      }
      footer={<SiteFooter />}
    >
      <BetaNotice />
      {state?.unfinished && (
        <Banner tone="warning" title="Signed out on this machine only">
          The service could not be told: {state.unfinished}
        </Banner>
      )}
      {isDemo && <DemoNote demo={status?.demo} onUse={setFilled} />}
      <LoginForm key={filled?.login} values={filled} onSuccess={arrive} />
      <Row $justify="center">
        <Link to="/accounts/forgot-password">Forgot your password?</Link>
      </Row>
      {config.googleClientId && (
        <Suspense fallback={null}>
          <GoogleButton words="Continue with Google" next={query.get('next') ?? '/'} />
        </Suspense>
      )}
    </AuthFrame>
  );
}
