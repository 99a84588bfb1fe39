/** The sessions of the user, with dialogs that end them. */
import { useState } from 'react';
import type { Session } from '@cloakroom/contract/sessions.ts';
import { deviceWords } from './deviceText.ts';
import { formatDateTime } from '#src/shared/format/moments.ts';
import { useActors } from '#src/features/root/index.ts';
import { useOfflineReason } from '#src/features/connection/index.ts';
import { useEndOtherSessions, useEndSession, useSessions } from './sessionQueries.ts';
import { Button } from '#src/ui/Button.tsx';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';
import { Row } from '#src/ui/layout.ts';
import { Loaded } from '#src/ui/Loaded.tsx';
import { SessionTable } from './SessionTable.tsx';

/** Returns a function that raises a success alert. */
function useSuccessAlert() {
  const { raiseAlert } = useActors();
  return (content: string) => raiseAlert({ type: 'success', source: 'User', content, duration: 5 });
}

function EndSessionDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  const raiseSuccess = useSuccessAlert();
  const { mutateAsync } = useEndSession();
  const device = deviceWords(session.user_agent);
  const end = async () => {
    await mutateAsync(session.id);
    raiseSuccess(`Signed out ${device}`);
  };
  return (
    <ConfirmDialog title={`Sign out ${device}?`} confirm="Sign out" danger onConfirm={end} onClose={onClose}>
      <p>
        Last seen {formatDateTime(session.last_seen)}, from {session.address}. Whatever is not saved there may
        be lost.
      </p>
    </ConfirmDialog>
  );
}

function EndOtherSessionsDialog({ onClose }: { onClose: () => void }) {
  const raiseSuccess = useSuccessAlert();
  const { mutateAsync } = useEndOtherSessions();
  const end = async () => {
    await mutateAsync(undefined);
    raiseSuccess('Signed out everywhere else');
  };
  return (
    <ConfirmDialog
      title="Sign out everywhere else?"
      confirm="Sign out everywhere else"
      danger
      onConfirm={end}
      onClose={onClose}
    >
      <p>Every session but this one ends. If somebody else was signed in, change your password as well.</p>
    </ConfirmDialog>
  );
}

export function Sessions() {
  const sessions = useSessions();
  const offlineReason = useOfflineReason('Only the service can end sessions.');
  const [ending, setEnding] = useState<Session | 'others'>();
  const close = () => setEnding(undefined);
  return (
    <Loaded dated from={sessions} label="Loading sessions" failed="Error fetching sessions">
      {({ items }) => (
        <>
          <SessionTable sessions={items} onEnd={setEnding} />
          <Row>
            <Button
              icon="logout"
              unavailable={
                items.some(({ current }) => !current) ? offlineReason : 'This is your only session.'
              }
              onClick={() => setEnding('others')}
            >
              Sign out everywhere else
            </Button>
          </Row>
          {ending === 'others' && <EndOtherSessionsDialog onClose={close} />}
          {ending !== undefined && ending !== 'others' && (
            <EndSessionDialog session={ending} onClose={close} />
          )}
        </>
      )}
    </Loaded>
  );
}
