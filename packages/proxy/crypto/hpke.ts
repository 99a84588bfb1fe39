/** Seals short messages for the holder of an X25519 key: HPKE (RFC 9180), base mode. */
import { randomBytes, type webcrypto } from 'node:crypto';
import { Chacha20Poly1305 } from '@hpke/chacha20poly1305';
import { CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core';
import sodium from 'sodium-native';

// The library's types use Web Crypto's global key types, which Node doesn't declare.
declare global {
  type CryptoKey = webcrypto.CryptoKey;
  type CryptoKeyPair = webcrypto.CryptoKeyPair;
}

/** DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, ChaCha20-Poly1305. */
export const suite = new CipherSuite({
  kem: new DhkemX25519HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Chacha20Poly1305(),
});

const encapsulatedBytes = suite.kem.encSize;

/** Binds a message to its purpose: it opens only with the same context. */
export type SealContext = { info: Uint8Array; associated: Uint8Array };

/** A new X25519 key pair, 32 bytes each. */
export function receivingPair(): { publicKey: Buffer; privateKey: Buffer } {
  const privateKey = randomBytes(sodium.crypto_scalarmult_SCALARBYTES);
  return { publicKey: receivingPublicKey(privateKey), privateKey };
}

/** The public key of a private X25519 key. */
export function receivingPublicKey(privateKey: Uint8Array): Buffer {
  const publicKey = Buffer.alloc(sodium.crypto_scalarmult_BYTES);
  sodium.crypto_scalarmult_base(publicKey, Buffer.from(privateKey));
  return publicKey;
}

/**
 * Seals a message for a public key of 32 bytes, with a new ephemeral key. The result is encapsulated key (32 bytes) ‖
 * ciphertext ‖ tag (16 bytes).
 * @throws {Error} if the public key is invalid or of low order.
 */
export async function sealFor(
  publicKey: Uint8Array,
  context: SealContext,
  message: Uint8Array,
): Promise<Buffer> {
  const recipientPublicKey = await suite.kem.deserializePublicKey(publicKey);
  const { enc, ct } = await suite.seal(
    { recipientPublicKey, info: context.info },
    message,
    context.associated,
  );
  return Buffer.concat([Buffer.from(enc), Buffer.from(ct)]);
}

/** Opens a sealed message with a private key of 32 bytes; null if the key, the context or a single bit differs. */
export async function openSealed(
  privateKey: Uint8Array,
  context: SealContext,
  sealed: Uint8Array,
): Promise<Buffer | null> {
  try {
    const opened = await suite.open(
      {
        recipientKey: await suite.kem.deserializePrivateKey(privateKey),
        enc: sealed.slice(0, encapsulatedBytes),
        info: context.info,
      },
      sealed.slice(encapsulatedBytes),
      context.associated,
    );
    return Buffer.from(opened);
  } catch {
    return null;
  }
}
