/** Segments that were sealed without a field are searched as if none of their records had a value of it. */
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openHeader, sealHeader, type RunSummary } from '@cloakroom/sealed-index/header.ts';
import { segmentKeys } from '@cloakroom/sealed-index/sealing.ts';

const run: fc.Arbitrary<RunSummary> = fc.record({
  blocks: fc.nat(40_000),
  entries: fc.nat(2 ** 24),
  prefixBlocks: fc.nat(2 ** 20),
  fenceBytes: fc.nat(2 ** 22),
  sumsBytes: fc.nat(2 ** 22),
  least: fc.nat(2 ** 30),
  greatest: fc.nat(2 ** 30),
});

test('a header has empty runs for fields that were added later, and the others where they were', () => {
  const keys = segmentKeys(randomBytes(32), randomBytes(16));
  fc.assert(
    fc.property(fc.array(run, { minLength: 1, maxLength: 60 }), fc.array(fc.boolean()), (runs, added) => {
      const sealed = sealHeader(keys, 7, 9, runs);
      const header = openHeader(keys, sealed, runs.length);
      // Added fields stand before the field of the same position.
      const isSealed = runs.flatMap((_, at) => (added[at] ? [false, true] : [true]));
      const later = openHeader(keys, sealed, isSealed.length, (field) => isSealed[field]!);
      expect(later.runs.filter((_, field) => isSealed[field])).toEqual(header.runs);
      for (const empty of later.runs.filter((_, field) => !isSealed[field]))
        expect(empty).toMatchObject({ entries: 0, blocks: 0, prefixBlocks: 0, fenceBytes: 0, sumsBytes: 0 });
      expect({ ...later, runs: [] }).toEqual({ ...header, runs: [] });
    }),
  );
});
