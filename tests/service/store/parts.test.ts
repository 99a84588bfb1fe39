/** Parts of manifests in each store: published, read, deleted, and taken over from rows. */
import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { manifestParts, storedObjects } from '@cloakroom/service/db/schema.ts';
import { deleteRemoved, removeNextPrefix } from '@cloakroom/service/store/maintenance.ts';
import { moveStore, storeStatus } from '@cloakroom/service/store/move.ts';
import { openSegmentStore } from '@cloakroom/service/store/openStore.ts';
import { partsPerObject } from '@cloakroom/service/store/partObjects.ts';
import { makeWorld } from '#tests/service/support/world.ts';
import { objectKinds, testedKinds } from './storeKinds.ts';
import { partsWorld } from './partsWorld.ts';

const {
  at,
  begin,
  stored,
  present,
  post,
  callOf,
  published,
  freshCall,
  readFresh,
  expectReadable,
  rows,
  names,
  partObjects,
} = partsWorld();

describe.each(testedKinds)('parts in %s', (kind) => {
  beforeEach(() => begin(kind));
  const isObject = kind !== 'postgres';

  test('are read as they were published, and only their places are rows where an object has the bytes', async () => {
    const entries = await stored(2, 5, 1, 3, 4, 2, 6);
    const parts = await published(entries);
    await expectReadable(parts, entries);
    const found = await rows();
    expect(found).toHaveLength(parts.bytes.size);
    for (const { data, object, length } of found)
      expect([data === null, object !== null, length !== null]).toEqual([isObject, isObject, isObject]);
    expect(await names()).toHaveLength(isObject ? 1 : 0);
    expect(await storeStatus(at.service.database)).toMatchObject({ partRows: isObject ? 0 : found.length });
  });

  test('are written once by a publication that is repeated, and not at all by an outdated or a refused one', async () => {
    const entries = await stored(2, 2, 2, 2, 3);
    const { bytes } = await published(entries.slice(0, 4));
    const { body } = await callOf(entries, bytes.keys());
    for (let repeat = 0; repeat < 3; repeat++) expect((await post(body)).statusCode).toBe(200);
    expect((await post({ ...body, version: 1 })).statusCode).toBe(409);
    expect((await post({ ...body, version: 7 })).statusCode).toBe(409);
    const { body: incomplete } = await callOf([...entries, ...(await stored(1))], bytes.keys());
    const refused = await post({ ...incomplete, new_parts: incomplete.new_parts.slice(0, 1) });
    expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining('is not stored.')]);
    expect(await names()).toHaveLength(isObject ? 2 : 0);
    expect(await names()).toEqual(await partObjects());
  });

  test('that no manifest names are deleted an hour later, and their object with the last of them', async () => {
    const entries = await stored(1, 1, 1, 1, 1, 1);
    await published(entries);
    const later = await published(entries.slice(2));
    const again = { unlisted: sql`now() - interval '61 minutes'` };
    await at.service.database.update(manifestParts).set(again).where(sql`unlisted is not null`); // prettier-ignore
    const last = await published(entries.slice(2, 5));
    while (await deleteRemoved(at.service.database, at.stores));
    await expectReadable(last, entries.slice(2, 5));
    expect(await readFresh(later)).toEqual([...later.bytes.keys()]);
    expect(await names()).toHaveLength(isObject ? 2 : 0);
    expect(await names()).toEqual(await partObjects());
  });

  test('that were deleted have to be sent again, although the service has read them before', async () => {
    const entries = await stored(1, 1, 1, 1);
    await published(entries.slice(0, 3));
    const { tree } = await present();
    await published(entries);
    const leaf = Buffer.from(tree!.nodes[1]!.part, 'hex');
    await at.service.database.delete(manifestParts).where(eq(manifestParts.part, leaf));
    const { body } = await callOf(entries.slice(0, 3));
    const refused = await post({ ...body, new_parts: undefined });
    expect([refused.statusCode, refused.body]).toEqual([
      400,
      expect.stringContaining(`Part ${tree!.nodes[1]!.part} is not stored. Send it again.`),
    ]);
    expect((await post(body)).statusCode).toBe(200);
  });

  test('are read in portions, the first of which is one part at least', async () => {
    const parts = await published(await stored(1, 1, 1, 1));
    const { store, stores: opened } = await openSegmentStore(at.service.database, at.empty.url);
    const hashes = [...parts.bytes.keys()];
    const read = async (maxBytes: number) =>
      (await store.parts.read(at.service.database, at.world.schema.id, hashes, maxBytes)).map((bytes) =>
        Buffer.from(bytes!),
      );
    const all = [...parts.bytes.values()].map((bytes) => Buffer.from(bytes));
    expect(await read(1)).toEqual(all.slice(0, 1));
    expect(await read(all[0]!.length)).toEqual(all.slice(0, 2));
    expect(await read(1_000_000)).toEqual(all);
    const unknown = await store.parts.read(at.service.database, at.world.schema.id, [
      '0'.repeat(64),
      hashes[0]!,
    ]);
    expect(unknown.map((bytes) => bytes !== undefined)).toEqual([false, true]);
    opened.close();
  });

  test('are deleted with their schema, and those of another schema stay', async () => {
    const { world } = at;
    const entries = await stored(1, 2, 3);
    const otherParts = await published(entries);
    at.world = await makeWorld(at.service);
    await published(await stored(2, 2, 2));
    const { people, schema } = at.world;
    await at.world.addTo('owners', people.admin, people.dataOwner);
    expect((await at.world.call(people.admin, 'DELETE', `${schema.url}?records=true`)).statusCode).toBe(204);
    while (await removeNextPrefix(at.service.database, at.stores));
    expect([await rows(), await names()]).toEqual([[], []]);
    expect(await at.service.database.$count(storedObjects, eq(storedObjects.schema, schema.id))).toBe(0);
    at.world = world;
    await expectReadable(otherParts, entries);
  });
});

describe.each(objectKinds)('parts of a deployment that stored them in rows, and now has %s', (kind) => {
  beforeEach(() => begin(kind, ''));

  test('are read where they are, published beside new ones, and moved', async () => {
    const entries = await stored(2, 3, 4, 5, 1);
    const before = await published(entries.slice(0, 4));
    const call = await freshCall();
    await expectReadable(before, entries.slice(0, 4));
    const { parts, body } = await callOf(entries, before.bytes.keys());
    expect((await call(at.world.people.dataOwner, 'POST', at.world.manifestUrl, body)).statusCode).toBe(200);
    await expectReadable(parts, entries);
    const inRows = and(eq(manifestParts.schema, at.world.schema.id), sql`data is not null`);
    expect(await at.service.database.$count(manifestParts, inRows)).toBe(before.bytes.size);
    expect((await moveStore(at.service.database, at.stores, at.empty.url)).moved).toBeGreaterThanOrEqual(1);
    expect(await at.service.database.$count(manifestParts, inRows)).toBe(0);
    await expectReadable(parts, entries);
  });
});

test('a long list of parts is divided into objects of some megabytes', async () => {
  await begin('postgres');
  const part = (bytes: number) => ['0'.repeat(64), Buffer.alloc(bytes)] as const;
  const sizes = [3e6, 1e6, 1e6, 5e6, 1];
  const objects = [...partsPerObject(sizes.map(part))].map((parts) => parts.map(([, { length }]) => length));
  expect(objects).toEqual([[3e6, 1e6], [1e6], [5e6], [1]]);
});
