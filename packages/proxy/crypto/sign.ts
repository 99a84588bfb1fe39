/** Signatures: Ed25519 (RFC 8032) with raw keys of 32 bytes. */
import { ed25519 } from '@noble/curves/ed25519.js';

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
