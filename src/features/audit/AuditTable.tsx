/** Who did what, and when. */
import styled from 'styled-components';
import type { AuditLogEntry } from '#contract/audit.ts';
import { actorWords, deedWords, detailWords, objectWords } from '#src/lib/deeds.ts';
import { momentWords } from '#src/lib/moments.ts';
import { Clamped } from '#src/ui/Card.tsx';
import { EmailText } from '#src/ui/EmailText.tsx';
import { IdText } from '#src/ui/IdText.tsx';
import { Table, type Column } from '#src/ui/Table.tsx';

/* Not cut where it fits. */
const Address = styled.code`
  overflow-wrap: break-word;
`;

/* So that a long one leaves the others room for whole words. */
const Details = styled(Clamped)`
  max-inline-size: 22rem;
`;

const columns: Column<AuditLogEntry>[] = [
  { key: 'when', header: 'When', rowHeader: true, cell: ({ timestamp }) => momentWords(timestamp) },
  { key: 'who', header: 'Who', cell: (entry) => <EmailText address={actorWords(entry)} /> },
  { key: 'what', header: 'What', cell: deedWords },
  { key: 'object', header: 'Object', cell: (entry) => <IdText value={objectWords(entry)} /> },
  {
    key: 'detail',
    header: 'Details',
    cell: (entry) => <Details title={detailWords(entry)}>{detailWords(entry)}</Details>,
  },
  { key: 'from', header: 'From', cell: ({ remote_address }) => <Address>{remote_address}</Address> },
];

export function AuditTable({ entries }: { entries: readonly AuditLogEntry[] }) {
  return <Table caption="Audit log" columns={columns} rows={entries} rowKey={({ id }) => id} />;
}
