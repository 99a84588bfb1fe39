import { expect, test } from 'vitest';
import { nextPosition, clampPosition } from '#src/ui/grid/gridKeys.ts';
import { slotsOf } from '#src/ui/grid/slots.ts';

const extent = { rows: 101, columns: 37, stride: 10 };
const press = (key: string, far = false) => ({ key, ctrlKey: far, metaKey: false });
const middle = { row: 50, column: 20 };

test.each([
  ['ArrowDown', 51, 20],
  ['ArrowUp', 49, 20],
  ['ArrowRight', 50, 21],
  ['ArrowLeft', 50, 19],
  ['PageDown', 60, 20],
  ['PageUp', 40, 20],
  ['Home', 50, 0],
  ['End', 50, 36],
])('%s leads from the middle to row %i, column %i', (key, row, column) => {
  expect(nextPosition(middle, press(key), extent)).toEqual({ row, column });
});

test.each([
  ['Home', 0, 0],
  ['End', 100, 36],
  ['ArrowDown', 100, 20],
  ['ArrowUp', 0, 20],
  ['ArrowRight', 50, 36],
  ['ArrowLeft', 50, 0],
])('with Ctrl, %s leads to the edge: row %i, column %i', (key, row, column) => {
  expect(nextPosition(middle, press(key, true), extent)).toEqual({ row, column });
});

test('no key leads over the edge, and other keys return null', () => {
  expect(nextPosition({ row: 100, column: 36 }, press('PageDown'), extent)).toEqual({ row: 100, column: 36 });
  expect(nextPosition({ row: 0, column: 0 }, press('ArrowLeft'), extent)).toEqual({ row: 0, column: 0 });
  expect(nextPosition(middle, press('Enter'), extent)).toBeNull();
});

test('a position outside the grid becomes the nearest one inside', () => {
  expect(clampPosition({ row: 400, column: 90 }, extent)).toEqual({ row: 100, column: 36 });
});

test('omitted rows are replaced by gaps of their size', () => {
  const items = [
    { index: 0, start: 38, end: 72 },
    { index: 5, start: 208, end: 242 },
    { index: 6, start: 242, end: 276 },
  ];
  expect(slotsOf(items, 38, 378)).toEqual([
    { index: 0, size: 34 },
    { index: null, size: 136 },
    { index: 5, size: 34 },
    { index: 6, size: 34 },
    { index: null, size: 102 },
  ]);
  expect(slotsOf([], 38, 378)).toEqual([{ index: null, size: 340 }]);
});
