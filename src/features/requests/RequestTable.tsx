/** The requests that wait for one's keys. */
import type { Request } from '#contract/requests.ts';
import { queryKeyName, requestLine, type RequestLine } from '#src/lib/keys.ts';
import { momentWords } from '#src/lib/moments.ts';
import { IdText } from '#src/ui/IdText.tsx';
import { Muted } from '#src/ui/layout.ts';
import { Table, type Column } from '#src/ui/Table.tsx';

const columns: Column<RequestLine>[] = [
  { key: 'id', header: 'Request ID', rowHeader: true, cell: ({ id }) => <IdText value={id} /> },
  { key: 'created', header: 'Created', cell: ({ created }) => momentWords(created) },
  { key: 'schema', header: 'Schema', cell: ({ schema }) => schema },
  { key: 'requestor', header: 'Requestor', cell: ({ requestor }) => requestor },
  {
    key: 'field',
    header: 'Field',
    cell: ({ field }) => (
      <>
        <code>{field}</code> {field === queryKeyName && <Muted>to search</Muted>}
      </>
    ),
  },
];

export function RequestTable({ requests }: { requests: readonly Request[] }) {
  return (
    <Table caption="Requests" columns={columns} rows={requests.map(requestLine)} rowKey={({ id }) => id} />
  );
}
