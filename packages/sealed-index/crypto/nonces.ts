/**
 * Nonces that don't repeat for different messages, even if the system's random numbers do: a snapshot of a virtual machine
 * that is restored, or started twice, continues from the same state.
 *
 * A nonce is derived from 32 random bytes, drawn from the system once the message is known, and the
 * message: keyed BLAKE2b over the random bytes, the length of the associated data (u32, big-endian), the associated data and
 * the message. Equal nonces under one key then mean equal messages for the same place, whose envelopes are also the same.
 */
import sodium from 'sodium-native';
import { deriveKey } from './derive.ts';

/** Bytes of a nonce of XChaCha20-Poly1305. */
export const nonceBytes = 24;

const randomBytes = 32;
const start = Buffer.alloc(randomBytes + 4);
const fresh = start.subarray(0, randomBytes);

const nonce = Buffer.alloc(nonceBytes);

/** The keys for nonces, by sealing key: deriving one takes longer than a seal. */
const nonceKeys = new WeakMap<Buffer, Buffer>();

/** A nonce for one seal. The next call overwrites its bytes. */
export function nonceFor(key: Buffer, associated: Buffer, message: Buffer): Buffer {
  let nonceKey = nonceKeys.get(key);
  if (!nonceKey) nonceKeys.set(key, (nonceKey = deriveKey(key, 'nonce')));
  sodium.randombytes_buf(fresh);
  start.writeUInt32BE(associated.length, randomBytes);
  sodium.crypto_generichash_batch(nonce, [start, associated, message], nonceKey);
  return nonce;
}
