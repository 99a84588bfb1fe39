/** /login */
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { DemoNote } from '#src/features/accounts/DemoNote.tsx';
import { LoginForm, type Credentials } from '#src/features/accounts/LoginForm.tsx';
import { SiteFooter } from '#src/features/legal/SiteFooter.tsx';
import { config } from '#src/lib/config.ts';
import { safeReturn } from '#src/lib/paths.ts';
import { session } from '#src/machines/session/wiring.ts';
import { useStatus } from '#src/queries/status.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Row } from '#src/ui/layout.ts';
import { AuthFrame } from '#src/ui/shell/AuthFrame.tsx';

export function LoginPage() {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const { data: status } = useStatus();
  const [filled, setFilled] = useState<Credentials>();
  const unfinished = useSelector(session, (now) => (now.matches('signedOut') ? now.context.failure : null));

  const arrive = () => {
    session.send({ type: 'login.succeeded' });
    return navigate(safeReturn(query.get('next'), location.origin), { replace: true });
  };
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
      {unfinished && (
        <Banner tone="warning" title="Signed out on this machine only">
          The service could not be told: {unfinished.message}
        </Banner>
      )}
      {status?.demo && <DemoNote demo={status.demo} onUse={setFilled} />}
      <LoginForm key={filled?.login} values={filled} onSuccess={arrive} />
      <Row $justify="center">
        <Link to="/accounts/forgot-password">Forgot your password?</Link>
      </Row>
    </AuthFrame>
  );
}
