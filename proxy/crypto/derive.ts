/** Key derivation: HKDF-SHA256 over an unambiguous encoding of what a key is for. */
import { createHmac } from 'node:crypto';

/** A part of a derivation's or seal's context: text, bytes, or a whole number from 0. */
export type Part = string | Uint8Array | number;

const tags = { text: 1, bytes: 2, number: 3 } as const;

/**
 * Encode parts so that no two different lists give the same bytes: a text or bytes as tag, 4-byte length, content
 * (text as UTF-8), a number as tag and 8 bytes, all big-endian.
 * @throws {RangeError} when a number is not a safe integer from 0, or a text has half a surrogate pair.
 */
export function canonical(...parts: Part[]): Buffer {
  const contents = parts.map((part) => (typeof part === 'string' ? textBytes(part) : part));
  const length = contents.reduce<number>(
    (sum, content) => sum + (typeof content === 'number' ? 9 : 5 + content.length),
    0,
  );
  // Written in place: a search that knows nothing yet derives two keys for each segment.
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
  if (bytes.toString() !== part) throw new RangeError('A text with half a surrogate pair has no UTF-8 form.');
  return bytes;
}

function hmac(key: Uint8Array, ...parts: Uint8Array[]): Buffer {
  const mac = createHmac('sha256', key);
  for (const part of parts) mac.update(part);
  return mac.digest();
}

/**
 * HKDF-SHA256 (RFC 5869), `length` in bytes, at most 8,160. Made of two HMACs, because every search derives keys, and
 * Node's own makes a job of each: two to ten times as long.
 */
export function hkdf(key: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): Buffer {
  const secret = hmac(salt, key);
  const blocks: Buffer[] = [];
  for (let made = 0; made < length; made += secret.length)
    blocks.push(hmac(secret, blocks.at(-1) ?? Buffer.alloc(0), info, Uint8Array.of(blocks.length + 1)));
  return Buffer.concat(blocks, length);
}

/** The 32-byte key that `key` gives for a purpose, told by the {@link canonical} parts. */
export function deriveKey(key: Uint8Array, ...parts: Part[]): Buffer {
  return hkdf(key, Buffer.alloc(0), canonical(...parts), 32);
}
