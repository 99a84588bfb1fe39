/** A virtualized grid of 350,000 made-up values. */
import { useState } from 'react';
import { Grid } from '#src/ui/grid/Grid.tsx';
import { ColumnMenu } from '#src/ui/grid/ColumnMenu.tsx';
import { resetLayout, useGrid } from '#src/ui/grid/useGrid.ts';
import { Row } from '#src/ui/layout.ts';

const columns = Array.from({ length: 35 }, (_, at) => ({ name: `Column ${at + 1}`, numeric: at % 3 === 2 }));
const columnIndex = new Map(columns.map(({ name }, at) => [name, at]));
const rows = Array.from({ length: 10_000 }, (_, at) => at + 1);

const keyOf = String;
const numberOf = (row: number) => row;
const cellOf = (row: number, column: string) => {
  const at = columnIndex.get(column) ?? 0;
  return { text: at % 3 === 2 ? String((row * 7919 + at) % 100_000) : `Value ${at + 1} of row ${row}` };
};
const unsorted = { direction: null, unavailable: 'These made-up values can’t be sorted.' };

export function LargeGrid() {
  const grid = useGrid(columns);
  const [openedRow, setOpenedRow] = useState<number>();
  return (
    <>
      <Row $justify="space-between">
        <span>{openedRow === undefined ? 'Nothing is opened.' : `Row ${openedRow} is opened.`}</span>
        <ColumnMenu grid={grid} onReset={() => resetLayout(grid)} />
      </Row>
      <Grid
        grid={grid}
        label="Ten thousand made-up rows"
        what="row"
        total={rows.length}
        offset={0}
        {...{ rows, keyOf, numberOf, cellOf }}
        sortOf={() => unsorted}
        onSort={() => ''}
        onOpen={setOpenedRow}
      />
    </>
  );
}
