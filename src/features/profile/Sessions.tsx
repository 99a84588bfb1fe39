/** The sessions of the user, with dialogs that end them. */
import { useState } from 'react';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Session, endOtherSessions, endSession, listSessions } from '@cloakroom/contract/sessions.ts';
import { formatDateTime } from '#src/shared/format/moments.ts';
import { useActors } from '#src/features/root/index.ts';
import { useOfflineReason } from '#src/features/connection/index.ts';
import { call, list } from '#src/shared/http/call.ts';
import { Button } from '#src/ui/Button.tsx';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';
import { Row } from '#src/ui/layout.ts';
import { Loaded } from '#src/ui/Loaded.tsx';
import { Badge } from '#src/ui/Badge.tsx';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import { Table, type Column } from '#src/ui/Table.tsx';
import { deviceName } from './deviceText.ts';

/** Returns a function that raises a success alert. */
function useSuccessAlert() {
  const { raiseAlert } = useActors();
  return (content: string) => raiseAlert({ type: 'success', source: 'User', content, duration: 5 });
}

function EndSessionDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  const raiseSuccess = useSuccessAlert();
  const { mutateAsync } = useEndSession();
  const device = deviceName(session.user_agent);
  const end = async () => {
    await mutateAsync(session.id);
    raiseSuccess(`Signed out ${device}`);
  };
  return (
    <ConfirmDialog title={`Sign out ${device}?`} confirm="Sign out" danger onConfirm={end} onClose={onClose}>
      <p>
        Last seen {formatDateTime(session.last_seen)}, from {session.address}. Anything that is not saved
        there may be lost.
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
      <p>Every session but this one ends. If someone else was signed in, change your password as well.</p>
    </ConfirmDialog>
  );
}

export function Sessions() {
  const sessions = useSessions();
  const offlineReason = useOfflineReason('Only the service can end sessions.');
  const [ending, setEnding] = useState<Session | 'others'>();
  const close = () => setEnding(undefined);
  return (
    <Loaded dated from={sessions} label="Loading sessions" shape="table" failed="Error fetching sessions">
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

const columns = (onEnd: (session: Session) => void): Column<Session>[] => [
  {
    key: 'device',
    header: 'Device',
    rowHeader: true,
    cell: ({ user_agent, current }) => (
      <Row>
        {deviceName(user_agent)} {current && <Badge tone="primary">This session</Badge>}
      </Row>
    ),
  },
  { key: 'address', header: 'Address', cell: ({ address }) => address || '–' },
  { key: 'since', header: 'Signed in', cell: ({ created }) => formatDateTime(created) },
  { key: 'seen', header: 'Last seen', cell: ({ last_seen }) => formatDateTime(last_seen) },
  {
    key: 'actions',
    header: 'Actions',
    end: true,
    cell: (session) =>
      session.current ? (
        <LinkButton size="s" kind="quiet" icon="logout" to="/logout">
          Sign out here
        </LinkButton>
      ) : (
        <Button
          size="s"
          kind="quiet"
          icon="logout"
          aria-label={`Sign out ${deviceName(session.user_agent)}, last seen ${formatDateTime(session.last_seen)}`}
          onClick={() => onEnd(session)}
        >
          Sign out
        </Button>
      ),
  },
];

type SessionTableProps = { sessions: readonly Session[]; onEnd: (session: Session) => void };

/** The sessions of the user as a table. */
function SessionTable({ sessions, onEnd }: SessionTableProps) {
  return <Table caption="Sessions" columns={columns(onEnd)} rows={sessions} rowKey={({ id }) => id} />;
}

const maxSessions = 100;

const sessionsQuery = () =>
  queryOptions({
    queryKey: ['sessions'] as const,
    queryFn: ({ signal }) => list(listSessions, { query: { limit: maxSessions }, signal }),
  });

const useSessions = () => useQuery(sessionsQuery());

function useEndMutation<Variables>(end: (variables: Variables) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: end,
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery().queryKey }),
  });
}

/** Ends one session. */
const useEndSession = () => useEndMutation((id: string) => call(endSession, { params: { id } }));

/** Ends every session but this one. */
const useEndOtherSessions = () => useEndMutation(() => call(endOtherSessions));
