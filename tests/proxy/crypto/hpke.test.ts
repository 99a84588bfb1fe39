import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  openSealed,
  receivingPair,
  receivingPublicKey,
  sealFor,
  suite,
} from '@cloakroom/proxy/crypto/hpke.ts';

const hex = (text: string) => Buffer.from(text, 'hex');

/** RFC 9180, appendix A.2.1: DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, ChaCha20-Poly1305, base mode, sequence number 0. */
const published = {
  ephemeralMaterial: hex('909a9b35d3dc4713a5e72a4da274b55d3d3821a37e5d099e74a647db583a904b'),
  publicKey: hex('4310ee97d88cc1f088a5576c77ab0cf5c3ac797f3d95139c6c84b5429c59662a'),
  privateKey: hex('8057991eef8f1f1af18f4a9491d16a1ce333f695d4db8e38da75975c4478e0fb'),
  encapsulated: hex('1afa08d3dec047a643885163f1180476fa7ddb54c6a8029ea33f95796bf2ac4a'),
  context: { info: Buffer.from('Ode on a Grecian Urn'), associated: Buffer.from('Count-0') },
  message: Buffer.from('Beauty is truth, truth beauty'),
  ciphertext: hex(
    '1c5250d8034ec2b784ba2cfd69dbdb8af406cfe3ff938e131f0def8c8b60b4db21993c62ce81883d2dd1b51a28',
  ),
};
const { context, message } = published;

describe('a sealed message', () => {
  it('opens as RFC 9180 says', async () => {
    const sealed = Buffer.concat([published.encapsulated, published.ciphertext]);
    expect(await openSealed(published.privateKey, context, sealed)).toEqual(message);
  });

  it('is sealed as RFC 9180 says, given the random choice that is published there', async () => {
    const { enc, ct } = await suite.seal(
      {
        recipientPublicKey: await suite.kem.deserializePublicKey(published.publicKey),
        info: context.info,
        ekm: published.ephemeralMaterial,
      },
      message,
      context.associated,
    );
    expect([Buffer.from(enc), Buffer.from(ct)]).toEqual([published.encapsulated, published.ciphertext]);
  });

  it('has a public key that follows from the private one, as RFC 9180 says', () => {
    expect(receivingPublicKey(published.privateKey)).toEqual(published.publicKey);
    const { publicKey, privateKey } = receivingPair();
    expect(receivingPublicKey(privateKey)).toEqual(publicKey);
  });

  it('opens for its recipient, in its context, and looks different each time', async () => {
    const { publicKey, privateKey } = receivingPair();
    const bytes = fc.uint8Array({ maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(bytes, bytes, bytes, async (info, associated, secret) => {
        const sealed = await sealFor(publicKey, { info, associated }, secret);
        expect(sealed).toHaveLength(32 + secret.length + 16);
        expect(await openSealed(privateKey, { info, associated }, sealed)).toEqual(Buffer.from(secret));
        expect(await sealFor(publicKey, { info, associated }, secret)).not.toEqual(sealed);
      }),
      { numRuns: 30 },
    );
  });

  it('does not open with another key or context, or with a bit flipped or cut anywhere', async () => {
    const { publicKey, privateKey } = receivingPair();
    const sealed = await sealFor(publicKey, context, message);
    const stranger = receivingPair();
    expect(await openSealed(stranger.privateKey, context, sealed)).toBeNull();
    expect(await openSealed(privateKey, { ...context, info: Buffer.from('Ode') }, sealed)).toBeNull();
    expect(await openSealed(privateKey, { ...context, associated: Buffer.alloc(0) }, sealed)).toBeNull();
    for (let at = 0; at < sealed.length; at++) {
      const flipped = Buffer.from(sealed);
      flipped[at]! ^= 1;
      expect(await openSealed(privateKey, context, flipped)).toBeNull();
      expect(await openSealed(privateKey, context, sealed.subarray(0, at))).toBeNull();
    }
  });

  it('is never sealed to a key of the wrong length, nor to one that yields the same secret for every sender', async () => {
    for (const key of [
      Buffer.alloc(31, 1),
      Buffer.alloc(33, 1),
      Buffer.alloc(32),
      Buffer.alloc(32).fill(1, 0, 1),
    ])
      await expect(sealFor(key, context, message)).rejects.toThrow();
  });
});
