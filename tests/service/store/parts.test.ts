/** Parts of manifests in each store: published, read, damaged, swept, moved and deleted. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SealedRecord } from '@cloakroom/contract/records.ts';
import type { SegmentEntry, SignedManifest } from '@cloakroom/contract/segments.ts';
import { restoreBackup } from '@cloakroom/service/backup/restore.ts';
import { writeBackup } from '@cloakroom/service/backup/backup.ts';
import { openDatabase } from '@cloakroom/service/db/client.ts';
import { manifestParts, removedPrefixes, storedObjects } from '@cloakroom/service/db/schema.ts';
import {
  deleteRemoved,
  orphanAgeMs,
  removeNextPrefix,
  removeUnreferenced,
  sweepOrphans,
} from '@cloakroom/service/store/maintenance.ts';
import { moveStore, storeStatus } from '@cloakroom/service/store/move.ts';
import { objectName } from '@cloakroom/service/store/objectRows.ts';
import { inChunks, measured } from '@cloakroom/service/store/objectSource.ts';
import { objectStores, type ObjectStores } from '@cloakroom/service/store/objectStores.ts';
import { StoreUnavailable } from '@cloakroom/service/store/objectStore.ts';
import { openSegmentStore, postgresStore } from '@cloakroom/service/store/openStore.ts';
import { partsPerObject } from '@cloakroom/service/store/partObjects.ts';
import { hashOf, successorInParts, TestParts } from '#tests/service/support/manifestTrees.ts';
import { testSegment } from '#tests/service/support/segments.ts';
import { freshDatabase, startService, type TestService } from '#tests/service/support/service.ts';
import { caller, checks, makeWorld, type World } from '#tests/service/support/world.ts';
import { emptyStore, objectKinds, testedKinds, type EmptyStore, type StoreKind } from './kinds.ts';

let empty: EmptyStore;
let service: TestService;
let world: World;
let stores: ObjectStores;
const emptied: EmptyStore[] = [];
const started: TestService[] = [];

async function begin(kind: StoreKind, url?: string): Promise<void> {
  empty = await newStore(kind);
  service = await startService({ STORE_URL: url ?? empty.url });
  world = await makeWorld(service);
  stores = objectStores(service.database);
}

async function newStore(kind: StoreKind): Promise<EmptyStore> {
  const made = await emptyStore(kind);
  emptied.push(made);
  return made;
}

afterEach(async () => {
  stores.close();
  for (const { close } of started.splice(0)) await close();
  await service.close();
  for (const { remove } of emptied.splice(0)) await remove();
});

/** Stores segments of so many records each, without objects of their own. */
async function stored(...sizes: number[]): Promise<SegmentEntry[]> {
  const segments = sizes.map((records) => testSegment({ records, blocks: 0 }));
  for (const segment of segments) expect((await world.put(segment)).statusCode).toBe(204);
  return segments.map(({ entry }) => entry);
}

const present = async () => (await world.manifest()) as SignedManifest;
const post = (body: object) => world.call(world.people.dataOwner, 'POST', world.manifestUrl, body);

/** The call that publishes these entries in parts, without the parts that are known. */
async function callOf(entries: readonly SegmentEntry[], known: Iterable<string> = []) {
  const parts = new TestParts();
  const tree = parts.tree(entries.map((entry) => parts.listed(entry)));
  return { parts, body: successorInParts(await present(), parts, tree, known) };
}

async function published(entries: readonly SegmentEntry[], known?: Iterable<string>): Promise<TestParts> {
  const { parts, body } = await callOf(entries, known);
  const answer = await post(body);
  expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining('"tree"')]);
  return parts;
}

/** Calls another instance of the service, which has cached nothing. */
async function freshCall(url = empty.url): Promise<ReturnType<typeof caller>> {
  const other = await startService({ STORE_URL: url, DATABASE_URL: service.databaseUrl });
  started.push(other);
  return caller(other);
}

/** Reads parts at a service that has cached nothing. */
async function readFresh({ bytes }: TestParts, url?: string): Promise<(string | null)[]> {
  const call = await freshCall(url);
  return Promise.all(
    [...bytes].map(async ([hash, expected]) => {
      const answer = await call(world.people.requester, 'POST', `${world.manifestUrl}parts/read/`, {
        parts: [hash],
      });
      if (answer.statusCode === 404) return null;
      expect(answer.rawPayload.subarray(4)).toEqual(Buffer.from(expected));
      return hash;
    }),
  );
}

async function expectReadable(parts: TestParts, entries: readonly SegmentEntry[], url?: string) {
  expect(await readFresh(parts, url)).toEqual([...parts.bytes.keys()]);
  const call = await freshCall(url);
  const all = [...parts.bytes.keys()];
  const body = { parts: all };
  const answer = await call(world.people.requester, 'POST', `${world.manifestUrl}parts/read/`, body);
  expect(answer.rawPayload).toHaveLength(
    [...parts.bytes.values()].reduce((sum, { length }) => sum + 4 + length, 0),
  );
  const list = `/api/records/?schema=${world.schema.id}&limit=500`;
  const records = (await call(world.people.requester, 'GET', list)).json<SealedRecord[]>();
  expect(records).toHaveLength(entries.reduce((sum, entry) => sum + entry.records, 0));
}

const rows = () =>
  service.database.select().from(manifestParts).where(eq(manifestParts.schema, world.schema.id));
/** The names of the schema's objects with parts. */
async function names(url = empty.url, prefix = `${world.schema.id}/`): Promise<string[]> {
  const found: string[] = [];
  for (const { store } of await stores.all())
    if (store.url === url) for await (const { name } of store.list(prefix)) found.push(name);
  return found.filter((name) => name.endsWith('.parts')).sort();
}
const partObjects = async () =>
  (await service.database.select().from(storedObjects).where(eq(storedObjects.kind, 'parts')))
    .map(objectName)
    .sort();
const storeOf = async (url = empty.url) => (await stores.all()).find(({ store }) => store.url === url)!;
const sweep = async (days = 0) => sweepOrphans(service.database, await storeOf(), Date.now() + days * orphanAgeMs + 60_000 * days); // prettier-ignore

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
    expect(await storeStatus(service.database)).toMatchObject({ partRows: isObject ? 0 : found.length });
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
    await service.database.update(manifestParts).set(again).where(sql`unlisted is not null`); // prettier-ignore
    const last = await published(entries.slice(2, 5));
    while (await deleteRemoved(service.database, stores));
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
    await service.database.delete(manifestParts).where(eq(manifestParts.part, leaf));
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
    const { store, stores: opened } = await openSegmentStore(service.database, empty.url);
    const hashes = [...parts.bytes.keys()];
    const read = async (maxBytes: number) =>
      (await store.parts.read(service.database, world.schema.id, hashes, maxBytes)).map((bytes) =>
        Buffer.from(bytes!),
      );
    const all = [...parts.bytes.values()].map((bytes) => Buffer.from(bytes));
    expect(await read(1)).toEqual(all.slice(0, 1));
    expect(await read(all[0]!.length)).toEqual(all.slice(0, 2));
    expect(await read(1_000_000)).toEqual(all);
    const unknown = await store.parts.read(service.database, world.schema.id, ['0'.repeat(64), hashes[0]!]);
    expect(unknown.map((bytes) => bytes !== undefined)).toEqual([false, true]);
    opened.close();
  });

  test('are deleted with their schema, and those of another schema stay', async () => {
    const others = { world, entries: await stored(1, 2, 3) };
    const otherParts = await published(others.entries);
    world = await makeWorld(service);
    await published(await stored(2, 2, 2));
    const { people, schema } = world;
    await world.addTo('owners', people.admin, people.dataOwner);
    expect((await world.call(people.admin, 'DELETE', `${schema.url}?records=true`)).statusCode).toBe(204);
    while (await removeNextPrefix(service.database, stores));
    expect([await rows(), await names()]).toEqual([[], []]);
    expect(await service.database.$count(storedObjects, eq(storedObjects.schema, schema.id))).toBe(0);
    ({ world } = others);
    await expectReadable(otherParts, others.entries);
  });
});

describe.each(objectKinds)('parts in objects of %s', (kind) => {
  beforeEach(() => begin(kind));
  /** The only object with parts. Its bytes are replaced by what is returned, and by none for null. */
  async function onlyObject() {
    const [object] = await service.database
      .select()
      .from(storedObjects)
      .where(eq(storedObjects.kind, 'parts'));
    const { store } = await storeOf();
    const name = objectName(object!);
    const bytes = await store.read(name, 0, object!.bytes);
    return async (change: (bytes: Buffer) => Buffer | null) => {
      await store.remove(name);
      const next = change(Buffer.from(bytes));
      if (next) await store.put(name, await measured(() => inChunks([next])));
    };
  }

  test('of a service that was killed before the manifest was replaced are swept after a day, and the repeated call succeeds', async () => {
    const entries = await stored(2, 3, 4);
    const before = await published(entries.slice(0, 2));
    const { body, parts } = await callOf(entries, before.bytes.keys());
    const { store, stores: opened } = await openSegmentStore(service.database, empty.url);
    await store.parts.write({ schema: world.schema.id, version: 2 }, parts.bytes);
    expect([(await names()).length, (await partObjects()).length]).toEqual([2, 1]);
    await expectReadable(before, entries.slice(0, 2));
    expect((await post(body)).statusCode).toBe(200);
    expect([await sweep(), await sweep(1)]).toEqual([0, 1]);
    expect(await names()).toEqual(await partObjects());
    await expectReadable(parts, entries);
    opened.close();
  });

  test('of a transaction that fails after their rows are swept after a day, and the manifest is as before', async () => {
    const entries = await stored(2, 3, 4);
    const before = await published(entries.slice(0, 2));
    await service.database.execute(sql`alter table manifests add constraint still check (version < 2)`);
    const { body, parts } = await callOf(entries, before.bytes.keys());
    expect((await post(body)).statusCode).toBe(500);
    expect((await present()).version).toBe(1);
    expect([(await names()).length, (await rows()).length]).toEqual([2, before.bytes.size]);
    expect([await sweep(), await sweep(1)]).toEqual([0, 1]);
    await expectReadable(before, entries.slice(0, 2));
    await service.database.execute(sql`alter table manifests drop constraint still`);
    expect((await post(body)).statusCode).toBe(200);
    await expectReadable(parts, entries);
  });

  test('are read in few calls, of which a limited number runs at a time, and once', async () => {
    const entries = await stored(...Array<number>(40).fill(1));
    const known: string[] = [];
    const parts = new TestParts();
    for (let count = 2; count <= entries.length; count += 2)
      for (const [hash, bytes] of (await published(entries.slice(0, count), known)).bytes) {
        parts.bytes.set(hash, bytes);
        known.push(hash);
      }
    const cost = { calls: 0, running: 0, most: 0 };
    const { store } = await storeOf();
    const read = store.read.bind(store);
    store.read = async (name, at, length) => {
      cost.calls++;
      cost.most = Math.max(cost.most, ++cost.running);
      return read(name, at, length).finally(() => cost.running--);
    };
    const source = postgresStore(service.database, stores).parts;
    const hashes = [...parts.bytes.keys()];
    for (let repeat = 0; repeat < 2; repeat++) {
      const found = await source.read(service.database, world.schema.id, hashes);
      expect(found.map((bytes) => Buffer.from(bytes!))).toEqual([...parts.bytes.values()].map((bytes) => Buffer.from(bytes))); // prettier-ignore
    }
    const objects = (await names()).length;
    expect([objects, hashes.length > 3 * objects]).toEqual([20, true]);
    expect([cost.calls, cost.most <= store.concurrency]).toEqual([objects, true]);
  });

  test('are not written for a person who may not publish', async () => {
    const { body } = await callOf(await stored(1, 1, 1));
    const { new_parts, ...manifest } = body;
    const { people, manifestUrl, schema } = world;
    const calls = [
      ['POST', manifestUrl, body],
      ['PATCH', schema.url, { schema: schema.schema, manifest, new_parts }],
      [
        'PUT',
        `${schema.url}key-checks/`,
        { key_checks: checks, generation: 2, manifest: { ...manifest, generation: 2 }, new_parts },
      ],
    ] as const;
    // A store that is away would be noticed.
    const repair = await empty.fail(empty.faults[0]!);
    for (const [method, url, sent] of calls) {
      const answer = await world.call(people.requester, method, url, sent);
      expect([answer.statusCode, answer.body]).toEqual([403, expect.stringContaining('Ask')]);
    }
    await repair();
  });

  test('that are damaged, cut off or missing are not found, and others are still read', async () => {
    const parts = await published(await stored(2, 3, 4, 5));
    const hashes = [...parts.bytes.keys()];
    const places = new Map((await rows()).map((row) => [row.part.toString('hex'), row]));
    const damaged = hashes[2]!;
    const change = await onlyObject();
    await change((bytes) => {
      bytes[places.get(damaged)!.at! + 3]! ^= 1;
      return bytes;
    });
    expect(await readFresh(parts)).toEqual(hashes.map((hash) => (hash === damaged ? null : hash)));

    const last = hashes.find((hash) => [...places.values()].every(({ at }) => at! <= places.get(hash)!.at!));
    await change((bytes) => bytes.subarray(0, -1));
    expect(await readFresh(parts)).toEqual(hashes.map((hash) => (hash === last ? null : hash)));

    await change(() => null);
    expect(await readFresh(parts)).toEqual(hashes.map(() => null));
    const list = `/api/records/?schema=${world.schema.id}`;
    const answer = await (await freshCall())(world.people.requester, 'GET', list);
    expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([
      500,
      expect.stringMatching(/^Part [0-9a-f]{64} of a list of segments is not stored, or damaged\./),
    ]);
  });

  test('that are damaged are stored again by a publication that sends them', async () => {
    const entries = await stored(2, 3, 4, 5);
    const first = await published(entries.slice(0, 3));
    const { tree } = await present();
    await (
      await onlyObject()
    )(() => null);
    await published(entries, first.bytes.keys());
    const { body } = await callOf(entries.slice(0, 3));
    expect((await post(body)).statusCode).toBe(200);
    const leaf = tree!.nodes[1]!.part;
    expect((await readFresh(first)).filter((hash) => hash !== null)).toEqual([leaf]);
    await removeUnreferenced(service.database);
    while (await deleteRemoved(service.database, stores));
    expect((await readFresh(first)).filter((hash) => hash !== null)).toEqual([leaf]);
    await service.database.execute(sql`delete from manifest_parts where part = ${Buffer.from(leaf, 'hex')}`);
    await removeUnreferenced(service.database);
    while (await deleteRemoved(service.database, stores));
    expect(await names()).toHaveLength(1);
  });

  test('are called unavailable and not lost while their store is away', async () => {
    const parts = await published(await stored(2, 3, 4));
    const call = await freshCall();
    const repair = await empty.fail(empty.faults[0]!);
    const body = { parts: [...parts.bytes.keys()] };
    const read = () => call(world.people.requester, 'POST', `${world.manifestUrl}parts/read/`, body);
    expect((await read()).statusCode).toBe(503);
    const { body: next } = await callOf(await stored(1, 1, 1));
    expect((await post(next)).statusCode).toBe(503);
    expect((await present()).version).toBe(1);
    await repair();
    expect((await read()).statusCode).toBe(200);
    expect((await post(next)).statusCode).toBe(200);
  }, 120_000);

  test('are moved to another store, to rows and back, while manifests are published; an ended move goes on', async () => {
    const entries = await stored(2, 3, 4, 1, 2, 3, 1);
    let parts = await published(entries.slice(0, 4));
    const other = await newStore(kind);
    for (const [round, target] of [other.url, '', empty.url].entries()) {
      const next = entries.slice(0, 5 + round);
      const ended = moveStore(service.database, stores, target, () => {
        throw new Error('ended');
      });
      await expect(ended).rejects.toThrow('ended');
      const [report] = await Promise.all([moveStore(service.database, stores, target), published(next)]);
      expect(report.damaged).toEqual([]);
      await moveStore(service.database, stores, target);
      const call = await callOf(next);
      parts = call.parts;
      await expectReadable(parts, next, target);
      for (const { data } of await rows()) expect(data === null).toBe(target !== '');
      for (const url of [empty.url, other.url]) expect((await names(url)).length > 0).toBe(url === target);
      expect((await moveStore(service.database, stores, target)).moved).toBe(0);
    }
    expect(await names()).toEqual(await partObjects());
  });

  test('are read after a backup of the database was restored, from the store beside it', async () => {
    const parts = await published(await stored(2, 3, 4));
    const folder = await mkdtemp(join(tmpdir(), 'cloakroom-backup-'));
    const path = join(folder, 'parts.backup');
    const report = await writeBackup(service.databaseUrl, { data: folder }, path);
    expect(report.objects).toBe(1);
    const bytes = await readFile(path);
    expect([...parts.bytes.values()].filter((part) => bytes.includes(Buffer.from(part)))).toEqual([]);
    const { url, drop } = await freshDatabase();
    await restoreBackup(url, { data: folder }, path);
    const { database, close } = openDatabase(url);
    const { store, stores: opened } = await openSegmentStore(database, empty.url);
    const found = await store.parts.read(database, world.schema.id, [...parts.bytes.keys()]);
    expect(found.map((part) => part && hashOf(part))).toEqual([...parts.bytes.keys()]);
    opened.close();
    await close();
    await drop();
    await rm(folder, { recursive: true });
  });

  test('that are damaged are not moved, and are named', async () => {
    const parts = await published(await stored(2, 3, 4));
    await (
      await onlyObject()
    )((bytes) => bytes.fill(0, 0, 1));
    const other = await newStore(kind);
    expect(await moveStore(service.database, stores, other.url)).toMatchObject({ damaged: await names() });
    expect((await readFresh(parts)).filter((hash) => hash === null)).toHaveLength(1);
    expect(await names(other.url)).toEqual([]);
  });

  test('are all deleted by the prefix of a deleted schema, with orphans; a deletion that fails is repeated', async () => {
    const left = await names(empty.url, '');
    await published(await stored(2, 3, 4));
    await world.put(testSegment({ records: 40, grouped: true }));
    const { store, stores: opened } = await openSegmentStore(service.database, empty.url);
    const { people, schema } = world;
    await store.parts.write({ schema: schema.id, version: 9 }, new Map([['a'.repeat(64), randomBytes(9)]]));
    opened.close();
    await world.addTo('owners', people.admin, people.dataOwner);
    expect((await world.call(people.admin, 'DELETE', `${schema.url}?records=true`)).statusCode).toBe(204);
    const repair = await empty.fail(empty.faults[0]!);
    await expect(removeNextPrefix(service.database, stores)).rejects.toThrow(StoreUnavailable);
    expect(await removeNextPrefix(service.database, stores)).toBe(false);
    await repair();
    await service.database.update(removedPrefixes).set({ due: sql`now() - interval '1 second'` });
    expect(await removeNextPrefix(service.database, stores)).toBe(true);
    expect(await removeNextPrefix(service.database, stores)).toBe(false);
    const objects: string[] = [];
    for await (const { name } of (await storeOf()).store.list('')) objects.push(name);
    expect(objects).toEqual(['cloakroom-store', ...left]);
    const counts = [storedObjects, removedPrefixes].map((table) => service.database.$count(table));
    expect(await Promise.all(counts)).toEqual([0, 0]);
  }, 120_000);
});

describe.each(objectKinds)('parts of a deployment that stored them in rows, and now has %s', (kind) => {
  beforeEach(() => begin(kind, ''));

  test('are read where they are, published beside new ones, and moved', async () => {
    const entries = await stored(2, 3, 4, 5, 1);
    const before = await published(entries.slice(0, 4));
    const call = await freshCall();
    await expectReadable(before, entries.slice(0, 4));
    const { parts, body } = await callOf(entries, before.bytes.keys());
    expect((await call(world.people.dataOwner, 'POST', world.manifestUrl, body)).statusCode).toBe(200);
    await expectReadable(parts, entries);
    const inRows = and(eq(manifestParts.schema, world.schema.id), sql`data is not null`);
    expect(await service.database.$count(manifestParts, inRows)).toBe(before.bytes.size);
    expect((await moveStore(service.database, stores, empty.url)).moved).toBeGreaterThanOrEqual(1);
    expect(await service.database.$count(manifestParts, inRows)).toBe(0);
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
