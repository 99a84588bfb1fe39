/** Envelopes as text. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { envelopeBytes, envelopeText } from '@cloakroom/wire/envelope.ts';

describe('an envelope as text', () => {
  test('is v1. and base64url, at every length', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 9000, size: 'max' }), (bytes) => {
        const text = envelopeText(bytes);
        expect(text).toBe(`v1.${Buffer.from(bytes).toString('base64url')}`);
        expect(text).toMatch(/^v1\.[A-Za-z0-9_-]+$/);
        expect(Buffer.from(envelopeBytes(text)).equals(bytes)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ['white space', 'v1.AA A'],
    ['a letter beyond ASCII', 'v1.AAAé'],
  ])('is refused with %s', (_, text) => {
    expect(() => envelopeBytes(text)).toThrow('not a sealed value');
  });
});
