/** Seals short messages for the holder of an X25519 key: HPKE (RFC 9180), base mode. */
import type { webcrypto } from 'node:crypto';
import { Chacha20Poly1305 } from '@hpke/chacha20poly1305';
import { x25519 } from '@noble/curves/ed25519.js';
import { CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core';

// The library speaks of Web Crypto's keys, which Node has but doesn't name globally.
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

/** What a message belongs to: both sides must say the same, or it stays closed. */
export type SealContext = { info: Uint8Array; associated: Uint8Array };

/** A key pair that receives: 32 bytes each. */
export function receivingPair(): { publicKey: Buffer; privateKey: Buffer } {
  const { publicKey, secretKey } = x25519.keygen();
  return { publicKey: Buffer.from(publicKey), privateKey: Buffer.from(secretKey) };
}

/** The public half of a private receiving key. */
export const receivingPublicKey = (privateKey: Uint8Array): Buffer =>
  Buffer.from(x25519.getPublicKey(privateKey));

/**
 * Seal a message to a public key of 32 bytes; no two seals are alike. The result is encapsulated key (32 bytes) ‖
 * ciphertext ‖ tag (16 bytes).
 * @throws {Error} when the public key is none, or one of the few that give every sender the same secret.
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

/** Open what was sealed for a private key of 32 bytes; null when the key, the context or a single bit differ. */
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
