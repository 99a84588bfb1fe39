/** Ids are a unique encoding of 16 bytes. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shortIdPattern } from '@cloakroom/contract/reference.ts';
import { decodeShortId, encodeShortId } from '@cloakroom/wire/shortId.ts';

const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** The number of the bytes in base 57, by long division. */
function written(bytes: Uint8Array): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  while (text.length < 22) {
    text = alphabet.charAt(Number(rest % 57n)) + text;
    rest /= 57n;
  }
  return text;
}

const sixteen = fc.uint8Array({ minLength: 16, maxLength: 16 });

describe('an id', () => {
  test('writes 16 bytes in base 57 and reads back the same ones', () => {
    const ends = [new Uint8Array(16), new Uint8Array(16).fill(255)];
    fc.assert(
      fc.property(sixteen, (bytes) => {
        const id = encodeShortId(bytes);
        expect(id).toBe(written(bytes));
        expect(id).toMatch(shortIdPattern);
        expect(decodeShortId(id)).toEqual(bytes);
      }),
      { numRuns: 1000, examples: ends.map((bytes): [Uint8Array<ArrayBuffer>] => [bytes]) },
    );
  });

  test('encodes exactly 16 bytes', () => {
    for (const length of [0, 15, 17])
      expect(() => encodeShortId(new Uint8Array(length))).toThrow(`16 bytes, not ${length}`);
  });
});
