/** Key derivation: HKDF-SHA256 over an unambiguous encoding of the purpose of a key. */
import { hkdfSync } from 'node:crypto';

/** A part of a derivation's or seal's context: text, bytes, or a whole number from 0. */
export type CanonicalPart = string | Uint8Array | number;

const tags = { text: 1, bytes: 2, number: 3 } as const;

/**
 * Encodes parts so that no two different lists give the same bytes: a string or bytes as tag, 4-byte length, content
 * (strings as UTF-8), a number as tag and 8 bytes, all big-endian.
 * @throws {RangeError} if a number is not a safe integer from 0, or a string has half a surrogate pair.
 */
export function canonical(...parts: CanonicalPart[]): Buffer {
  const contents = parts.map((part) => (typeof part === 'string' ? textBytes(part) : part));
  const length = contents.reduce<number>(
    (sum, content) => sum + (typeof content === 'number' ? 9 : 5 + content.length),
    0,
  );
  // Written in place for speed: a first search derives two keys for each segment.
  const encoded = Buffer.allocUnsafe(length);
  let at = 0;
  for (const [i, content] of contents.entries())
    if (typeof content === 'number') {
      at = encoded.writeUInt8(tags.number, at);
      at = encoded.writeBigUInt64BE(whole(content), at);
    } else {
      at = encoded.writeUInt8(typeof parts[i] === 'string' ? tags.text : tags.bytes, at);
      at = encoded.writeUInt32BE(content.length, at);
      encoded.set(content, at);
      at += content.length;
    }
  return encoded;
}

function whole(part: number): bigint {
  if (!Number.isSafeInteger(part) || part < 0) throw new RangeError(`${part} is not a whole number from 0.`);
  return BigInt(part);
}

function textBytes(part: string): Buffer {
  const bytes = Buffer.from(part);
  if (bytes.toString() !== part)
    throw new RangeError('A string with half a surrogate pair has no UTF-8 form.');
  return bytes;
}

/** HKDF-SHA256 (RFC 5869), `length` in bytes, at most 8,160. */
export const hkdf = (key: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

/** The 32-byte key derived from `key` for a purpose, which the {@link canonical} parts name. */
export function deriveKey(key: Uint8Array, ...parts: CanonicalPart[]): Buffer {
  return hkdf(key, Buffer.alloc(0), canonical(...parts), 32);
}
