import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePage, pageCount, rangeText } from '#src/ui/pagination.ts';

test('an empty list has one page', () => {
  expect(pageCount(0, 50)).toBe(1);
  expect(rangeText(1, 50, 0)).toBe('Showing 0-0 of 0');
});

test.each([
  ['7', 7],
  [' 7 ', 7],
  ['7.9', 7],
  ['0', 1],
  ['-3', 1],
  ['999', 25],
  ['Infinity', 25],
  ['', 1],
  ['seven', 1],
  ['NaN', 1],
])('"%s" leads to page %i of 25', (typed, page) => {
  expect(parsePage(typed, 25)).toBe(page);
});

test('any input leads to an existing page', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.double().map(String)),
      fc.integer({ min: 1, max: 1e6 }),
      (typed, count) => {
        const page = parsePage(typed, count);
        return Number.isInteger(page) && page >= 1 && page <= count;
      },
    ),
  );
});

test('every row of a list is on exactly one page', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 900 }), fc.constantFrom(25, 50, 100), (total, size) => {
      const seen = Array.from({ length: pageCount(total, size) }, (_, at) => {
        const [from, to] = /(\d+)-(\d+)/
          .exec(rangeText(at + 1, size, total))!
          .slice(1)
          .map(Number) as [number, number];
        return to - from + 1;
      });
      return (
        seen.reduce((sum, rows) => sum + rows, 0) === total && seen.every((rows) => rows >= 1 && rows <= size)
      );
    }),
  );
});
