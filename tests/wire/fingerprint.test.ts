/** Fingerprints of identities. */
import { createHash } from 'node:crypto';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fingerprintOf, matchesWords } from '@cloakroom/wire/fingerprint.ts';

const key = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString('hex'));
const keys = fc.record({ primary_public_key: key, sub_public_key: key });

describe('a fingerprint', () => {
  test('encodes the first 112 bits of SHA-256 as eight words and six colours, as an independent library computes them', () => {
    fc.assert(
      fc.property(keys, (identity) => {
        const text = `["cloakroom identity",1,"${identity.primary_public_key}","${identity.sub_public_key}"]`;
        const hash = BigInt(`0x${createHash('sha256').update(text).digest('hex')}`);
        const bits = hash.toString(2).padStart(256, '0');
        const { words, colours } = fingerprintOf(identity);
        const written =
          words.map((word) => wordlist.indexOf(word).toString(2).padStart(11, '0')).join('') +
          colours.map((colour) => colour.toString(2).padStart(4, '0')).join('');
        expect(written).toBe(bits.slice(0, 112));
      }),
    );
  });

  test('is recognized in any case and spacing of its words, and no other fingerprint is', () => {
    const { words } = fingerprintOf({ primary_public_key: 'a', sub_public_key: 'b' });
    expect(matchesWords(`  ${words.join('\n ').toUpperCase()} `, words)).toBe(true);
    expect(matchesWords([...words].reverse().join(' '), words)).toBe(false);
    expect(matchesWords(words.slice(1).join(' '), words)).toBe(false);
    expect(matchesWords('', words)).toBe(false);
  });
});
