/** XChaCha20-Poly1305 over whole messages. An envelope is nonce (24 bytes) ‖ ciphertext ‖ tag (16 bytes). */
import sodium from 'sodium-native';
import { nonceBytes, nonceFor } from './nonces.ts';

const tagBytes = 16;

/** The number of bytes by which an envelope is longer than its message. */
export const envelopeOverhead = nonceBytes + tagBytes;

/**
 * Seals a message under a 32-byte key and its associated data.
 * @param nonce - must be unique to this message; by default a new one is derived.
 */
export function sealBytes(
  key: Buffer,
  associated: Buffer,
  message: Buffer,
  nonce = nonceFor(key, associated, message),
): Buffer {
  const envelope = Buffer.allocUnsafe(message.length + envelopeOverhead);
  envelope.set(nonce);
  sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(
    envelope.subarray(nonceBytes),
    message,
    associated,
    null,
    nonce,
    key,
  );
  return envelope;
}

/** Opens an envelope; null if key, associated data or a single bit differ from those it was sealed with. */
export function openBytes(key: Buffer, associated: Buffer, envelope: Uint8Array): Buffer | null {
  if (envelope.length < envelopeOverhead) return null;
  const sealed = Buffer.from(envelope.buffer, envelope.byteOffset, envelope.length);
  const message = Buffer.allocUnsafe(sealed.length - envelopeOverhead);
  try {
    sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(
      message,
      null,
      sealed.subarray(nonceBytes),
      associated,
      sealed.subarray(0, nonceBytes),
      key,
    );
    return message;
  } catch {
    return null;
  }
}
