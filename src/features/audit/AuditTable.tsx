/** The entries of the audit log as a table. */
import styled from 'styled-components';
import type { AuditLogEntry } from '@cloakroom/contract/audit.ts';
import { actorText, actionText, detailText, objectName } from './auditLogText.ts';
import { formatDateTime } from '#src/shared/format/moments.ts';
import { Clamped } from '#src/ui/Card.tsx';
import { BreakableText } from '#src/ui/BreakableText.tsx';
import { IdText } from '#src/ui/IdText.tsx';
import { Table, type Column } from '#src/ui/Table.tsx';

/* Short addresses stay on one line. */
const Address = styled.code`
  display: block;
  min-inline-size: 9ch;
`;

/* Limited, so that the other columns keep whole words. */
const Details = styled(Clamped)`
  max-inline-size: 16rem;
`;
const Name = styled.div`
  max-inline-size: 11rem;
`;

function objectCell(entry: AuditLogEntry) {
  const name = objectName(entry);
  return name === undefined ? <IdText value={entry.object_id} chars={10} /> : <Name>{name}</Name>;
}

const columns: Column<AuditLogEntry>[] = [
  { key: 'when', header: 'When', rowHeader: true, cell: ({ timestamp }) => formatDateTime(timestamp) },
  { key: 'who', header: 'Who', cell: (entry) => <BreakableText text={actorText(entry)} /> },
  { key: 'what', header: 'What', cell: actionText },
  { key: 'object', header: 'Object', cell: objectCell },
  {
    key: 'detail',
    header: 'Details',
    cell: (entry) => <Details title={detailText(entry)}>{detailText(entry)}</Details>,
  },
  { key: 'from', header: 'From', cell: ({ remote_address }) => <Address>{remote_address}</Address> },
];

export function AuditTable({ entries }: { entries: readonly AuditLogEntry[] }) {
  return <Table caption="Audit log" columns={columns} rows={entries} rowKey={({ id }) => id} />;
}
