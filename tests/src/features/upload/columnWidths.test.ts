import { expect, test } from 'vitest';
import { columnWidths } from '#src/features/upload/columnWidths.ts';

const rows = (...cells: string[]) => cells.map((cell) => ({ cells: [cell] }));

test('a column is as wide as its longest text, within limits', () => {
  expect(columnWidths(['a'], rows('b'))).toEqual([176]);
  expect(columnWidths(['a'], rows('b', 'x'.repeat(30), 'c'))).toEqual([257]);
  expect(columnWidths(['x'.repeat(30)], rows('b'))).toEqual([257]);
  expect(columnWidths(['a'], rows('x'.repeat(65_536)))).toEqual([320]);
});

test('wide characters count as two', () => {
  expect(columnWidths(['a'], rows('東京都千代田区永田町一丁目'))).toEqual([227]);
});

test('a short row doesn’t affect the columns that it has no cell for', () => {
  expect(columnWidths(['a', 'b'], [{ cells: ['1'] }, { cells: ['1', 'x'.repeat(30)] }])).toEqual([176, 257]);
});
