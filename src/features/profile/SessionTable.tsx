/** The sessions of the user as a table. */
import type { Session } from '@cloakroom/contract/sessions.ts';
import { deviceWords } from './deviceText.ts';
import { formatDateTime } from '#src/shared/format/moments.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Row } from '#src/ui/layout.ts';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import { Table, type Column } from '#src/ui/Table.tsx';

const columns = (onEnd: (session: Session) => void): Column<Session>[] => [
  {
    key: 'device',
    header: 'Device',
    rowHeader: true,
    cell: ({ user_agent, current }) => (
      <Row>
        {deviceWords(user_agent)} {current && <Badge tone="primary">This session</Badge>}
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
          aria-label={`Sign out ${deviceWords(session.user_agent)}, last seen ${formatDateTime(session.last_seen)}`}
          onClick={() => onEnd(session)}
        >
          Sign out
        </Button>
      ),
  },
];

type Props = { sessions: readonly Session[]; onEnd: (session: Session) => void };

export function SessionTable({ sessions, onEnd }: Props) {
  return <Table caption="Sessions" columns={columns(onEnd)} rows={sessions} rowKey={({ id }) => id} />;
}
