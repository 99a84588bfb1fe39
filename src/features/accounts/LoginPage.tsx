/** /login */
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { BetaNotice, useStatus } from '#src/features/connection/index.ts';
import { SiteFooter } from '#src/features/legal/index.ts';
import { useRoot } from '#src/features/root/index.ts';
import { config } from '#src/shared/config.ts';
import { safeReturn } from '#src/shared/paths.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Row } from '#src/ui/layout.ts';
import { AuthFrame } from '#src/ui/shell/AuthFrame.tsx';
import { Button } from '#src/ui/Button.tsx';
import { LoginForm, type Credentials } from './LoginForm.tsx';

/** Why the session at the service may still exist after signing out. */
type LocationState = { unfinished?: string } | null;

const GoogleButton = lazy(async () => ({
  default: (await import('./GoogleButton.tsx')).GoogleButton,
}));

export function LoginPage() {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const { data: status } = useStatus();
  const [demoCredentials, setDemoCredentials] = useState<Credentials>();
  const client = useQueryClient();
  const { state } = useLocation() as { state: LocationState };
  const root = useRoot();
  /** True while this page's own form signs in. */
  const signingIn = useRef(false);

  const isDemo = status?.demo !== undefined || location.host === config.demoHost;

  const openConsole = async () => {
    // The cache may hold data of another user.
    client.clear();
    await navigate(safeReturn(query.get('next'), location.origin), { replace: true });
  };
  const finishSignIn = async () => {
    const { completeSignIn } = await import('#src/features/session/signIn.ts');
    signingIn.current = true;
    try {
      await completeSignIn(await root.actors());
    } finally {
      signingIn.current = false;
    }
    await openConsole();
  };
  const onOtherSignIn = useEffectEvent(() => {
    if (!signingIn.current) void openConsole();
  });
  useEffect(() => {
    const unmounted = new AbortController();
    // Imported here, so that the page shows before the session machine has loaded.
    void import('#src/features/session/signIn.ts').then(async ({ watchSignIn }) => {
      const stop = watchSignIn(await root.actors(), () => onOtherSignIn());
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
          The session at the service was not ended: {state.unfinished}
        </Banner>
      )}
      {isDemo && <DemoNote demo={status?.demo} onUse={setDemoCredentials} />}
      <LoginForm key={demoCredentials?.login} values={demoCredentials} onSuccess={finishSignIn} />
      <Row $justify="center">
        <Link to="/accounts/forgot-password">Forgot your password?</Link>
      </Row>
      {config.googleClientId && (
        <Suspense fallback={null}>
          <GoogleButton label="Continue with Google" next={query.get('next') ?? '/'} />
        </Suspense>
      )}
    </AuthFrame>
  );
}

type DemoNoteProps = {
  demo: { email: string; password: string } | undefined;
  onUse: (credentials: Credentials) => void;
};

/** The welcome note of a demo host, with the shared demo account if there is one. */
function DemoNote({ demo, onUse }: DemoNoteProps) {
  const title = 'Welcome to the demo';
  if (!demo)
    return (
      <Banner tone="info" title={title}>
        Look around freely. Anything that you store here is for testing only, and may be deleted at any time.
      </Banner>
    );
  const use = () => onUse({ login: demo.email, password: demo.password });
  return (
    <Banner
      tone="info"
      title={title}
      actions={
        <Button size="s" onClick={use}>
          Use the demo account
        </Button>
      }
    >
      It has sample datasets that are already sealed. Sign in as {demo.email} with the password{' '}
      <code>{demo.password}</code>.
    </Banner>
  );
}
