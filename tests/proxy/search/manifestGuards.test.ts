/** Rejects lists of segments that are signed but not the expected ones. */
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { Manifest } from '@cloakroom/contract/segments.ts';
import { minCost } from '@cloakroom/proxy/crypto/passphrase.ts';
import { signManifest } from '@cloakroom/sealed-index/manifest.ts';
import { openKeyrings } from '@cloakroom/proxy/keyring/keyrings.ts';
import { currentManifest } from '@cloakroom/service/modules/segments/manifests.ts';
import { startLying } from '#tests/proxy/support/lying.ts';
import { actor, startBeside } from '#tests/proxy/support/proxy.ts';
import { wholeManifest } from '#tests/service/support/manifestTrees.ts';

const world = await startLying();
const { ada, liar, owner } = world;
const definition = { type: 'object' as const, properties: { name: { type: 'string' } } };
const [schema, other] = [await world.schemaOf(definition), await world.schemaOf(definition)];
for (const name of ['Ada', 'Bob'])
  await ada.uploaded(schema.id, JSON.stringify([{ name }]), 'application/json');
await ada.uploaded(other.id, '[{"name":"Eve"}]', 'application/json');
/** Signs lists as a holder of the schema's query key. */
const queryKey = (
  await openKeyrings(join(world.proxy.dataDir, 'keyrings'), { cost: minCost }).forUser(owner.user.id)
).queryKey(schema.id, 1);
const { database } = world.service;
const present = await wholeManifest(database, schema.id);
const read = `GET /api/manifests/${schema.id}/`;
const fresh = async () => actor(await world.proxyOn(() => startBeside(liar.url, world.proxy)), owner.headers);
const refused = async (by = ada) => {
  const answer = await by.send('POST', '/api/records/search/', { schema: schema.id });
  expect(answer.status).toBe(422);
  return ((await answer.json()) as { detail: string }).detail;
};

afterEach(() => liar.reset());
afterAll(() => world.close());

test('another list of the same version is refused, even if a holder of the key has signed it', async () => {
  expect((await ada.search({ schema: schema.id })).total).toBe(2);
  const { mac: _, ...same } = present;
  const shorter = signManifest(queryKey, { ...same, segments: present.segments.slice(0, 1) });
  expect(shorter.version).toBe(present.version);
  liar.lie(read, () => shorter);
  await world.outdate(schema.id);
  expect(await refused()).toContain(`has two different versions ${present.version}`);
});

test('a list of another schema is refused, both a signed one and the unsigned empty one', async () => {
  const own = await fresh();
  const { mac: _, ...same } = present;
  const empty: Manifest = { schema: other.id, generation: 1, version: 0, segments: [], mac: '' };
  for (const list of [signManifest(queryKey, { ...same, schema: other.id }), empty]) {
    liar.lie(read, () => list);
    expect(await refused(own)).toContain('is another schema’s');
    liar.reset();
  }
  const others = await currentManifest(world.service.database, other.id);
  liar.lie(read, () => others);
  expect(await refused(own)).toContain('is not what was signed');
});
