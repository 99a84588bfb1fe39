/** Live ranges and versions of a segment, compared with plain lists. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { liveCount, liveRanges, isValidDeletion } from '@cloakroom/contract/liveRecords.ts';
import type { RecordRange } from '@cloakroom/contract/segments.ts';

const upload = (letter: string) => letter.repeat(24);
const namesOf = (ranges: RecordRange[]) =>
  ranges.flatMap(({ upload: name, first, count }) =>
    Array.from({ length: count }, (_, i) => `${name} ${first + i}`),
  );

test('the ranges left of any segment equal a list without the deleted places', () => {
  const range = fc.record({
    upload: fc.constantFrom(upload('a'), upload('b'), upload('c')),
    first: fc.nat(1000),
    count: fc.integer({ min: 1, max: 9 }),
  });
  const stretch = fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 12 }));
  fc.assert(
    fc.property(fc.array(range, { minLength: 1, maxLength: 6 }), fc.array(stretch), (ranges, stretches) => {
      const all = namesOf(ranges);
      const deleted: [number, number][] = [];
      let at = 0;
      for (const [gap, count] of stretches) {
        const first = at + gap - (deleted.length === 0 ? 1 : 0);
        if (first + count > all.length) break;
        deleted.push([first, count]);
        at = first + count;
      }
      const segment = { ranges, records: all.length, deleted };
      const left = all.filter((_, i) => !deleted.some(([first, count]) => i >= first && i < first + count));
      expect(namesOf(liveRanges(segment))).toEqual(left);
      expect(liveCount(segment)).toBe(left.length);
      expect(isValidDeletion(segment)).toBe(left.length > 0);
    }),
  );
});

test.each<[string, [number, number][]]>([
  ['overlap', [[0, 3], [2, 2]]],
  ['touch', [[0, 3], [3, 2]]],
  ['fall', [[5, 1], [0, 1]]],
  ['reach past the end', [[9, 2]]],
  ['are everything', [[0, 10]]],
])('ranges that %s are not normalized', (_, deleted) => {
  expect(isValidDeletion({ records: 10, deleted })).toBe(false);
}); // prettier-ignore
