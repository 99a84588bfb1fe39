/** Signatures: Ed25519 (RFC 8032) with raw keys of 32 bytes; and MACs of signed statements. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import sodium from 'sodium-native';
import { deriveKey } from '@cloakroom/sealed-index/crypto/derive.ts';

/** The library's secret key of a private key: the private key, then the public key. */
function keyPair(privateKey: Uint8Array): { publicKey: Buffer; secretKey: Buffer } {
  const publicKey = Buffer.alloc(sodium.crypto_sign_PUBLICKEYBYTES);
  const secretKey = Buffer.alloc(sodium.crypto_sign_SECRETKEYBYTES);
  sodium.crypto_sign_seed_keypair(publicKey, secretKey, Buffer.from(privateKey));
  return { publicKey, secretKey };
}

/** A new Ed25519 key pair, 32 bytes each. */
export function signingPair(): { publicKey: Buffer; privateKey: Buffer } {
  const privateKey = randomBytes(sodium.crypto_sign_SEEDBYTES);
  return { publicKey: signingPublicKey(privateKey), privateKey };
}

/** The public key of a private Ed25519 key. */
export const signingPublicKey = (privateKey: Uint8Array): Buffer => keyPair(privateKey).publicKey;

/** The signature of a message, 64 bytes. */
export function sign(privateKey: Uint8Array, message: Uint8Array): Buffer {
  const signature = Buffer.alloc(sodium.crypto_sign_BYTES);
  sodium.crypto_sign_detached(signature, Buffer.from(message), keyPair(privateKey).secretKey);
  return signature;
}

/**
 * Whether a signature is valid for a public key; false if one of the two is malformed, or the key is a point of small
 * order, for which one signature is valid for every message.
 */
export function verifySignature(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    return sodium.crypto_sign_verify_detached(
      Buffer.from(signature),
      Buffer.from(message),
      Buffer.from(publicKey),
    );
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
