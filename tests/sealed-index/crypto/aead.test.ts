/** Sealing and opening of whole messages. */
import fc from 'fast-check';
import sodium from 'sodium-native';
import { describe, expect, test } from 'vitest';
import { envelopeOverhead, openBytes, sealBytes } from '@cloakroom/sealed-index/crypto/aead.ts';
import { nonceBytes, nonceFor } from '@cloakroom/sealed-index/crypto/nonces.ts';

const hex = (text: string) => Buffer.from(text.replaceAll(/\s/g, ''), 'hex');
const range = (from: number, to: number) =>
  Buffer.from(Array.from({ length: to - from + 1 }, (_, i) => from + i));
const sunscreen = Buffer.from(
  "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it.",
);
const associated = hex('50515253c0c1c2c3c4c5c6c7');
const key = range(0x80, 0x9f);

/** The library's cipher of RFC 8439, which its types omit. */
type Chacha = {
  crypto_aead_chacha20poly1305_ietf_encrypt(
    ciphertext: Buffer,
    message: Buffer,
    associated: Buffer,
    secret: null,
    nonce: Buffer,
    key: Buffer,
  ): void;
};

describe('the cipher agrees with published vectors', () => {
  test('opens the envelope of draft-irtf-cfrg-xchacha, appendix A.3.1', () => {
    const envelope = Buffer.concat([
      range(0x40, 0x57),
      hex(`bd6d179d3e83d43b9576579493c0e939 572a1700252bfaccbed2902c21396cbb
           731c7f1b0b4aa6440bf3a82f4eda7e39 ae64c6708c54c216cb96b72e1213b452
           2f8c9ba40db5d945b11b69b982c1bb9e 3f3fac2bc369488f76b2383565d3fff9
           21f9664c97637da9768812f615c68b13 b52e`),
      hex('c0875924c1c7987947deafd8780acf49'),
    ]);
    expect(openBytes(key, associated, envelope)).toEqual(sunscreen);
  });

  test('seals as RFC 8439, section 2.8.2, with its shorter nonce', () => {
    const sealed = Buffer.alloc(sunscreen.length + 16);
    const chacha = sodium as unknown as Chacha;
    chacha.crypto_aead_chacha20poly1305_ietf_encrypt(
      sealed,
      sunscreen,
      associated,
      null,
      hex('070000004041424344454647'),
      key,
    );
    expect(sealed).toEqual(
      hex(`d31a8d34648e60db7b86afbc53ef7ec2 a4aded51296e08fea9e2b5a736ee62d6
           3dbea45e8ca9671282fafb69da92728b 1a71de0a9e060b2905d6a5b67ecd3b36
           92ddbd7f2d778b8c9803aee328091b58 fab324e4fad675945585808b4831d7bc
           3ff4def08e4b7a9de576d26586cec64b 6116
           1ae10b594f09e26a7e902ecbd0600691`),
    );
  });
});

describe('a sealed message', () => {
  test('decrypts to the same text, and not at all when any bit of it differs', () => {
    const bytes = fc.uint8Array({ maxLength: 200 }).map((values) => Buffer.from(values));
    fc.assert(
      fc.property(bytes, bytes, fc.nat(), fc.nat(7), (message, context, where, bit) => {
        const envelope = sealBytes(key, context, message);
        expect(envelope).toHaveLength(message.length + envelopeOverhead);
        expect(openBytes(key, context, envelope)).toEqual(message);
        const at = where % envelope.length;
        envelope[at] = envelope[at]! ^ (1 << bit);
        expect(openBytes(key, context, envelope)).toBeNull();
      }),
      { numRuns: 1000 },
    );
  });
});

describe('nonces', () => {
  test('do not repeat in a hundred thousand for the same message', () => {
    const next = () => nonceFor(key, associated, sunscreen);
    const seen = new Set<string>();
    for (let i = 0; i < 100_000; i++) seen.add(next().toString('latin1'));
    expect(seen.size).toBe(100_000);
    expect(next()).toHaveLength(nonceBytes);
  });

  test('differ between seals of the same message, and so does every byte position', () => {
    const envelopes = Array.from({ length: 2000 }, () => sealBytes(key, associated, sunscreen));
    for (let at = 0; at < envelopes[0]!.length; at++)
      expect(new Set(envelopes.map((envelope) => envelope[at])).size).toBeGreaterThan(200);
  });
});
