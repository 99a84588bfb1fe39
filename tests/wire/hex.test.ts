/** Bytes as hexadecimal text, compared with what Node makes of them. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hexAt, putHex } from '@cloakroom/wire/hex.ts';

test('bytes are read as text from any position', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.nat(20), fc.nat(20), (bytes, from, length) => {
      const padded = Buffer.concat([bytes, Buffer.alloc(from + length)]);
      expect(hexAt(bytes, from, length)).toBe(padded.toString('hex', from, from + length));
    }),
  );
});

test('hex digits are written as bytes at any position', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.nat(20), (bytes, at) => {
      const target = new Uint8Array(at + bytes.length + 1);
      expect(putHex(target, at, Buffer.from(bytes).toString('hex'))).toBe(at + bytes.length);
      expect([...target]).toEqual([...Array<number>(at).fill(0), ...bytes, 0]);
    }),
  );
});
