/** A sealed value as text: `v1.` and base64url of nonce (24 bytes), ciphertext and tag (16), without padding. */

export const envelopeVersion = 'v1.';
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const codes = Uint8Array.from(alphabet, (character) => character.charCodeAt(0));
const notADigit = 255;
const sextets = new Uint8Array(128).fill(notADigit);
codes.forEach((code, value) => (sextets[code] = value));
const ascii = new TextDecoder();

/** Reused by every envelope that fits: a fresh buffer would cost more than the encoding. */
const scratch = new Uint8Array(4096);

/** Writes an envelope's bytes as text. @param version - the three ASCII characters at the start of the text. */
export function envelopeText(envelope: Uint8Array, version = envelopeVersion): string {
  const length = version.length + Math.ceil((envelope.length * 4) / 3);
  const text = length + 3 <= scratch.length ? scratch : new Uint8Array(length + 3);
  for (let at = 0; at < version.length; at++) text[at] = version.charCodeAt(at);
  for (let from = 0, to = version.length; from < envelope.length; from += 3, to += 4) {
    const group = (envelope[from]! << 16) | ((envelope[from + 1] ?? 0) << 8) | (envelope[from + 2] ?? 0);
    text[to] = codes[group >> 18]!;
    text[to + 1] = codes[(group >> 12) & 63]!;
    text[to + 2] = codes[(group >> 6) & 63]!;
    text[to + 3] = codes[group & 63]!;
  }
  return ascii.decode(text.subarray(0, length));
}

/**
 * Reads an envelope's bytes from its text. Texts and envelopes correspond one to one.
 * @throws {RangeError} if the text is not an envelope.
 */
export function envelopeBytes(text: string, version = envelopeVersion): Uint8Array {
  const digits = text.length - version.length;
  if (!text.startsWith(version) || digits % 4 === 1) throw new RangeError('This is not a sealed value.');
  const envelope = new Uint8Array(Math.floor((digits * 3) / 4));
  let buffer = 0;
  let bits = 0;
  let to = 0;
  for (let from = version.length; from < text.length; from++) {
    const sextet = sextets[text.charCodeAt(from)] ?? notADigit;
    if (sextet === notADigit)
      throw new RangeError('This is not a sealed value: it has a character that base64url does not have.');
    buffer = ((buffer << 6) | sextet) & 0xfff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    envelope[to++] = buffer >> bits;
  }
  if (buffer & ((1 << bits) - 1))
    throw new RangeError('This is not a sealed value: its last character is not canonical.');
  return envelope;
}
