/** The keys that others have sealed for one, and that wait to be received. */
import type { Material } from '#contract/materials.ts';
import { materialLine, type MaterialLine } from '#src/lib/keys.ts';
import { momentWords } from '#src/lib/moments.ts';
import { IdText } from '#src/ui/IdText.tsx';
import { Table, type Column } from '#src/ui/Table.tsx';

const columns: Column<MaterialLine>[] = [
  { key: 'id', header: 'Material ID', rowHeader: true, cell: ({ id }) => <IdText value={id} chars={14} /> },
  { key: 'created', header: 'Created', cell: ({ created }) => momentWords(created) },
  { key: 'request', header: 'Request', cell: ({ request }) => <IdText value={request} chars={14} /> },
  { key: 'requestor', header: 'Requestor', cell: ({ requestor }) => requestor },
  { key: 'sealer', header: 'Sealed by', cell: ({ sealer }) => sealer },
];

export function MaterialTable({ materials }: { materials: readonly Material[] }) {
  return (
    <Table caption="Materials" columns={columns} rows={materials.map(materialLine)} rowKey={({ id }) => id} />
  );
}
