/** A definition that became wider is exact at every proxy, and neither it nor its index is taken for the other one. */
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { JsonSchema } from '@cloakroom/contract/fields.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import type { Manifest } from '@cloakroom/contract/segments.ts';
import { minCost } from '@cloakroom/proxy/crypto/passphrase.ts';
import { signManifest } from '@cloakroom/sealed-index/manifest.ts';
import { openKeyrings } from '@cloakroom/proxy/keyring/keyrings.ts';
import { currentManifest, replaceManifest } from '@cloakroom/service/modules/segments/manifests.ts';
import { startLying } from '#tests/proxy/support/lying.ts';
import { actor, startBeside, type Actor } from '#tests/proxy/support/proxy.ts';
import { wholeManifest } from '#tests/service/support/manifestTrees.ts';

const world = await startLying();
const { ada, liar, owner } = world;
const definition: JsonSchema = {
  type: 'object',
  properties: {
    city: { type: 'string', enum: ['Oslo', 'Rome'] },
    dose: { type: 'number', minimum: 0, maximum: 100, precision: 1 },
    name: { type: 'string' },
  },
  required: ['name'],
};
const rows = [
  { city: 'Oslo', dose: 20, name: 'Ann' },
  { city: 'Rome', dose: 15, name: 'Bob' },
];
/** Ada at another proxy, which has her keys and has never seen the schema. */
async function firstSeen(): Promise<Actor> {
  const proxy = await world.proxyOn(() => startBeside(liar.url, world.proxy));
  return actor(proxy, owner.headers);
}
afterEach(() => liar.reset());
afterAll(() => world.close());

const answers = (filters: object[], by: Actor, id: string) =>
  by.send('POST', '/api/records/search/', { schema: id, filters });
const refusal = async (answer: Response): Promise<string> => {
  expect(answer.status).toBe(422);
  return ((await answer.json()) as { detail: string }).detail;
};

/** The owner's keyring on the disk. */
const keyringOfOwner = () =>
  openKeyrings(join(world.proxy.dataDir, 'keyrings'), { cost: minCost }).forUser(owner.user.id);

/** Replaces a schema's list of segments by another one, signed with its query key, as any holder of the key can. */
async function forge(id: string, change: (present: Manifest) => Partial<Manifest>): Promise<void> {
  const queryKey = (await keyringOfOwner()).queryKey(id, 1);
  const { database } = world.service;
  const present = await wholeManifest(database, id);
  const { definition: _, ...rest } = present;
  const next = signManifest(queryKey, { ...rest, version: present.version + 1, ...change(present) });
  await replaceManifest(world.service.database, next);
}

const wider = (minimum: number): JsonSchema => ({
  ...definition,
  properties: { ...definition.properties, dose: { type: 'number', minimum, maximum: 100, precision: 1 } },
});
const patch = (id: string, changed: JsonSchema, by = ada) =>
  by.send('PATCH', `/api/schemas/${id}/`, { schema: changed });

describe('a wider definition of a schema with records', () => {
  /** A schema with records that both proxies have seen, and its answers before the change. */
  async function seen() {
    const own = await world.schemaOf(definition);
    const fresh = await firstSeen();
    await ada.uploaded(own.id, JSON.stringify(rows), 'application/json');
    for (const by of [ada, fresh]) expect((await by.search({ schema: own.id })).total).toBe(2);
    const former = {
      schema: (await (await ada.send('GET', `/api/schemas/${own.id}/`)).json()) as Schema,
      manifest: (await (await ada.send('GET', `/api/manifests/${own.id}/`)).json()) as Manifest,
    };
    return { own, fresh, former };
  }
  const doseOf = async (by: Actor, id: string) => {
    const found = await by.search({ schema: id, filters: [{ label: 'dose', value: '15' }] });
    return (await by.decrypt(found.records)).map(({ data }) => data.name);
  };

  test('is exact at a proxy that saw the former definition', async () => {
    const { own, fresh } = await seen();
    expect((await patch(own.id, wider(-5))).status).toBe(200);
    for (const by of [ada, fresh, await firstSeen()]) expect(await doseOf(by, own.id)).toEqual(['Bob']);
  });

  test('is refused by name if the service shows the former definition with the new list', async () => {
    const { own, fresh, former } = await seen();
    expect((await patch(own.id, wider(-5))).status).toBe(200);
    await world.outdate(own.id);
    liar.lie(`GET /api/schemas/${own.id}/`, (shown: Schema) => ({
      ...shown,
      schema: former.schema.schema,
    }));
    for (const by of [ada, fresh, await firstSeen()]) {
      const detail = await refusal(await answers([{ label: 'dose', value: '15' }], by, own.id));
      expect(detail).toContain('was changed by an owner, and the service shows the former one');
    }
  });

  test('is refused by name if the service shows the new definition with the former list', async () => {
    const { own, fresh, former } = await seen();
    expect((await patch(own.id, wider(-5))).status).toBe(200);
    await world.outdate(own.id);
    liar.lie(`GET /api/manifests/${own.id}/`, () => former.manifest);
    for (const by of [fresh, await firstSeen()]) {
      const detail = await refusal(await answers([{ label: 'dose', value: '15' }], by, own.id));
      expect(detail).toContain('is not what its owner signed');
    }
  });

  test('cannot be turned back with an earlier signature', async () => {
    const { own, fresh } = await seen();
    expect((await patch(own.id, wider(-5))).status).toBe(200);
    const { definition: earlier } = await currentManifest(world.service.database, own.id);
    const { schema: shown } = (await (await ada.send('GET', `/api/schemas/${own.id}/`)).json()) as Schema;
    expect((await patch(own.id, wider(-6))).status).toBe(200);
    for (const by of [ada, fresh]) expect(await doseOf(by, own.id)).toEqual(['Bob']);
    await forge(own.id, () => ({ definition: earlier! }));
    await world.outdate(own.id);
    liar.lie(`GET /api/schemas/${own.id}/`, (now: Schema) => ({ ...now, schema: shown }));
    for (const by of [ada, fresh])
      expect(await refusal(await answers([], by, own.id))).toContain(
        'was changed back to one that an owner has replaced since',
      );
  });
});
