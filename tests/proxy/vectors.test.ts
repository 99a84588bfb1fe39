/** The vectors of seed keys, recovery phrases, passphrase keys, keyring files, sealed keys and registrations. */
import { describe, expect, test } from 'vitest';
import { openBytes, sealBytes } from '@cloakroom/sealed-index/crypto/aead.ts';
import { receivingPublicKey, suite } from '@cloakroom/proxy/crypto/hpke.ts';
import { passphraseKey } from '@cloakroom/proxy/crypto/passphrase.ts';
import { sign, signingPublicKey, verifySignature } from '@cloakroom/proxy/crypto/sign.ts';
import { isDeviceOf, seedAccessKey, seedKey, seedSpoolKey } from '@cloakroom/proxy/keyring/derivedKeys.ts';
import { phraseOf, seedOf } from '@cloakroom/proxy/keyring/phrase.ts';
import { openView, sealView } from '@cloakroom/proxy/savedViews/sealedView.ts';
import { SavedView } from '@cloakroom/contract/savedViews.ts';
import { lockOf, openFile, sealFile } from '@cloakroom/proxy/keyring/sealedFile.ts';
import {
  openSealedKey,
  proofOf,
  type SealedKey,
  type SealedKeyContext,
} from '@cloakroom/proxy/sharing/sealedKey.ts';
import { bytesOf, hexOf, readVectors } from '#tests/support/vectors.ts';

describe('keys.json', () => {
  const vectors = readVectors<{
    seed: string;
    recovery_phrase: string;
    schema: string;
    seed_keys: { name: string; generation: number; key: string }[];
    access_key: string;
    spool_key: { job: string; key: string };
    device: { nonce: string; id: string };
    passphrase: {
      passphrase: string;
      salt: string;
      memory: number;
      passes: number;
      lanes: number;
      key: string;
    };
  }>('keys');
  const seed = bytesOf(vectors.seed);

  test('the seed is its recovery phrase, and the phrase is the seed', () => {
    expect(phraseOf(seed)).toBe(vectors.recovery_phrase);
    expect(hexOf(seedOf(vectors.recovery_phrase))).toBe(vectors.seed);
  });

  test.each(vectors.seed_keys)(
    'the key of $name, generation $generation, derives from the seed',
    (vector) => {
      expect(hexOf(seedKey(seed, vectors.schema, vector.name, vector.generation))).toBe(vector.key);
    },
  );

  test('the access log key, the key of an upload job and a device id derive from the seed', () => {
    expect(hexOf(seedAccessKey(seed, vectors.schema))).toBe(vectors.access_key);
    expect(hexOf(seedSpoolKey(seed, vectors.spool_key.job))).toBe(vectors.spool_key.key);
    expect(hexOf(Buffer.from(vectors.device.id, 'base64url').subarray(0, 8))).toBe(vectors.device.nonce);
    expect(isDeviceOf(seed, vectors.device.id)).toBe(true);
    expect(isDeviceOf(Buffer.alloc(32), vectors.device.id)).toBe(false);
  });

  test('a passphrase gives its key, composed or decomposed', async () => {
    const { passphrase, salt, key, ...cost } = vectors.passphrase;
    expect(passphrase).not.toBe(passphrase.normalize('NFC'));
    for (const text of [passphrase, passphrase.normalize('NFC')])
      expect(hexOf(await passphraseKey(text, bytesOf(salt), cost))).toBe(key);
  });
});

test('keyring.json: the file opens with its passphrase, and the contents are sealed as stated', async () => {
  const { passphrase, key, associated_data, nonce, contents, file } = readVectors<{
    passphrase: string;
    key: string;
    associated_data: string;
    nonce: string;
    contents: unknown;
    file: { user: string; sealed: string };
  }>('keyring');
  const text = JSON.stringify(file);
  const lock = await lockOf(text, file.user, passphrase);
  expect(hexOf(lock.key)).toBe(key);
  const opened = openFile(text, lock)!;
  expect(opened).toEqual(contents);
  expect(openFile(sealFile(opened, lock), lock)).toEqual(contents);
  const message = Buffer.from(JSON.stringify(contents));
  const sealed = sealBytes(lock.key, bytesOf(associated_data), message, bytesOf(nonce));
  expect(sealed.toString('base64')).toBe(file.sealed);
  expect(openBytes(lock.key, bytesOf(associated_data), sealed)).toEqual(message);
});

describe('sealedKey.json', () => {
  const vectors = readVectors<{
    address: SealedKeyContext;
    sender_private_signing_key: string;
    recipient_private_receiving_key: string;
    ephemeral_private_key: string;
    keys: Record<string, string>;
    message: string;
    info: string;
    signed_text: string;
    sealed_key: SealedKey;
  }>('sealedKey');
  const { address, sealed_key } = vectors;
  const keys = new Map(Object.entries(vectors.keys).map(([at, key]) => [Number(at), bytesOf(key)]));

  test('opens for its recipient', async () => {
    const receivingKey = bytesOf(vectors.recipient_private_receiving_key);
    expect(receivingPublicKey(receivingKey).toString('hex')).toBe(address.recipient.receives);
    expect(await openSealedKey(address, sealed_key, receivingKey)).toEqual(keys);
    expect(await openSealedKey({ ...address, field: 'age' }, sealed_key, receivingKey)).toBe('signature');
  });

  test('is sealed, signed and proven as stated', async () => {
    const ephemeral = bytesOf(vectors.ephemeral_private_key);
    const { enc, ct } = await suite.seal(
      {
        recipientPublicKey: await suite.kem.deserializePublicKey(bytesOf(address.recipient.receives)),
        info: bytesOf(vectors.info),
        ekm: {
          privateKey: await suite.kem.deserializePrivateKey(ephemeral),
          publicKey: await suite.kem.deserializePublicKey(receivingPublicKey(ephemeral)),
        },
      },
      Buffer.from(vectors.message),
    );
    const payload = Buffer.concat([Buffer.from(enc), Buffer.from(ct)]);
    expect(payload.toString('base64url')).toBe(sealed_key.payload);
    const signingKey = bytesOf(vectors.sender_private_signing_key);
    expect(signingPublicKey(signingKey).toString('hex')).toBe(address.sender.signs);
    expect(sign(signingKey, bytesOf(vectors.signed_text)).toString('hex')).toBe(sealed_key.signature);
    expect(proofOf(address.request, keys)).toBe(sealed_key.proof);
  });
});

test('identity.json: the registration is signed by the device', () => {
  const { private_signing_key, private_receiving_key, ...identity } = readVectors<{
    private_signing_key: string;
    private_receiving_key: string;
    primary_public_key: string;
    sub_public_key: string;
    registration: { text: string; signature: string };
  }>('identity');
  const { text, signature } = identity.registration;
  const signingKey = bytesOf(private_signing_key);
  expect(signingPublicKey(signingKey).toString('hex')).toBe(identity.primary_public_key);
  expect(receivingPublicKey(bytesOf(private_receiving_key)).toString('hex')).toBe(identity.sub_public_key);
  expect(sign(signingKey, Buffer.from(text)).toString('hex')).toBe(signature);
  expect(verifySignature(bytesOf(identity.primary_public_key), Buffer.from(text), bytesOf(signature))).toBe(
    true,
  );
});

describe('savedView.json', () => {
  const vectors = readVectors<{
    query_key: string;
    schema: string;
    id: string;
    version: number;
    generation: number;
    json: string;
    sealed: string;
  }>('savedView');
  const { schema, id, version, generation } = vectors;
  const place = { schema, id, version, generation };
  const key = bytesOf(vectors.query_key);
  const view = SavedView.parse(JSON.parse(vectors.json));

  test('the sealed view opens in its place, and in no other', () => {
    const sealed = bytesOf(vectors.sealed);
    expect(openView(key, place, sealed)).toEqual(view);
    const others = [{ schema: id }, { id: schema }, { version: 1 }, { generation: 2 }];
    for (const other of others) expect(openView(key, { ...place, ...other }, sealed)).toBeNull();
  });

  test('a view that is sealed anew has the length of the vector, and opens', () => {
    const sealed = sealView(key, place, view);
    expect(sealed.length).toBe(bytesOf(vectors.sealed).length);
    expect(openView(key, place, sealed)).toEqual(view);
  });
});
