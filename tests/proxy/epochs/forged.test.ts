/** Epochs that no owner signed, or signed for something else: none of them makes a proxy use older content. */
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EpochStatement } from '@cloakroom/contract/epochs.ts';
import type { Manifest } from '@cloakroom/contract/segments.ts';
import { minCost } from '@cloakroom/proxy/crypto/passphrase.ts';
import { signingPair } from '@cloakroom/proxy/crypto/sign.ts';
import { signEpoch } from '@cloakroom/proxy/epochs/statement.ts';
import { signManifest } from '@cloakroom/sealed-index/manifest.ts';
import { openKeyrings } from '@cloakroom/proxy/keyring/keyrings.ts';
import { requireSelf } from '@cloakroom/proxy/sharing/identity.ts';
import type { Device } from '#tests/proxy/sharing/support.ts';
import { manifests } from '@cloakroom/service/db/schema.ts';
import { refusalOf, restoredOf, rowsFrom, startRestoring } from './support.ts';

const world = await startRestoring();
afterAll(() => world.close());

/** The manifests of a schema as the service held them, and the keyrings of its people. */
let place: Awaited<ReturnType<typeof prepare>>;
beforeAll(async () => {
  place = await prepare();
}, 60_000);

async function prepare() {
  const { ada } = world;
  const schema = await world.schema('Forged');
  const { id } = schema;
  const upload = (first: number, count: number) =>
    ada.uploaded(id, JSON.stringify(rowsFrom(first, count)), 'application/json');
  await upload(0, 10);
  const bob = await world.colleague(schema, 'requesters');
  const carol = await world.colleague(schema, 'requesters');
  const old = await stored(id);
  await upload(10, 10);
  await upload(20, 10);
  expect((await bob.search({ schema: id })).total).toBe(30);
  const newest = await stored(id);
  const keyringOf = ({ proxy, who }: Device) =>
    openKeyrings(join(proxy.dataDir, 'keyrings'), { cost: minCost }).forUser(who.user.id);
  const [adas, carols] = [await keyringOf(ada), await keyringOf(carol)];
  const queryKey = adas.queryKey(id, 1);
  return { id, ada, bob, carol, old, newest, adas, carols, queryKey };
}

async function stored(id: string): Promise<Manifest> {
  const [row] = await world.database().select().from(manifests).where(eq(manifests.schema, id));
  return JSON.parse(row!.body) as Manifest;
}

async function put(manifest: Manifest): Promise<void> {
  const { schema, version, mac } = manifest;
  const row = { version, mac, body: JSON.stringify(manifest) };
  await world.database().update(manifests).set(row).where(eq(manifests.schema, schema));
}

/** The old manifest's successor in a new epoch, with everything that an owner has except for the given changes. */
function forgery(change: {
  claim?: Partial<EpochStatement>;
  signer?: Partial<EpochStatement['signer']>;
  signingKey?: Buffer;
  queryKey?: Buffer;
  statement?: Partial<EpochStatement>;
  manifestKey?: Buffer;
}): Manifest {
  const { id, old, adas, queryKey } = place;
  const self = requireSelf(adas);
  const claim = {
    number: 1,
    base: { version: old.version, mac: old.mac },
    generation: 1,
    reason: '',
    time: new Date().toISOString(),
    as_of: null,
    missing: { uploads: 2, records: 20, returned: 0 },
    signer: {
      ...{ user: adas.user, name: 'Ada', identity: self.id, signs: self.signs, receives: self.receives },
      ...change.signer,
    },
    ...change.claim,
  };
  const epoch = {
    ...signEpoch(id, claim, change.queryKey ?? queryKey, change.signingKey ?? self.signingKey),
    ...change.statement,
  };
  const next = { schema: id, generation: 1, version: old.version + 1, epoch, segments: old.segments };
  return signManifest(change.manifestKey ?? queryKey, next);
}

const refused = async (words: RegExp) => {
  const [status, detail] = await refusalOf(await restoredOf(place.id).search(place.bob));
  expect([status, detail]).toEqual([422, expect.stringMatching(words)]);
};

test('older content without a statement is refused', async () => {
  await put(place.old);
  await refused(/went back from version 3 to 1/);
});

test('a statement that the service made without any key is refused', async () => {
  await put(forgery({ manifestKey: Buffer.alloc(32, 1), queryKey: Buffer.alloc(32, 1), signingKey: signingPair().privateKey })); // prettier-ignore
  await refused(/not what was signed/);
});

test('a signature that isn’t the named signer’s is refused', async () => {
  await put(forgery({ signingKey: signingPair().privateKey }));
  await refused(/statement that its signer didn’t sign/);
});

test.each([
  ['number', { number: 7 }],
  ['reason', { reason: 'Another one' }],
  ['time', { time: '2020-01-01T00:00:00.000Z' }],
  ['generation', { missing: { uploads: 0, records: 0, returned: 0 } }],
  ['base', { base: { version: 0, mac: '' as const } }],
])('a statement whose %s was changed after it was signed is refused', async (_what, statement) => {
  await put(forgery({ statement }));
  await refused(/statement that its signer didn’t sign/);
});

test('a statement whose MAC was made with another key is refused', async () => {
  await put(forgery({ queryKey: Buffer.alloc(32, 9) }));
  await refused(/made without the schema’s key for searching/);
});

test('a statement of an unknown signer is refused, with the fingerprint to compare', async () => {
  const pair = signingPair();
  const signer = { user: 'mallory', name: 'Mallory', signs: pair.publicKey.toString('hex') };
  await put(forgery({ signer, signingKey: pair.privateKey }));
  await refused(
    /says that Mallory has accepted it.*compare them on the schema’s page of records: (\w+ ){7}\w+\./,
  );
});

test('a statement with another key under an owner’s name is refused', async () => {
  const pair = signingPair();
  await put(forgery({ signer: { signs: pair.publicKey.toString('hex') }, signingKey: pair.privateKey }));
  await refused(/doesn’t know that identity as an owner’s/);
});

test('a statement in the reader’s own name with another key is refused', async () => {
  const pair = signingPair();
  const signer = { user: place.bob.who.user.id, signs: pair.publicKey.toString('hex') };
  await put(forgery({ signer, signingKey: pair.privateKey }));
  await refused(/doesn’t know that identity as an owner’s/);
});

test('a statement of a requester whose identity the owner has pinned is refused by the owner', async () => {
  const { ada, carols, id } = place;
  const self = requireSelf(carols);
  const signer = {
    user: carols.user,
    name: 'Carol',
    identity: self.id,
    signs: self.signs,
    receives: self.receives,
  };
  await put(forgery({ signer, signingKey: self.signingKey }));
  const [status, detail] = await refusalOf(await restoredOf(id).search(ada));
  expect([status, detail]).toEqual([422, expect.stringMatching(/doesn’t know that identity as an owner’s/)]);
});

test('a statement that was made for a later manifest is refused with an earlier one', async () => {
  const { newest } = place;
  await put(forgery({ claim: { base: { version: newest.version, mac: newest.mac } } }));
  await refused(/statement that was made for a later one/);
});

test('an owner’s epoch is accepted; afterwards an earlier one and another one of its number are refused', async () => {
  const { id, ada, bob, old, newest } = place;
  const { accept } = restoredOf(id);
  await put(old);
  expect(await accept(ada)).toMatchObject({ state: 'current', epoch: { number: 1 } });
  const first = await stored(id);
  expect((await bob.search({ schema: id })).total).toBe(10);
  await put(newest);
  await refused(/went back from epoch 1 to 0/);
  await put(forgery({}));
  await refused(/has two different epochs 1/);
  await put(first);
  await ada.uploaded(id, JSON.stringify(rowsFrom(10, 5)), 'application/json');
  expect((await bob.search({ schema: id })).total).toBe(15);
  await put(first);
  await refused(/went back from version 3 to 2/);
  expect(await accept(ada)).toMatchObject({ state: 'current', epoch: { number: 2 } });
  expect((await bob.search({ schema: id })).total).toBe(10);
  // The first epoch's statement again, with the content of its time.
  await put(first);
  await refused(/went back from epoch 2 to 1/);
});
