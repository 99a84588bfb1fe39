/** /logout */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { waitFor } from 'xstate';
import { withoutSearchTerms } from '#src/shared/paths.ts';
import { useActors } from '#src/features/root/index.ts';
import { Row } from '#src/ui/layout.ts';
import { AuthFrame } from '#src/ui/shell/AuthFrame.tsx';
import { Spinner } from '#src/ui/Spinner.tsx';

/** Shown if another user has signed in meanwhile, whose session is not ended. */
const otherUserMessage = 'another user has since signed in with this browser, and stays signed in.';

/** Removes search terms from the address of the previous page, which `location` still contains while this loader runs. */
export function loader() {
  const cleanPath = withoutSearchTerms(location);
  if (cleanPath !== `${location.pathname}${location.search}`)
    history.replaceState(history.state, '', cleanPath);
  return null;
}

export function LogoutPage() {
  const { session } = useActors();
  const client = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => {
    session.send({ type: 'logout.requested' });
    const ended = waitFor(session, (now) => now.matches('signedOut') || now.matches('replaced'));
    void ended.then(async ({ value, context }) => {
      client.clear();
      const unfinished = value === 'replaced' ? otherUserMessage : context.failure?.message;
      await navigate('/login', { replace: true, state: { unfinished } });
    });
  }, [client, navigate, session]);
  return (
    <AuthFrame title="Signing out">
      <Row role="status">
        <Spinner /> Everything stored in this browser is being deleted.
      </Row>
    </AuthFrame>
  );
}
