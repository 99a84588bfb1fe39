import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { phraseOf, seedOf } from '@cloakroom/proxy/keyring/phrase.ts';

const times = (count: number, word: string) => Array.from({ length: count }, () => word).join(' ');

describe('the recovery phrase', () => {
  it.each([
    ['00'.repeat(32), `${times(23, 'abandon')} art`],
    [
      '7f'.repeat(32),
      `${times(2, 'legal winner thank year wave sausage worth useful')} legal winner thank year wave sausage worth title`,
    ],
    [
      '80'.repeat(32),
      `${times(2, 'letter advice cage absurd amount doctor acoustic avoid')} letter advice cage absurd amount doctor acoustic bless`,
    ],
    ['ff'.repeat(32), `${times(23, 'zoo')} vote`],
    [
      '68a79eaca2324873eacc50cb9c6eca8cc68ea5d936f98787c60c7ebc74e6ce7c',
      'hamster diagram private dutch cause delay private meat slide toddler razor book happy fancy gospel tennis maple dilemma loan word shrug inflict delay length',
    ],
  ])('agrees with the BIP-39 test vector %s', (seed, phrase) => {
    expect(phraseOf(Buffer.from(seed, 'hex'))).toBe(phrase);
    expect(seedOf(phrase).toString('hex')).toBe(seed);
  });

  it('restores any seed, whatever the spacing and capitalization', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (seed) => {
        const typed = `\n ${phraseOf(seed).toUpperCase().replaceAll(' ', '  \t')} `;
        expect(seedOf(typed)).toEqual(Buffer.from(seed));
      }),
    );
  });
});
