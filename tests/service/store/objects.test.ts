/** Objects of a folder or an object store: rewritten, swept, moved, lost and refused. */
import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { recordGroups, storedObjects, stores as storesTable } from '@cloakroom/service/db/schema.ts';
import {
  deleteRemoved,
  orphanAgeMs,
  removeUnreferenced,
  sweepOrphans,
} from '@cloakroom/service/store/maintenance.ts';
import { moveStore } from '@cloakroom/service/store/move.ts';
import { objectName } from '@cloakroom/service/store/objectRows.ts';
import { inChunks, measured } from '@cloakroom/service/store/objectSource.ts';
import { objectStores, type ObjectStores } from '@cloakroom/service/store/objectStores.ts';
import { rewriteNext } from '@cloakroom/service/store/rewrite.ts';
import { testSegment, recordGroup, type TestSegment } from '#tests/service/support/segments.ts';
import { startService, type TestService } from '#tests/service/support/service.ts';
import { makeWorld, type World } from '#tests/service/support/world.ts';
import { decodeGroupsAnswer } from '@cloakroom/wire/groupsAnswer.ts';
import { readSegmentBody } from '#tests/support/segmentBody.ts';
import { createEmptyStore, objectKinds, type EmptyStore } from './storeKinds.ts';

type Answer = Awaited<ReturnType<World['put']>>;

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe.each(objectKinds)('objects in %s', (kind) => {
  let empty: EmptyStore;
  let service: TestService;
  let world: World;
  let stores: ObjectStores;
  const emptied: EmptyStore[] = [];
  beforeEach(async () => {
    empty = await createEmptyStore(kind);
    emptied.push(empty);
    service = await startService({ STORE_URL: empty.url });
    world = await makeWorld(service);
    stores = objectStores(service.database);
  });
  afterEach(async () => {
    stores.close();
    await service.close();
    for (const { remove } of emptied.splice(0)) await remove();
  });

  const store = async () => (await stores.all())[0]!.store;
  async function namesIn(url = empty.url): Promise<string[]> {
    const names: string[] = [];
    for (const { store } of await stores.all())
      if (store.url === url) for await (const { name } of store.list('')) names.push(name);
    return names.filter((name) => name !== 'cloakroom-store').sort();
  }
  const metadata = async () => (await service.database.select().from(storedObjects)).map(objectName).sort();
  async function allBytes(): Promise<Buffer> {
    const parts: Buffer[] = [];
    const rows = await service.database.select().from(storedObjects);
    for (const row of rows) parts.push(await (await store()).read(objectName(row), 0, row.bytes));
    return Buffer.concat(parts);
  }
  const readBlocks = ({ id, labels }: TestSegment) =>
    world.call(world.people.requester, 'POST', '/api/blocks/read/', {
      schema: world.schema.id,
      segments: [{ id, labels: Buffer.concat(labels).toString('base64') }],
    });
  const askGroups = ({ entry }: TestSegment, of?: number[]) => {
    const { upload, count } = entry.ranges[0]!;
    const numbers = of ?? Array.from({ length: Math.ceil(count / 32) }, (_, at) => at);
    const body = { schema: world.schema.id, groups: numbers.map((number) => [upload, number]) };
    return world.call(world.people.dataOwner, 'POST', '/api/groups/read/', body);
  };
  async function readGroups(segment: TestSegment, of?: number[]): Promise<(string | null)[]> {
    const { groups } = decodeGroupsAnswer((await askGroups(segment, of)).rawPayload);
    return groups.map((group) => group && sha256(group));
  }
  const groupsOf = async (segment: TestSegment) =>
    (await readSegmentBody(segment.body)).items.map((item) => Buffer.from(item));
  const due = () =>
    service.database
      .update(storedObjects)
      .set({ rewrite: sql`now() - interval '1 second'` })
      .where(sql`rewrite is not null`);
  async function uploaded(records = 128): Promise<TestSegment> {
    const segment = testSegment({ records, grouped: true });
    await world.upload(segment);
    return segment;
  }
  async function replaceFirst(segment: TestSegment, deleted: [number, number][]): Promise<Buffer> {
    const { upload } = segment.entry.ranges[0]!;
    const { version } = (await world.publish({ ...segment.entry, deleted })).json<{ version: number }>();
    const next = Buffer.from(recordGroup(32, 2, 48));
    const replaces = sha256((await groupsOf(segment))[0]!);
    const url = `/api/groups/?schema=${world.schema.id}&upload=${upload}&number=0&version=${version}&replaces=${replaces}`;
    expect((await world.call(world.people.dataOwner, 'PUT', url, next)).statusCode).toBe(204);
    return next;
  }

  test('replaced and deleted groups leave the object when it is rewritten, and the others stay readable', async () => {
    const segment = await uploaded();
    const items = await groupsOf(segment);
    const next = await replaceFirst(segment, [[3, 1], [64, 32]]); // prettier-ignore
    expect((await allBytes()).includes(items[0]!) && (await allBytes()).includes(items[2]!)).toBe(true);
    const expected = [sha256(next), sha256(items[1]!), null, sha256(items[3]!)];
    expect(await readGroups(segment, [0, 1, 3])).toEqual([expected[0], expected[1], expected[3]]);
    expect(await rewriteNext(service.database, stores)).toBe(false);
    await due();
    expect(await rewriteNext(service.database, stores)).toBe(true);
    while (await deleteRemoved(service.database, stores));
    expect(await readGroups(segment, [0, 1, 3])).toEqual([expected[0], expected[1], expected[3]]);
    const bytes = await allBytes();
    expect([items[0]!, items[2]!].filter((group) => bytes.includes(group))).toEqual([]);
    expect(bytes.includes(next) && bytes.includes(items[3]!)).toBe(true);
    expect(await service.database.$count(recordGroups)).toBe(0);
    expect(await rewriteNext(service.database, stores)).toBe(false);
    expect(await namesIn()).toEqual(await metadata());
  });
  test('a group that is replaced while its object is rewritten is not lost', async () => {
    const segment = await uploaded();
    const first = await replaceFirst(segment, [[3, 1]]);
    await due();
    const rewriting = rewriteNext(service.database, stores);
    const { upload } = segment.entry.ranges[0]!;
    const second = Buffer.from(recordGroup(32, 2, 48));
    const { version } = (await world.publish({ ...segment.entry, deleted: [[3, 2]] })).json<{
      version: number;
    }>();
    const url = `/api/groups/?schema=${world.schema.id}&upload=${upload}&number=0&version=${version}&replaces=${sha256(first)}`;
    const replaced = await world.call(world.people.dataOwner, 'PUT', url, second);
    expect([await rewriting, replaced.statusCode]).toEqual([true, 204]);
    expect((await readGroups(segment))[0]).toBe(sha256(second));
    await due();
    while (await rewriteNext(service.database, stores));
    expect((await readGroups(segment))[0]).toBe(sha256(second));
    expect(await service.database.$count(recordGroups)).toBe(0);
  });

  test('of a segment that was not inserted are swept after a day, and no others', async () => {
    const segment = await uploaded();
    const lost = testSegment({ records: 64, grouped: true });
    await world.put(lost);
    // As if the service had been killed before the transaction.
    await service.database.execute(
      sql`delete from group_ranges where upload = ${Buffer.from(lost.entry.ranges[0]!.upload, 'hex')}`,
    );
    await service.database
      .delete(storedObjects)
      .where(eq(storedObjects.segment, Buffer.from(lost.id, 'hex')));
    await service.database.execute(sql`delete from segments where segment = ${Buffer.from(lost.id, 'hex')}`);
    const [registered] = await stores.all();
    expect(await sweepOrphans(service.database, registered!)).toBe(0);
    expect((await world.put(lost)).statusCode).toBe(204);
    expect(
      await sweepOrphans(service.database, registered!, { now: Date.now() + orphanAgeMs + 60_000 }),
    ).toBe(2);
    expect(await namesIn()).toEqual(await metadata());
    await world.publish(segment.entry, lost.entry);
    for (const each of [segment, lost])
      expect(await readGroups(each)).toEqual((await groupsOf(each)).map(sha256));
  });

  test('to which nothing refers are deleted after a day, and no others', async () => {
    const [kept, lost] = [await uploaded(), await uploaded()];
    await service.database.execute(sql`update stored_objects set created = now() - interval '2 days'`);
    await removeUnreferenced(service.database);
    expect(await deleteRemoved(service.database, stores)).toBe(false);
    const { upload } = lost.entry.ranges[0]!;
    await service.database.execute(
      sql`delete from group_ranges where upload = ${Buffer.from(upload, 'hex')}`,
    );
    await service.database.execute(sql`delete from segments where segment = ${Buffer.from(lost.id, 'hex')}`);
    await removeUnreferenced(service.database);
    while (await deleteRemoved(service.database, stores));
    expect(await namesIn()).toEqual(await metadata());
    expect(await metadata()).toHaveLength(2);
    expect(await readGroups(kept)).toEqual((await groupsOf(kept)).map(sha256));
  });

  test('that are missing are lost blocks and groups, and others are still read', async () => {
    const [gone, whole] = [await uploaded(), await uploaded()];
    const rows = await service.database
      .select()
      .from(storedObjects)
      .where(eq(storedObjects.segment, Buffer.from(gone.id, 'hex')));
    for (const row of rows) await (await store()).remove(objectName(row));
    expect((await readBlocks(gone)).statusCode).toBe(404);
    expect(await readGroups(gone)).toEqual([null, null, null, null]);
    expect((await readBlocks(whole)).statusCode).toBe(200);
    expect(await readGroups(whole)).toEqual((await groupsOf(whole)).map(sha256));
  });

  test('are all moved to another store, to rows and back, while segments arrive', async () => {
    const segments = [await uploaded()];
    const replaced = await replaceFirst(segments[0]!, [[3, 1]]);
    segments.push(await uploaded(40));
    const items = (await groupsOf(segments[0]!)).map(sha256);
    items[0] = sha256(replaced);
    const readable = async () => {
      for (const segment of segments)
        expect((await readBlocks(segment)).rawPayload).toEqual(Buffer.concat(segment.blocks));
      expect(await readGroups(segments[0]!)).toEqual(items);
      expect(await readGroups(segments[1]!)).toEqual((await groupsOf(segments[1]!)).map(sha256));
    };
    const other = await createEmptyStore(kind);
    emptied.push(other);
    for (const target of [other.url, '', empty.url]) {
      const arriving = testSegment({ records: 40, grouped: true });
      const [report] = await Promise.all([moveStore(service.database, stores, target), world.put(arriving)]);
      expect(report.damaged).toEqual([]);
      expect(report.moved).toBeGreaterThanOrEqual(4);
      await readable();
      await moveStore(service.database, stores, target);
      await world.publish({ ...segments[0]!.entry, deleted: [[3, 1]] }, segments[1]!.entry, arriving.entry);
      expect(await readGroups(arriving)).toEqual((await groupsOf(arriving)).map(sha256));
      await world.publish({ ...segments[0]!.entry, deleted: [[3, 1]] }, segments[1]!.entry);
      for (const url of [empty.url, other.url].filter((url) => url !== target))
        expect(await namesIn(url)).toEqual([]);
    }
    await readable();
    expect((await moveStore(service.database, stores, empty.url)).moved).toBe(0);
  });

  test('that are damaged are not moved, and are named', async () => {
    const segment = await uploaded();
    const [row] = await service.database.select().from(storedObjects).where(eq(storedObjects.kind, 'groups'));
    const name = objectName(row!);
    const bytes = await (await store()).read(name, 0, row!.bytes);
    bytes[bytes.length - 1]! ^= 1;
    await service.database
      .update(storedObjects)
      .set({ digest: createHash('sha256').update(bytes).digest() })
      .where(eq(storedObjects.object, row!.object));
    const other = await createEmptyStore(kind);
    emptied.push(other);
    const report = await moveStore(service.database, stores, other.url);
    expect(report).toMatchObject({ moved: 1, damaged: [name] });
    expect(await namesIn()).toEqual([name]);
    expect(await readGroups(segment)).toEqual((await groupsOf(segment)).map(sha256));
  });

  test('of another database are refused at the start, and so is a store that has lost its data', async () => {
    await uploaded();
    await expect(startService({ STORE_URL: empty.url })).rejects.toThrow(
      /^STORE_URL: the store .* belongs to another database\./,
    );
    await (await store()).remove('cloakroom-store');
    const again = { STORE_URL: empty.url, DATABASE_URL: service.databaseUrl };
    await expect(startService(again)).rejects.toThrow(/^STORE_URL: the store .* has lost its data: /);
    expect(await service.database.$count(storesTable)).toBe(1);
  });

  test('that are cut lose what is beyond their end alone', async () => {
    const segment = await uploaded();
    const [row] = await service.database.select().from(storedObjects).where(eq(storedObjects.kind, 'groups'));
    const bytes = await (await store()).read(objectName(row!), 0, row!.bytes - 10);
    await (await store()).remove(objectName(row!));
    await (await store()).put(objectName(row!), await measured(() => inChunks([bytes])));
    const items = (await groupsOf(segment)).map(sha256);
    expect(await readGroups(segment)).toEqual([...items.slice(0, 3), null]);
  });

  test('are read and written again when their store is back, and are not called lost meanwhile', async () => {
    const segment = await uploaded();
    const other = testSegment({ records: 40, grouped: true });
    const refusal = (answer: Answer) => [answer.statusCode, answer.json<{ detail: string }>().detail];
    const away = [503, 'The service’s store of sealed data is not available. Try again in a moment.'];
    const full = [503, 'The service’s storage is full. Nothing was changed.'];
    for (const fault of empty.faults) {
      const repair = await empty.fail(fault);
      expect(refusal(await world.put(other))).toEqual(fault === 'is full' ? full : away);
      if (fault !== 'is full')
        for (const answer of [await readBlocks(segment), await askGroups(segment)])
          expect(refusal(answer)).toEqual(away);
      await repair();
    }
    expect((await readBlocks(segment)).statusCode).toBe(200);
    expect(await metadata()).toHaveLength(2);
    expect((await world.put(other)).statusCode).toBe(204);
    await world.publish(segment.entry, other.entry);
    expect(await readGroups(other)).toEqual((await groupsOf(other)).map(sha256));
  }, 240_000);

  test('are not expected of a store that can’t be used at the start: one sentence says so', async () => {
    for (const fault of empty.faults.filter((each) => each !== 'is full')) {
      const repair = await empty.fail(fault);
      const again = { STORE_URL: empty.url, DATABASE_URL: service.databaseUrl };
      await expect(startService(again)).rejects.toThrow(/^STORE_URL: the store \S+ can’t be used: [^.]+\..*/);
      await repair();
    }
  }, 120_000);
});
