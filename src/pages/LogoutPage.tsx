/** /logout */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { waitFor } from 'xstate';
import { session } from '#src/machines/session/wiring.ts';
import { Row } from '#src/ui/layout.ts';
import { AuthFrame } from '#src/ui/shell/AuthFrame.tsx';
import { Spinner } from '#src/ui/Spinner.tsx';

export function LogoutPage() {
  const client = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => {
    session.send({ type: 'logout.asked' });
    void waitFor(session, (now) => now.matches('signedOut')).then(async ({ context }) => {
      client.clear();
      await navigate('/login', { replace: true, state: { unfinished: context.failure?.message } });
    });
  }, [client, navigate]);
  return (
    <AuthFrame title="Signing out">
      <Row role="status">
        <Spinner /> Everything that this browser has kept is being deleted.
      </Row>
    </AuthFrame>
  );
}
