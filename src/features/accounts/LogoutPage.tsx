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

/** Nobody signs out somebody else. */
const stays = 'somebody else has signed in in this browser since, and stays signed in.';

/** Takes what was searched for out of the address that is left. It is still in `location` while this loader runs. */
export function loader() {
  const bare = withoutSearchTerms(location);
  if (bare !== `${location.pathname}${location.search}`) history.replaceState(history.state, '', bare);
  return null;
}

export function LogoutPage() {
  const { session } = useActors();
  const client = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => {
    session.send({ type: 'logout.asked' });
    const ended = waitFor(session, (now) => now.matches('signedOut') || now.matches('replaced'));
    void ended.then(async ({ value, context }) => {
      client.clear();
      const unfinished = value === 'replaced' ? stays : context.failure?.message;
      await navigate('/login', { replace: true, state: { unfinished } });
    });
  }, [client, navigate, session]);
  return (
    <AuthFrame title="Signing out">
      <Row role="status">
        <Spinner /> Everything that this browser has kept is being deleted.
      </Row>
    </AuthFrame>
  );
}
