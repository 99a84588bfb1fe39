/** The outstanding requests for the user's keys, with buttons to fulfill or deny them. */
import styled from 'styled-components';
import type { RequestStatus } from '@cloakroom/contract/accessLog.ts';
import type { Request } from '@cloakroom/contract/requests.ts';
import { queryKeyName } from '@cloakroom/contract/fields.ts';
import { requestRow } from '#src/features/sharing/tableRows.ts';
import { formatDate, formatDateTime } from '#src/shared/format/moments.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { Button } from '#src/ui/Button.tsx';
import { BreakableText } from '#src/ui/BreakableText.tsx';
import { IdText } from '#src/ui/IdText.tsx';
import { Muted, Row } from '#src/ui/layout.ts';
import { Table, type Column } from '#src/ui/Table.tsx';

/* Inline, so that the alignment of the cell applies. */
const Buttons = styled(Row)`
  display: inline-flex;
  flex-wrap: nowrap;
`;

type RequestTableProps = {
  requests: readonly Request[];
  /** What this machine knows of their devices. */
  statuses: readonly RequestStatus[] | undefined;
  /** Why no request can be fulfilled. */
  obstacle: string | undefined;
  onFulfill: (request: Request) => void;
  onDeny: (request: Request) => void;
};

const devices = {
  compared: { tone: 'success', icon: 'check', label: 'Compared' },
  uncompared: { tone: 'warning', icon: 'warning', label: 'Not compared' },
  new: { tone: 'info', icon: 'info', label: 'First device' },
  changed: { tone: 'warning', icon: 'warning', label: 'Another device' },
  unusable: { tone: 'error', icon: 'alert', label: 'Unusable device' },
} as const;

function DeviceBadge({ status }: { status: RequestStatus | undefined }) {
  if (!status) return null;
  const { tone, icon, label } = devices[status.device];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}

const columns = ({ statuses, obstacle, onFulfill, onDeny }: RequestTableProps): Column<Request>[] => [
  { key: 'id', header: 'Request ID', rowHeader: true, cell: ({ id }) => <IdText value={id} chars={14} /> },
  {
    key: 'created',
    header: 'Created',
    cell: ({ created, expires }) => (
      <>
        {formatDateTime(created)} <Muted>until {formatDate(expires)}</Muted>
      </>
    ),
  },
  { key: 'schema', header: 'Schema', cell: (request) => requestRow(request).schema },
  {
    key: 'requestor',
    header: 'Requestor',
    cell: (request) => (
      <Row>
        <BreakableText text={requestRow(request).requestor} />
        <DeviceBadge status={statuses?.find((one) => one.request === request.id)} />
        {statuses?.find((one) => one.request === request.id)?.access === 'unconfirmed' && (
          <Badge tone="error" icon="alert">
            Unconfirmed
          </Badge>
        )}
      </Row>
    ),
  },
  {
    key: 'field',
    header: 'Field',
    cell: ({ field_name: field }) =>
      field === queryKeyName ? (
        <>
          <code>{field}</code> <Muted>(to search)</Muted>
        </>
      ) : (
        <code>{field}</code>
      ),
  },
  {
    key: 'actions',
    header: 'Actions',
    end: true,
    cell: (request) => {
      const { field, requestor } = requestRow(request);
      return (
        <Buttons>
          <Button
            size="s"
            icon="key"
            unavailable={obstacle}
            aria-label={`Fulfill ${field} for ${requestor}`}
            onClick={() => onFulfill(request)}
          >
            Fulfill
          </Button>
          <Button
            size="s"
            kind="quiet"
            aria-label={`Deny ${field} to ${requestor}`}
            onClick={() => onDeny(request)}
          >
            Deny
          </Button>
        </Buttons>
      );
    },
  },
];

export function RequestTable(props: RequestTableProps) {
  return <Table caption="Requests" columns={columns(props)} rows={props.requests} rowKey={({ id }) => id} />;
}
