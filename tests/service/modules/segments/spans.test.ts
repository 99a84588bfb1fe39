/** Sets of records as spans are equivalent to plain sets. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RecordRange } from '@cloakroom/contract/segments.ts';
import { keysAt } from '@cloakroom/service/modules/records/repository.ts';
import { sizeOf, spansOf, containsSpans } from '@cloakroom/service/modules/segments/spans.ts';

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

test('spans are containsSpans others exactly when the sets are', () => {
  fc.assert(
    fc.property(ranges, ranges, (outer, inner) => {
      const set = new Set(listed(outer));
      expect(containsSpans(spansOf(outer), spansOf(inner))).toBe(listed(inner).every((key) => set.has(key)));
    }),
    { numRuns: 1000 },
  );
});

test('a page at any offset is the slice of the whole list', () => {
  fc.assert(
    fc.property(ranges, fc.nat(60), fc.integer({ min: 1, max: 20 }), (input, offset, limit) => {
      const page = keysAt(input, { offset, limit }).map(({ upload, number }) => `${upload} ${number}`);
      expect(page).toEqual(listed(input).slice(offset, offset + limit));
    }),
    { numRuns: 1000 },
  );
});
