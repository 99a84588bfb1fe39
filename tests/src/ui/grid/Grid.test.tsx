import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Grid } from '#src/ui/grid/Grid.tsx';
import { useGrid } from '#src/ui/grid/useGrid.ts';
import { giveLayout } from '../../support/layout.ts';
import { show } from '../../support/render.tsx';

const columns = Array.from({ length: 35 }, (_, at) => ({ name: `c${at}`, numeric: false }));
const rows = Array.from({ length: 10_000 }, (_, at) => at + 1);
const keyOf = String;
const numberOf = (row: number) => row;
const cellOf = (row: number, column: string) => ({ text: `${column} of ${row}` });
const opened: number[] = [];
const open = (row: number) => void opened.push(row);

type LargeProps = { count?: number; wide?: number; onOpen?: (row: number) => void };

function Large({ count = rows.length, wide = columns.length, onOpen = open }: LargeProps) {
  const [stableColumns] = useState(columns.slice(0, wide));
  const grid = useGrid(stableColumns);
  return (
    <Grid
      grid={grid}
      label="Many"
      what="row"
      total={count}
      offset={0}
      {...{ rows: rows.slice(0, count), keyOf, numberOf, cellOf }}
      sortOf={() => ({ direction: null, unavailable: undefined })}
      onSort={() => ''}
      onOpen={onOpen}
    />
  );
}

test('renders only the cells near the viewport of ten thousand rows and 35 columns, and counts all of them', () => {
  giveLayout({ width: 800, height: 400 });
  const { container } = show(<Large />);
  const grid = screen.getByRole('grid', { name: 'Many' });
  expect([grid.getAttribute('aria-rowcount'), grid.getAttribute('aria-colcount')]).toEqual(['10001', '36']);
  const drawn = container.querySelectorAll('[role=row]').length;
  expect(drawn).toBeGreaterThan(10);
  expect(drawn).toBeLessThan(60);
  expect(container.querySelectorAll('[role=columnheader]').length).toBeLessThan(20);
});

/** Opening a row reduces the rows to three. */
function Shrinking() {
  const [count, setCount] = useState(5);
  return <Large count={count} wide={3} onOpen={() => setCount(3)} />;
}

test('when the focused row is removed, the nearest one gets the focus', async () => {
  const { user } = show(<Shrinking />);
  screen.getByRole('button', { name: 'c0' }).focus();
  await user.keyboard('{Control>}{End}{/Control}');
  expect(document.activeElement?.textContent).toBe('c2 of 5');
  await user.keyboard('{Enter}');
  expect(document.activeElement?.textContent).toBe('c2 of 3');
});
