/** Sets of records as spans are equivalent to plain sets. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recordsPerGroup, type RecordRange } from '@cloakroom/contract/segments.ts';
import {
  byGroups,
  containsSpans,
  countedSpans,
  sizeOf,
  spansOf,
  subtractSpans,
} from '@cloakroom/service/modules/segments/spans.ts';

const range = fc.record({
  upload: fc.constantFrom('aa', 'bb'),
  first: fc.nat(30),
  count: fc.integer({ min: 1, max: 8 }),
});
const ranges = fc.array(range, { maxLength: 8 });
const listed = (input: RecordRange[]) =>
  input.flatMap(({ upload, first, count }) =>
    Array.from({ length: count }, (_, index) => `${upload} ${first + index}`),
  );

test('spans have the size of the set that the ranges name', () => {
  fc.assert(
    fc.property(ranges, (input) => {
      expect(sizeOf(spansOf(input))).toBe(new Set(listed(input)).size);
    }),
  );
});

test('spans are containsSpans others exactly if the sets do', () => {
  fc.assert(
    fc.property(ranges, ranges, (outer, inner) => {
      const set = new Set(listed(outer));
      expect(containsSpans(spansOf(outer), spansOf(inner))).toBe(listed(inner).every((key) => set.has(key)));
    }),
    { numRuns: 1000 },
  );
});

test('counted spans name the same places as extended ones, and count the records without the places that were added', () => {
  const upload = 'aa';
  const inUpload = fc.array(
    fc.record({ upload: fc.constant(upload), first: fc.nat(300), count: fc.integer({ min: 1, max: 80 }) }),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(inUpload, inUpload, (some, others) => {
      const remaining = spansOf(some);
      const exact = subtractSpans(spansOf(others), remaining);
      const { removed } = byGroups(exact, remaining, new Set([upload]));
      const counted = countedSpans(removed, exact);
      const parts = [...counted.values()].flat();
      expect(parts.reduce((sum, { records }) => sum + records, 0)).toBe(sizeOf(exact));
      const places = parts.map(({ first, end }) => ({ upload, first, count: end - first }));
      expect(spansOf(places)).toEqual(removed);
      // Only a part of one group may end with positions that no record of the upload ever had.
      const last = parts.at(-1);
      if (last && last.end - last.first > recordsPerGroup)
        expect(containsSpans(exact, spansOf([{ upload, first: last.end - 1, count: 1 }]))).toBe(true);
    }),
    { numRuns: 1000 },
  );
});
