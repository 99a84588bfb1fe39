/** Signatures: Ed25519 (RFC 8032) with raw keys of 32 bytes; and MACs of signed statements. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { timingSafeEqual } from 'node:crypto';
import sodium from 'sodium-native';
import { deriveKey } from '@cloakroom/sealed-index/crypto/derive.ts';

/** A new Ed25519 key pair, 32 bytes each. */
export function signingPair(): { publicKey: Buffer; privateKey: Buffer } {
  const { publicKey, secretKey } = ed25519.keygen();
  return { publicKey: Buffer.from(publicKey), privateKey: Buffer.from(secretKey) };
}

/** The public key of a private Ed25519 key. */
export const signingPublicKey = (privateKey: Uint8Array): Buffer =>
  Buffer.from(ed25519.getPublicKey(privateKey));

/** The signature of a message, 64 bytes. */
export const sign = (privateKey: Uint8Array, message: Uint8Array): Buffer =>
  Buffer.from(ed25519.sign(message, privateKey));

/** Whether a signature is valid for a public key; false if one of the two is malformed. */
export function verifySignature(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, message, publicKey, { zip215: false });
  } catch {
    return false;
  }
}

/**
 * Keyed BLAKE2b-256. The key is derived from a query key for one kind of statement.
 * @param label - the kind of statement.
 */
export function statementMac(queryKey: Uint8Array, label: string, bytes: Buffer): Buffer {
  const mac = Buffer.alloc(sodium.crypto_generichash_BYTES);
  sodium.crypto_generichash(mac, bytes, deriveKey(queryKey, label));
  return mac;
}

/** Whether a MAC in hex is the expected one; in constant time. */
export function isMac(expected: Buffer, claimedMac: string): boolean {
  const bytes = Buffer.from(claimedMac, 'hex');
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}
