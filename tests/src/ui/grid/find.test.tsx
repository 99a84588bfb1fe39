/** Finding in the loaded rows of a grid: the box, its matches, and the cell that is shown. */
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { findInRows } from '#src/ui/grid/findInRows.ts';
import { Grid } from '#src/ui/grid/Grid.tsx';
import { useGrid } from '#src/ui/grid/useGrid.ts';
import { show } from '../../support/render.tsx';

type Row = { id: string; city: string; secret?: true };
Element.prototype.scrollIntoView = () => undefined;

const rows: Row[] = [
  { id: '1', city: 'Oslo' },
  { id: '2', city: 'Rome', secret: true },
  { id: '3', city: 'oslofjord' },
];
const columns = [
  { name: 'id', numeric: false },
  { name: 'city', numeric: false },
];
const textOf = (row: Row, name: string) => (row.secret ? undefined : row[name as 'id' | 'city']);

function Cities({ given = rows }: { given?: Row[] }) {
  const grid = useGrid(columns);
  return (
    <Grid
      grid={grid}
      label="Cities"
      what="row"
      total={given.length}
      offset={0}
      rows={given}
      keyOf={({ id }) => id}
      numberOf={({ id }) => Number(id)}
      cellOf={(row, name) => ({ text: textOf(row, name) ?? '•' })}
      findText={textOf}
      sortOf={() => ({ direction: null, unavailable: undefined })}
      onSort={() => ''}
      onOpen={() => undefined}
    />
  );
}
const box = () => screen.queryByRole('searchbox', { name: 'Find in this page' });
const marked = () => document.querySelector('td[aria-selected="true"]')?.textContent;

test('finds decrypted values, row by row, ignoring case', () => {
  const options = { rows, names: ['id', 'city'], leadingColumns: 1, textOf };
  expect(findInRows('OSLO', options)).toEqual([
    { row: 1, column: 2 },
    { row: 3, column: 2 },
  ]);
  expect(findInRows('rome', options)).toEqual([]);
  expect(findInRows('', options)).toEqual([]);
});

test('Ctrl+F opens the box; Enter and Shift+Enter go through the matches, and Esc goes to the cell', async () => {
  const { user } = show(<Cities />);
  screen.getByRole('gridcell', { name: 'Oslo' }).focus();
  await user.keyboard('{Control>}f{/Control}oslo');
  screen.getByText('1 of 2');
  expect(marked()).toBe('Oslo');
  await user.keyboard('{Enter}');
  screen.getByText('2 of 2');
  expect(marked()).toBe('oslofjord');
  await user.keyboard('{Enter}');
  expect(marked()).toBe('Oslo');
  await user.keyboard('{Shift>}{Enter}{/Shift}');
  expect(marked()).toBe('oslofjord');
  await user.keyboard('x');
  screen.getByText('No match');
  await user.keyboard('{Backspace}{Enter}{Escape}');
  expect(box()).toBeNull();
  expect(document.activeElement?.textContent).toBe('oslofjord');
});

test('a second Ctrl+F is left to the browser', async () => {
  const { user } = show(<Cities />);
  screen.getByRole('gridcell', { name: 'Oslo' }).focus();
  const prevented: boolean[] = [];
  const note = (event: KeyboardEvent) => {
    if (event.key === 'f') prevented.push(event.defaultPrevented);
  };
  window.addEventListener('keydown', note);
  await user.keyboard('{Control>}ff{/Control}');
  window.removeEventListener('keydown', note);
  expect(prevented).toEqual([true, false]);
});

test('says if there is no decrypted value to find', async () => {
  const { user } = show(<Cities given={rows.slice(1, 2)} />);
  screen.getAllByRole('gridcell', { name: '•' })[0]!.focus();
  await user.keyboard('{Control>}f{/Control}');
  screen.getByText('Decrypt to find values');
});
