/** Tables: fifty rows in pages and all together, and a grid of ten thousand rows. */
import { useState } from 'react';
import { Badge } from '#src/ui/Badge.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { Stack, Row } from '#src/ui/layout.ts';
import { Pager } from '#src/ui/Pager.tsx';
import { Table, type Column } from '#src/ui/Table.tsx';
import { Grid } from '#src/ui/grid/Grid.tsx';
import { ColumnMenu } from '#src/ui/grid/ColumnMenu.tsx';
import { resetLayout, useGrid } from '#src/ui/grid/useGrid.ts';
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

const gridColumns = Array.from({ length: 35 }, (_, at) => ({
  name: `Column ${at + 1}`,
  numeric: at % 3 === 2,
}));
const columnIndex = new Map(gridColumns.map(({ name }, at) => [name, at]));
const gridRows = Array.from({ length: 10_000 }, (_, at) => at + 1);

const keyOf = String;
const numberOf = (row: number) => row;
const cellOf = (row: number, column: string) => {
  const at = columnIndex.get(column) ?? 0;
  return { text: at % 3 === 2 ? String((row * 7919 + at) % 100_000) : `Value ${at + 1} of row ${row}` };
};
const unsorted = { direction: null, unavailable: 'These made-up values can’t be sorted.' };

/** A virtualized grid of 350,000 made-up values. */
function LargeGrid() {
  const grid = useGrid(gridColumns);
  const [openedRow, setOpenedRow] = useState<number>();
  return (
    <>
      <Row $justify="space-between">
        <span>{openedRow === undefined ? 'No row is open.' : `Row ${openedRow} is open.`}</span>
        <ColumnMenu grid={grid} onReset={() => resetLayout(grid)} />
      </Row>
      <Grid
        grid={grid}
        label="Ten thousand made-up rows"
        what="row"
        total={gridRows.length}
        offset={0}
        rows={gridRows}
        keyOf={keyOf}
        numberOf={numberOf}
        cellOf={cellOf}
        sortOf={() => unsorted}
        onSort={() => ''}
        onOpen={setOpenedRow}
      />
    </>
  );
}
