/** Ranges of records: their bytes in the directory of a segment, and the record at each ordinal. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeRanges, RecordFinder } from '@cloakroom/sealed-index/recordRanges.ts';
import { decodeRangePart, partKinds } from '@cloakroom/wire/manifestParts.ts';

/** What a part of a manifest has before the same bytes: its kind, and the id of its segment. */
const partHead = Buffer.from([partKinds.ranges, ...Buffer.alloc(16)]);

const range = fc.record({
  upload: fc.uint8Array({ minLength: 12, maxLength: 12 }).map((bytes) => Buffer.from(bytes).toString('hex')),
  first: fc.nat(0xffffffff),
  count: fc.integer({ min: 1, max: 0xffffffff }),
});

test('the ranges of a segment are written as in a part of a manifest, and name every record', () => {
  fc.assert(
    fc.property(fc.array(range, { minLength: 1 }), (ranges) => {
      const part = Buffer.concat([partHead, encodeRanges(ranges)]);
      expect(decodeRangePart(part, '00'.repeat(16))).toEqual(ranges);
      const finder = new RecordFinder(ranges);
      let begin = 0;
      for (const { upload, first, count } of ranges) {
        expect(finder.at(begin)).toEqual({ upload, number: first });
        expect(finder.at(begin + count - 1)).toEqual({ upload, number: first + count - 1 });
        begin += count;
      }
      expect(() => finder.at(begin)).toThrow(`The segment has no record ${begin}.`);
    }),
  );
});
