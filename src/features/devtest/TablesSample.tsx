/** Tables: fifty rows in pages and at once, and a grid of ten thousand rows. */
import { useState } from 'react';
import { Badge } from '#src/ui/Badge.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { Stack } from '#src/ui/layout.ts';
import { Pager } from '#src/ui/Pager.tsx';
import { Table, type Column } from '#src/ui/Table.tsx';
import { LargeGrid } from './LargeGrid.tsx';
import { Sample } from './Sample.tsx';

type Line = { id: number; name: string; city: string; amount: number; active: boolean };

const cities = ['Lisbon', 'Oslo', 'Quito', 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'];
const rows: Line[] = Array.from({ length: 50 }, (_, at) => ({
  id: at + 1,
  name: `Person ${at + 1}`,
  city: cities[at % cities.length]!,
  amount: (at * 7919) % 10_000,
  active: at % 3 !== 0,
}));

const columns: Column<Line>[] = [
  { key: 'name', header: 'Name', cell: ({ name }) => name, rowHeader: true },
  { key: 'city', header: 'City', cell: ({ city }) => city },
  {
    key: 'status',
    header: 'Status',
    cell: ({ active }) => (active ? <Badge tone="success">Active</Badge> : <Badge>Invited</Badge>),
  },
  { key: 'amount', header: 'Amount', cell: ({ amount }) => amount.toLocaleString('en'), end: true },
  {
    key: 'edit',
    header: 'Edit',
    cell: ({ name }) => <IconButton icon="edit" size="s" label={`Edit ${name}`} />,
    end: true,
  },
];

const rowKey = ({ id }: Line) => String(id);
const sizes = [5, 10, 25];

export function TablesSample() {
  const [page, setPage] = useState(1);
  const [pageSize, setPageSize] = useState(5);
  const start = (page - 1) * pageSize;
  return (
    <Stack $gap="l">
      <Sample title="In pages">
        <Table
          caption="Made-up people, a page"
          columns={columns}
          rows={rows.slice(start, start + pageSize)}
          rowKey={rowKey}
        />
        <Pager
          label="Pages of the sample"
          page={page}
          pageSize={pageSize}
          total={rows.length}
          onPage={setPage}
          sizes={sizes}
          onPageSize={(size) => {
            setPageSize(size);
            setPage(1);
          }}
        />
      </Sample>
      <Sample title="10,000 rows, 35 columns">
        <LargeGrid />
      </Sample>
      <Sample title="50 rows">
        <Table caption="Fifty made-up people" columns={columns} rows={rows} rowKey={rowKey} />
      </Sample>
    </Stack>
  );
}
