/** Key derivation: HKDF-SHA256 over an unambiguous encoding of what a key is for. */
import { hkdfSync } from 'node:crypto';

/** A part of a derivation's or seal's context: text, bytes, or a whole number from 0. */
export type Part = string | Uint8Array | number;

const tags = { text: 1, bytes: 2, number: 3 } as const;

/**
 * Encode parts so that no two different lists give the same bytes: a text or bytes as tag, 4-byte length, content
 * (text as UTF-8), a number as tag and 8 bytes, all big-endian.
 * @throws {RangeError} when a number is not a safe integer from 0, or a text has half a surrogate pair.
 */
export function canonical(...parts: Part[]): Buffer {
  return Buffer.concat(
    parts.flatMap((part) => (typeof part === 'number' ? [numbered(part)] : prefixed(part))),
  );
}

function numbered(part: number): Buffer {
  if (!Number.isSafeInteger(part) || part < 0) throw new RangeError(`${part} is not a whole number from 0.`);
  const bytes = Buffer.alloc(9, tags.number);
  bytes.writeBigUInt64BE(BigInt(part), 1);
  return bytes;
}

function prefixed(part: string | Uint8Array): Uint8Array[] {
  const text = typeof part === 'string';
  const bytes = text ? Buffer.from(part) : part;
  if (text && bytes.toString() !== part)
    throw new RangeError('A text with half a surrogate pair has no UTF-8 form.');
  const prefix = Buffer.alloc(5, text ? tags.text : tags.bytes);
  prefix.writeUInt32BE(bytes.length, 1);
  return [prefix, bytes];
}

/** HKDF-SHA256 (RFC 5869). `info` has at most 1,024 bytes, `length` is in bytes. */
export function hkdf(key: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, info, length));
}

/** The 32-byte key that `key` gives for a purpose, told by the {@link canonical} parts. */
export function deriveKey(key: Uint8Array, ...parts: Part[]): Buffer {
  return hkdf(key, Buffer.alloc(0), canonical(...parts), 32);
}
