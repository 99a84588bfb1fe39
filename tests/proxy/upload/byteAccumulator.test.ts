import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteAccumulator } from '@cloakroom/proxy/upload/byteAccumulator.ts';

test('joins the pieces, however large, and again after it was cleared', () => {
  const gatherer = new ByteAccumulator();
  const short = fc.uint8Array({ maxLength: 50 });
  // 47 bytes repeated, so that no two pages of 2^20 bytes are alike: drawing a million one by one takes seconds.
  const long = fc
    .tuple(fc.integer({ min: 1_000_000, max: 2_200_000 }), fc.uint8Array({ minLength: 47, maxLength: 47 }))
    .map(([length, bytes]) => Buffer.alloc(length, bytes));
  const pieces = fc.array(fc.oneof(short, long), { maxLength: 6 });
  fc.assert(
    fc.property(pieces, (all) => {
      gatherer.clear();
      for (const piece of all) gatherer.append(piece);
      gatherer.appendUint32(0xdeadbeef);
      const joined = Buffer.concat([...all, Buffer.from('deadbeef', 'hex')]);
      expect(gatherer.length).toBe(joined.length);
      expect(Buffer.concat(gatherer.chunks()).equals(joined)).toBe(true);
    }),
    { numRuns: 30 },
  );
});
