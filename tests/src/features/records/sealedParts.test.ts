import fc from 'fast-check';
import { expect, test } from 'vitest';
import { envelopeText } from '@cloakroom/wire/envelope.ts';
import { groupReference } from '@cloakroom/wire/groupReference.ts';
import { groupSample, sealedParts } from '#src/features/records/sealedParts.ts';
import { paddedLength } from '@cloakroom/sealed-index/crypto/plaintext.ts';

/** The envelope of a value of that many bytes. */
const sealed = (length: number) =>
  Uint8Array.from({ length: 24 + paddedLength(1 + length) + 16 }, (_, at) => at % 251);

test('an envelope is split into nonce, content and tag', () => {
  const parts = sealedParts(envelopeText(sealed(3)));
  expect(parts).toMatchObject({ bytes: 56, from: 0, to: 14 });
  expect([parts?.nonce.length, parts?.content.length, parts?.tag.length]).toEqual([48, 32, 32]);
  expect(parts?.nonce.startsWith('00010203')).toBe(true);
});

test('the length reveals a range of value lengths, all of which look the same', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 5000 }), (length) => {
      const envelope = envelopeText(sealed(length));
      const parts = sealedParts(envelope)!;
      expect(parts.from).toBeLessThanOrEqual(length);
      expect(parts.to).toBeGreaterThanOrEqual(length);
      expect(envelopeText(sealed(parts.from))).toBe(envelope);
      expect(envelopeText(sealed(parts.to))).toBe(envelope);
      if (parts.from > 0) expect(envelopeText(sealed(parts.from - 1))).not.toBe(envelope);
      expect(envelopeText(sealed(parts.to + 1))).not.toBe(envelope);
    }),
  );
});

test.each(['', 'v1.', 'v1.AAAA', 'plain text'])('"%s" is not a sealed value', (text) => {
  expect(sealedParts(text)).toBeNull();
});

test('a reference to a group has no parts, and shows eight bytes of the group', () => {
  const reference = groupReference(
    Uint8Array.from({ length: 48 }, (_, at) => at),
    31,
  );
  expect(sealedParts(reference)).toBeNull();
  expect(groupSample(reference)).toBe('1f20212223242526');
});

test.each(['', 'v1.AAAA', 'v2.', 'v2.AAAA', 'v2.M9cxDss6il!A', envelopeText(sealed(3))])(
  '"%s" is not a reference to a group',
  (text) => {
    expect(groupSample(text)).toBeNull();
  },
);
