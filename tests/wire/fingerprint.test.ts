import { createHash } from 'node:crypto';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fingerprintOf, matchesWords } from '@cloakroom/wire/fingerprint.ts';

const key = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString('hex'));
const keys = fc.record({ primary_public_key: key, sub_public_key: key });

describe('a fingerprint', () => {
  it('is eight words of the list and six of sixteen colours, the same each time', () => {
    fc.assert(
      fc.property(keys, (identity) => {
        const { words, colours } = fingerprintOf(identity);
        expect(words).toHaveLength(8);
        expect(colours).toHaveLength(6);
        for (const word of words) expect(wordlist).toContain(word);
        for (const colour of colours)
          expect(Number.isInteger(colour) && colour >= 0 && colour < 16).toBe(true);
        expect(fingerprintOf({ ...identity })).toEqual({ words, colours });
      }),
    );
  });

  it('encodes the first 112 bits of SHA-256, as an independent library computes them', () => {
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

  it('changes with each character of either key, and when the two are swapped', () => {
    const digit = fc.integer({ min: 0, max: 63 });
    fc.assert(
      fc.property(keys, digit, fc.boolean(), (identity, at, first) => {
        const name = first ? 'primary_public_key' : 'sub_public_key';
        const [was] = identity[name].slice(at);
        const changed =
          identity[name].slice(0, at) + (was === '0' ? '1' : '0') + identity[name].slice(at + 1);
        const { words } = fingerprintOf(identity);
        expect(fingerprintOf({ ...identity, [name]: changed }).words).not.toEqual(words);
        expect(
          fingerprintOf({
            primary_public_key: identity.sub_public_key,
            sub_public_key: identity.primary_public_key,
          }).words,
        ).not.toEqual(words);
      }),
    );
  });

  it('is never the same for two of ten thousand identities', () => {
    const seen = new Set(
      Array.from({ length: 10_000 }, (_, i) =>
        fingerprintOf({ primary_public_key: String(i), sub_public_key: 'same' }).words.join(' '),
      ),
    );
    expect(seen.size).toBe(10_000);
  });

  it('is recognized however its words were typed, and no other is', () => {
    const { words } = fingerprintOf({ primary_public_key: 'a', sub_public_key: 'b' });
    expect(matchesWords(`  ${words.join('\n ').toUpperCase()} `, words)).toBe(true);
    expect(matchesWords([...words].reverse().join(' '), words)).toBe(false);
    expect(matchesWords(words.slice(1).join(' '), words)).toBe(false);
    expect(matchesWords('', words)).toBe(false);
  });
});
