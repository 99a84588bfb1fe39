/** The bytes and keys of signed statements, computed independently with Node's own cryptography and another BLAKE2b. */
import { createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';
import { blake2b } from '@noble/hashes/blake2.js';

export const hex = (text: string): Buffer => Buffer.from(text, 'hex');

/** One part: text as 01, 4-byte length, UTF-8; bytes as 02, 4-byte length; a number as 03, 8 bytes. */
function part(content: string | Buffer | number): Buffer {
  if (typeof content === 'number') {
    const bytes = Buffer.alloc(9);
    bytes.writeUInt8(3);
    bytes.writeBigUInt64BE(BigInt(content), 1);
    return bytes;
  }
  const head = Buffer.alloc(5);
  head.writeUInt8(typeof content === 'string' ? 1 : 2);
  head.writeUInt32BE(Buffer.byteLength(content), 1);
  return Buffer.concat([head, Buffer.from(content)]);
}

export const canonical = (...parts: (string | Buffer | number)[]): Buffer => Buffer.concat(parts.map(part));

/**
 * Keyed BLAKE2b-256 in hex.
 * @param label - the kind of statement, from which its key is derived.
 */
export function macOf(queryKey: Buffer, label: string, bytes: Buffer): string {
  const key = Buffer.from(hkdfSync('sha256', queryKey, '', canonical(label), 32));
  return Buffer.from(blake2b(bytes, { key, dkLen: 32 })).toString('hex');
}

/** An Ed25519 key from its 32 bytes in hex. */
export const publicKey = (raw: string): KeyObject =>
  createPublicKey({
    key: Buffer.concat([hex('302a300506032b6570032100'), hex(raw)]),
    format: 'der',
    type: 'spki',
  });
