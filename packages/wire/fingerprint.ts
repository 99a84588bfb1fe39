/** An identity's fingerprint: what two people read to each other to know that they hold the same public keys. */
import { sha256 } from '@noble/hashes/sha2.js';
import { wordlist } from '@scure/bip39/wordlists/english.js';

/** Eight words, and six numbers from 0 to 15 to be shown as colours. */
export type Fingerprint = { words: string[]; colours: number[] };

const wordCount = 8;
const colourCount = 6;
const bitsOfWord = 11;
const bitsOfColour = 4;

/**
 * The fingerprint of an identity's two public keys: 88 bits of their SHA-256 as words, the next 24 as colours. Computed
 * wherever it is shown, never taken from the service: a changed character of either key gives another fingerprint.
 */
export function fingerprintOf(keys: { primary_public_key: string; sub_public_key: string }): Fingerprint {
  // JSON is unambiguous, whatever the keys contain.
  const message = JSON.stringify(['cloakroom identity', 1, keys.primary_public_key, keys.sub_public_key]);
  let bits = 0n;
  for (const byte of sha256(new TextEncoder().encode(message))) bits = (bits << 8n) | BigInt(byte);
  let left = 256;
  const next = (width: number) => {
    left -= width;
    return Number((bits >> BigInt(left)) & ((1n << BigInt(width)) - 1n));
  };
  const words = Array.from({ length: wordCount }, () => wordlist[next(bitsOfWord)]!);
  return { words, colours: Array.from({ length: colourCount }, () => next(bitsOfColour)) };
}

/** Whether text consists of exactly these words; case and white space do not matter. */
export const matchesWords = (text: string, words: readonly string[]): boolean =>
  text.toLowerCase().split(/\s+/).filter(Boolean).join(' ') === words.join(' ');
