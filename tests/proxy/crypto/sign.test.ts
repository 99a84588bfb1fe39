import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sign, signingPair, signingPublicKey, verifySignature } from '@cloakroom/proxy/crypto/sign.ts';

const hex = (text: string) => Buffer.from(text, 'hex');

/** RFC 8032, section 7.1: private key, public key, message, signature. */
const published = [
  [
    '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    '',
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  ],
  [
    '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
    '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    '72',
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  ],
  [
    'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
    'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    'af82',
    '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  ],
].map(([privateKey = '', publicKey = '', message = '', signature = '']) => ({
  privateKey: hex(privateKey),
  publicKey: hex(publicKey),
  message: hex(message),
  signature: hex(signature),
}));

describe('a signature', () => {
  it.each(published)('is made and checked as RFC 8032 says: $message', (vector) => {
    expect(signingPublicKey(vector.privateKey)).toEqual(vector.publicKey);
    expect(sign(vector.privateKey, vector.message)).toEqual(vector.signature);
    expect(verifySignature(vector.publicKey, vector.message, vector.signature)).toBe(true);
  });

  it('of a fresh key is one that an independent library accepts', () => {
    const { publicKey, privateKey } = signingPair();
    const message = Buffer.from('a key for Grace');
    const spki = Buffer.concat([hex('302a300506032b6570032100'), publicKey]);
    const theirs = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    expect(verify(null, message, theirs, sign(privateKey, message))).toBe(true);
  });

  it('fits no other message, key or signature, however small the change', () => {
    const { publicKey, message, signature } = published[2]!;
    for (let at = 0; at < signature.length; at++) {
      const flipped = Buffer.from(signature);
      flipped[at]! ^= 1;
      expect(verifySignature(publicKey, message, flipped)).toBe(false);
    }
    expect(verifySignature(published[1]!.publicKey, message, signature)).toBe(false);
    expect(verifySignature(publicKey, Buffer.from('af83', 'hex'), signature)).toBe(false);
  });

  it('that is malformed, or of a malformed key, fits nothing', () => {
    const { publicKey, message, signature } = published[0]!;
    for (const cut of [0, 1, 63])
      expect(verifySignature(publicKey, message, signature.subarray(0, cut))).toBe(false);
    for (const key of [Buffer.alloc(0), publicKey.subarray(1), Buffer.alloc(32, 255)])
      expect(verifySignature(key, message, signature)).toBe(false);
  });

  /** The encodings of points of small order: with each, a signature of zeros or of the point itself fits many messages. */
  const smallOrder = [
    '0100000000000000000000000000000000000000000000000000000000000000',
    'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
    '0000000000000000000000000000000000000000000000000000000000000000',
    '0000000000000000000000000000000000000000000000000000000000000080',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  ].map(hex);

  it('of a key of small order fits nothing', () => {
    for (const key of smallOrder)
      for (const point of [...smallOrder, key])
        for (let number = 0; number < 8; number++)
          expect(verifySignature(key, Buffer.from([number]), Buffer.concat([point, Buffer.alloc(32)]))).toBe(
            false,
          );
  });

  it('has one form only: the order of the group may not be added to its second half', () => {
    const { publicKey, message, signature } = published[2]!;
    const numberOf = (bytes: Buffer) => BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);
    const order = 2n ** 252n + 27742317777372353535851937790883648493n;
    const larger = (numberOf(signature.subarray(32)) + order).toString(16).padStart(64, '0');
    const other = Buffer.concat([signature.subarray(0, 32), hex(larger).reverse()]);
    expect(verifySignature(publicKey, message, other)).toBe(false);
  });
});
