import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Grid } from '#src/ui/grid/Grid.tsx';
import { useGrid } from '#src/ui/grid/useGrid.ts';
import { show } from '../../support/render.tsx';

const columns = ['name', 'note', 'age'].map((name) => ({ name, numeric: name === 'age' }));
type Person = { name: string; note: string; age: string };
const rows: Person[] = [
  { name: 'Ada', note: '=1+1', age: '-36' },
  { name: 'Grace', note: 'two\nlines', age: '85' },
  { name: 'Mary', note: 'a "quote"', age: '91' },
];
const keyOf = ({ name }: Person) => name;
const numberOf = (row: Person) => rows.indexOf(row) + 1;
const cellOf = (row: Person, column: string) => ({ text: row[column as keyof Person].slice(0, 4) });
const copyOf = (row: Person, column: string) => row[column as keyof Person];

function People({ onOpen = vi.fn<(row: Person) => void>() }: { onOpen?: (row: Person) => void }) {
  const [stableColumns] = useState(columns);
  const grid = useGrid(stableColumns);
  return (
    <Grid
      grid={grid}
      label="People"
      what="person"
      total={rows.length}
      offset={0}
      {...{ rows, keyOf, numberOf, cellOf, copyOf }}
      sortOf={() => ({ direction: null, unavailable: undefined })}
      onSort={() => ''}
      onOpen={onOpen}
    />
  );
}

const cell = (text: string) => screen.getByRole('gridcell', { name: text });
const selected = () => screen.queryAllByRole('gridcell', { selected: true }).map((each) => each.textContent);
const clipboard = () => navigator.clipboard.readText();

test('Shift and the arrow keys select a range, which Ctrl+C copies as a table with whole values', async () => {
  const { user } = show(<People />);
  cell('Ada').focus();
  await user.keyboard('{Shift>}{ArrowRight}{ArrowDown}{/Shift}');
  expect(selected()).toEqual(['Ada', '=1+1', 'Grac', 'two\n']);
  screen.getByText('4 cells selected.');
  await user.keyboard('{Control>}c{/Control}');
  await screen.findByText('Copied 4 cells.');
  // What a spreadsheet would run as a formula gets an apostrophe; a line break is in quotes.
  expect(await clipboard()).toBe(`Ada\t"'=1+1"\r\nGrace\t"two\nlines"\r\n`);
  await user.keyboard('{ArrowDown}');
  expect(selected()).toEqual([]);
});

test('copies a single cell unchanged', async () => {
  const { user } = show(<People />);
  cell('=1+1').focus();
  await user.keyboard('{Control>}c{/Control}');
  await screen.findByText('Copied 1 cell.');
  expect(await clipboard()).toBe('=1+1');
});

test('Ctrl+A selects every cell, and Esc clears the selection', async () => {
  const { user } = show(<People />);
  cell('Grac').focus();
  await user.keyboard('{Control>}a{/Control}');
  expect(selected()).toHaveLength(9);
  expect(document.activeElement).toBe(cell('Grac'));
  await user.keyboard('{Escape}');
  expect(selected()).toEqual([]);
});

test('a drag and a click with Shift select a range', async () => {
  const { user } = show(<People />);
  await user.pointer([
    { keys: '[MouseLeft>]', target: cell('Ada') },
    { target: cell('85') },
    { keys: '[/MouseLeft]' },
  ]);
  fireEvent.mouseDown(cell('Ada'), { button: 0 });
  fireEvent.mouseOver(cell('two'), { buttons: 1 });
  fireEvent.mouseUp(cell('two'));
  expect(selected()).toEqual(['Ada', '=1+1', 'Grac', 'two\n']);
  await user.click(cell('Ada'));
  expect(selected()).toEqual([]);
  await user.keyboard('{Shift>}');
  await user.click(cell('Mary'));
  await user.keyboard('{/Shift}');
  expect(selected()).toEqual(['Ada', 'Grac', 'Mary']);
});

test('the menu of a cell copies with headers, starts a range for a tap, and opens the row', async () => {
  const onOpen = vi.fn();
  const { user } = show(<People onOpen={onOpen} />);
  cell('Grac').focus();
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  const menu = within(screen.getByRole('group', { name: 'Cell of name' }));
  expect(document.activeElement).toBe(menu.getByRole('button', { name: 'Copy' }));
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(async () => expect(await clipboard()).toBe('name\r\nGrace\r\n'));
  expect(document.activeElement).toBe(cell('Grac'));

  fireEvent.contextMenu(cell('Grac'));
  await user.click(screen.getByRole('button', { name: 'Start a range here' }));
  screen.getByText('Press the cell in the opposite corner of the range.');
  await user.click(cell('91'));
  expect(selected()).toEqual(['Grac', 'two\n', '85', 'Mary', 'a "q', '91']);

  fireEvent.contextMenu(cell('Mary'));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('group', { name: 'Cell of name' })).toBeNull();
  fireEvent.contextMenu(cell('Mary'));
  await user.click(screen.getByRole('button', { name: 'Open person' }));
  expect(onOpen).toHaveBeenCalledWith(rows[2]);
});

test('a finger that rests on a cell opens its menu, one that moves does not', async () => {
  show(<People />);
  fireEvent.touchStart(cell('Ada'));
  fireEvent.touchMove(cell('Ada'));
  fireEvent.touchStart(cell('Mary'));
  await screen.findByRole('group', { name: 'Cell of name' });
  fireEvent.touchEnd(cell('Mary'));
  expect(screen.getAllByRole('group')).toHaveLength(1);
});

test('the menu of a column pins, unpins and hides it', async () => {
  const { user } = show(<People />);
  const heads = () =>
    screen
      .getAllByRole('columnheader')
      .slice(1)
      .map((head) => head.getAttribute('aria-label'));
  const choose = async (column: string, command: string) => {
    screen.getByRole('button', { name: column }).focus();
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await user.click(screen.getByRole('button', { name: command }));
  };
  await choose('age', 'Pin column');
  expect(heads()).toEqual(['age', 'name', 'note']);
  expect(screen.getByRole('columnheader', { name: 'age' }).style.getPropertyValue('--pinned-at')).toBe(
    '56px',
  );
  await choose('age', 'Unpin column');
  expect(heads()).toEqual(['name', 'note', 'age']);
  await choose('note', 'Hide column');
  expect(heads()).toEqual(['name', 'age']);
});
