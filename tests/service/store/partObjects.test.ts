/** Parts of manifests in objects: swept, damaged, moved, restored and deleted by prefix. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { restoreBackup } from '@cloakroom/service/backup/restore.ts';
import { writeBackup } from '@cloakroom/service/backup/backup.ts';
import { openDatabase } from '@cloakroom/service/db/client.ts';
import { removedPrefixes, storedObjects } from '@cloakroom/service/db/schema.ts';
import {
  deleteRemoved,
  orphanAgeMs,
  removeNextPrefix,
  removeUnreferenced,
  sweepOrphans,
} from '@cloakroom/service/store/maintenance.ts';
import { moveStore } from '@cloakroom/service/store/move.ts';
import { objectName } from '@cloakroom/service/store/objectRows.ts';
import { inChunks, measured } from '@cloakroom/service/store/objectSource.ts';
import { StoreUnavailable } from '@cloakroom/service/store/objectStore.ts';
import { openSegmentStore, postgresStore } from '@cloakroom/service/store/openStore.ts';
import { hashOf, TestParts } from '#tests/service/support/manifestTrees.ts';
import { testSegment } from '#tests/service/support/segments.ts';
import { freshDatabase } from '#tests/service/support/service.ts';
import { checks } from '#tests/service/support/world.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';
import { objectKinds } from './storeKinds.ts';
import { partsWorld } from './partsWorld.ts';

const {
  at,
  begin,
  newStore,
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
  storeOf,
} = partsWorld();

describe.each(objectKinds)('parts in objects of %s', (kind) => {
  beforeEach(() => begin(kind));
  /** @param days - how much later it is. */
  const sweep = async (days = 0) =>
    sweepOrphans(at.service.database, await storeOf(), { now: Date.now() + days * (orphanAgeMs + 60_000) });
  /** The only object with parts. Its bytes are replaced by what is returned, and by none for null. */
  async function onlyObject() {
    const [object] = await at.service.database
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
    const { store, stores: opened } = await openSegmentStore(at.service.database, at.empty.url);
    await store.parts.write({ schema: at.world.schema.id, version: 2 }, parts.bytes);
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
    await at.service.database.execute(sql`alter table manifests add constraint still check (version < 2)`);
    const { body, parts } = await callOf(entries, before.bytes.keys());
    expect((await post(body)).statusCode).toBe(500);
    expect((await present()).version).toBe(1);
    expect([(await names()).length, (await rows()).length]).toEqual([2, before.bytes.size]);
    expect([await sweep(), await sweep(1)]).toEqual([0, 1]);
    await expectReadable(before, entries.slice(0, 2));
    await at.service.database.execute(sql`alter table manifests drop constraint still`);
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
    const source = postgresStore(at.service.database, at.stores).parts;
    const hashes = [...parts.bytes.keys()];
    for (let repeat = 0; repeat < 2; repeat++) {
      const found = await source.read(at.service.database, at.world.schema.id, hashes);
      expect(found.map((bytes) => Buffer.from(bytes!))).toEqual([...parts.bytes.values()].map((bytes) => Buffer.from(bytes))); // prettier-ignore
    }
    const objects = (await names()).length;
    expect([objects, hashes.length > 3 * objects]).toEqual([20, true]);
    expect([cost.calls, cost.most <= store.concurrency]).toEqual([objects, true]);
  });

  test('are not written for a person who may not publish', async () => {
    const { body } = await callOf(await stored(1, 1, 1));
    const { new_parts, ...manifest } = body;
    const { people, manifestUrl, schema } = at.world;
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
    const repair = await at.empty.fail(at.empty.faults[0]!);
    for (const [method, url, sent] of calls) {
      const answer = await at.world.call(people.requester, method, url, sent);
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
    const list = `/api/records/?schema=${at.world.schema.id}`;
    const answer = await (await freshCall())(at.world.people.requester, 'GET', list);
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
    await removeUnreferenced(at.service.database);
    while (await deleteRemoved(at.service.database, at.stores));
    expect((await readFresh(first)).filter((hash) => hash !== null)).toEqual([leaf]);
    await at.service.database.execute(
      sql`delete from manifest_parts where part = ${Buffer.from(leaf, 'hex')}`,
    );
    await removeUnreferenced(at.service.database);
    while (await deleteRemoved(at.service.database, at.stores));
    expect(await names()).toHaveLength(1);
  });

  test('are called unavailable and not lost while their store is away', async () => {
    const parts = await published(await stored(2, 3, 4));
    const call = await freshCall();
    const repair = await at.empty.fail(at.empty.faults[0]!);
    const body = { parts: [...parts.bytes.keys()] };
    const read = () => call(at.world.people.requester, 'POST', `${at.world.manifestUrl}parts/read/`, body);
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
    for (const [round, target] of [other.url, '', at.empty.url].entries()) {
      const next = entries.slice(0, 5 + round);
      const ended = moveStore(at.service.database, at.stores, target, {
        onProgress() {
          throw new Error('ended');
        },
      });
      await expect(ended).rejects.toThrow('ended');
      const [report] = await Promise.all([
        moveStore(at.service.database, at.stores, target),
        published(next),
      ]);
      expect(report.damaged).toEqual([]);
      await moveStore(at.service.database, at.stores, target);
      const call = await callOf(next);
      parts = call.parts;
      await expectReadable(parts, next, target);
      for (const { data } of await rows()) expect(data === null).toBe(target !== '');
      for (const url of [at.empty.url, other.url]) expect((await names(url)).length > 0).toBe(url === target);
      expect((await moveStore(at.service.database, at.stores, target)).moved).toBe(0);
    }
    expect(await names()).toEqual(await partObjects());
  });

  test('are read after a backup of the database was restored, from the store beside it', async () => {
    const parts = await published(await stored(2, 3, 4));
    const folder = await temporaryFolder();
    const path = join(folder, 'parts.backup');
    const report = await writeBackup(at.service.databaseUrl, { data: folder }, path);
    expect(report.objects).toBe(1);
    const bytes = await readFile(path);
    expect([...parts.bytes.values()].filter((part) => bytes.includes(Buffer.from(part)))).toEqual([]);
    const { url, drop } = await freshDatabase();
    await restoreBackup(url, { data: folder }, path);
    const { database, close } = openDatabase(url);
    const { store, stores: opened } = await openSegmentStore(database, '');
    const found = await store.parts.read(database, at.world.schema.id, [...parts.bytes.keys()]);
    expect(found.map((part) => part && hashOf(part))).toEqual([...parts.bytes.keys()]);
    opened.close();
    await close();
    await drop();
  });

  test('that are damaged are not moved, and are named', async () => {
    const parts = await published(await stored(2, 3, 4));
    await (
      await onlyObject()
    )((bytes) => bytes.fill(0, 0, 1));
    const other = await newStore(kind);
    expect(await moveStore(at.service.database, at.stores, other.url)).toMatchObject({
      damaged: await names(),
    });
    expect((await readFresh(parts)).filter((hash) => hash === null)).toHaveLength(1);
    expect(await names(other.url)).toEqual([]);
  });

  test('are all deleted by the prefix of a deleted schema, with orphans; a deletion that fails is repeated', async () => {
    const left = await names(at.empty.url, '');
    await published(await stored(2, 3, 4));
    await at.world.put(testSegment({ records: 40, grouped: true }));
    const { store, stores: opened } = await openSegmentStore(at.service.database, at.empty.url);
    const { people, schema } = at.world;
    await store.parts.write({ schema: schema.id, version: 9 }, new Map([['a'.repeat(64), randomBytes(9)]]));
    opened.close();
    await at.world.addTo('owners', people.admin, people.dataOwner);
    expect((await at.world.call(people.admin, 'DELETE', `${schema.url}?records=true`)).statusCode).toBe(204);
    const repair = await at.empty.fail(at.empty.faults[0]!);
    await expect(removeNextPrefix(at.service.database, at.stores)).rejects.toThrow(StoreUnavailable);
    expect(await removeNextPrefix(at.service.database, at.stores)).toBe(false);
    await repair();
    await at.service.database.update(removedPrefixes).set({ due: sql`now() - interval '1 second'` });
    expect(await removeNextPrefix(at.service.database, at.stores)).toBe(true);
    expect(await removeNextPrefix(at.service.database, at.stores)).toBe(false);
    const objects: string[] = [];
    for await (const { name } of (await storeOf()).store.list('')) objects.push(name);
    expect(objects).toEqual(['cloakroom-store', ...left]);
    const counts = [storedObjects, removedPrefixes].map((table) => at.service.database.$count(table));
    expect(await Promise.all(counts)).toEqual([0, 0]);
  }, 120_000);
});
