/** The recovery phrase: a keyring's seed as 24 words (BIP-39, English). */
import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { KeyringError } from './keyringError.ts';

const wordCount = 24;
const knownWords = new Set(wordlist);

/** The 24 words of a 32-byte seed. */
export const phraseOf = (seed: Uint8Array): string => entropyToMnemonic(seed, wordlist);

/**
 * The seed of 24 words; case and white space do not matter.
 * @throws {KeyringError} `phrase`, with the unknown word's number, or for a wrong checksum.
 */
export function seedOf(phrase: string): Buffer {
  const words = phrase.normalize('NFKD').toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length !== wordCount)
    throw invalidPhrase(`A recovery phrase has ${wordCount} words; this one has ${words.length}.`);
  const unknown = words.findIndex((word) => !knownWords.has(word));
  if (unknown >= 0)
    throw invalidPhrase(`Word ${unknown + 1} is not in the list of recovery words. Check its spelling.`);
  try {
    return Buffer.from(mnemonicToEntropy(words.join(' '), wordlist));
  } catch {
    throw invalidPhrase('These words are not a recovery phrase. Check each word and its position.');
  }
}

const invalidPhrase = (message: string) => new KeyringError('phrase', message);
