/** What every store of sealed bytes does, through the calls of the service. */
import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StaleGroup } from '@cloakroom/contract/segments.ts';
import { groupRanges, recordGroups, staleGroups, storedObjects } from '@cloakroom/service/db/schema.ts';
import { deleteRemoved } from '@cloakroom/service/store/maintenance.ts';
import { objectStores } from '@cloakroom/service/store/objectStores.ts';
import { removeBatch } from '@cloakroom/service/modules/segments/removals.ts';
import { newUpload, recordGroup, testSegment, type TestSegment } from '#tests/service/support/segments.ts';
import { startService, type TestService } from '#tests/service/support/service.ts';
import { makeWorld, type World } from '#tests/service/support/world.ts';
import { decodeGroupsAnswer } from '@cloakroom/wire/groupsAnswer.ts';
import { readSegmentBody } from '#tests/support/segmentBody.ts';
import { createEmptyStore, testedKinds, type EmptyStore } from './storeKinds.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe.each(testedKinds)('a store in %s', (kind) => {
  let empty: EmptyStore;
  let service: TestService;
  let world: World;
  beforeAll(async () => {
    empty = await createEmptyStore(kind);
    service = await startService({ STORE_URL: empty.url });
  });
  beforeEach(async () => {
    world = await makeWorld(service);
  });
  afterAll(async () => {
    await service.close();
    await empty.remove();
  });

  const readBlocks = (segment: TestSegment, labels: Buffer[]) =>
    world.call(world.people.requester, 'POST', '/api/blocks/read/', {
      schema: world.schema.id,
      segments: [{ id: segment.id, labels: Buffer.concat(labels).toString('base64') }],
    });
  async function readGroups(...groups: [string, number][]) {
    const body = { schema: world.schema.id, groups };
    const answer = await world.call(world.people.dataOwner, 'POST', '/api/groups/read/', body);
    return decodeGroupsAnswer(answer.rawPayload).groups.map((group) => group && Buffer.from(group));
  }
  const groupsOf = async (segment: TestSegment) =>
    (await readSegmentBody(segment.body)).items.map((item) => Buffer.from(item));
  const replace = (upload: string, number: number, version: number, replaces: Buffer, data: Uint8Array) =>
    world.call(
      world.people.dataOwner,
      'PUT',
      `/api/groups/?schema=${world.schema.id}&upload=${upload}&number=${number}&version=${version}&replaces=${sha256(replaces)}`,
      Buffer.from(data),
    );
  /** The names of all objects; none in PostgreSQL. */
  async function objects(): Promise<string[]> {
    const stores = objectStores(service.database);
    while (await deleteRemoved(service.database, stores));
    const names: string[] = [];
    for (const { store } of await stores.all())
      for await (const { name } of store.list(`${world.schema.id}/`)) names.push(name);
    return names;
  }
  const expectObjects = async (count: number) =>
    expect(await objects()).toHaveLength(kind === 'postgres' ? 0 : count);

  test('returns blocks in the order of the request, and each of many', async () => {
    const segment = testSegment({ records: 40, grouped: true, blocks: 300 });
    await world.upload(segment);
    const some = [299, 0, 7, 8, 0];
    const answer = await readBlocks(segment, some.map((at) => segment.labels[at]!)); // prettier-ignore
    expect(sha256(answer.rawPayload)).toBe(sha256(Buffer.concat(some.map((at) => segment.blocks[at]!))));
    const all = await readBlocks(segment, segment.labels);
    expect(sha256(all.rawPayload)).toBe(sha256(Buffer.concat(segment.blocks)));
  });

  test('does not find a block that is unknown, or of another schema', async () => {
    const segment = testSegment({ records: 40, grouped: true });
    await world.upload(segment);
    expect((await readBlocks(segment, [Buffer.alloc(8)])).statusCode).toBe(404);
    const other = await makeWorld(service);
    const asked = {
      schema: other.schema.id,
      segments: [{ id: segment.id, labels: segment.labels[0]!.toString('base64') }],
    };
    expect((await other.call(other.people.requester, 'POST', '/api/blocks/read/', asked)).statusCode).toBe(
      404,
    );
  });

  test('returns groups in the order of the request, of several segments of an upload', async () => {
    const upload = newUpload();
    const [one, two] = [0, 64].map((first) => testSegment({ records: first ? 70 : 64, upload, first, grouped: true })) as [TestSegment, TestSegment]; // prettier-ignore
    await world.upload(one, two);
    const items = [...(await groupsOf(one)), ...(await groupsOf(two))];
    expect(items).toHaveLength(5);
    const order = [4, 0, 2, 0];
    expect(await readGroups(...order.map((at): [string, number] => [upload, at]))).toEqual(
      order.map((at) => items[at]),
    );
  });

  test('returns long groups in several answers', async () => {
    const long = testSegment({ records: 96, grouped: true, bytes: 3_000_000 });
    await world.upload(long);
    const upload = long.entry.ranges[0]!.upload;
    const items = await groupsOf(long);
    const found = await readGroups([upload, 0], [upload, 1], [upload, 2]);
    expect(found.map((group) => sha256(group!))).toEqual(items.slice(0, 2).map(sha256));
    expect((await readGroups([upload, 2])).map((group) => sha256(group!))).toEqual([sha256(items[2]!)]);
  });

  test('returns long groups in several answers when one of them was replaced', async () => {
    const long = testSegment({ records: 96, grouped: true, bytes: 3_000_000 });
    await world.upload(long);
    const { upload } = long.entry.ranges[0]!;
    const items = await groupsOf(long);
    const { version } = (await world.publish({ ...long.entry, deleted: [[40, 1]] })).json<{
      version: number;
    }>();
    const next = Buffer.from(recordGroup(32, 2, 3_000_000));
    expect((await replace(upload, 1, version, items[1]!, next)).statusCode).toBe(204);
    const current = [items[0]!, next, items[2]!].map(sha256);
    const read = async (...numbers: number[]) =>
      (await readGroups(...numbers.map((number): [string, number] => [upload, number]))).map((group) =>
        sha256(group!),
      );
    expect(await read(0, 1, 2)).toEqual(current.slice(0, 2));
    expect(await read(1, 2)).toEqual(current.slice(1));
    expect(await read(2, 1, 0)).toEqual([current[2], current[1]]);
  });

  test('stores and returns records that earlier versions sealed one by one', async () => {
    await world.upload(testSegment({ records: 30 }));
    const answer = await world.list('limit=30');
    expect(answer.json<unknown[]>()).toHaveLength(30);
    await expectObjects(1);
  });

  test('stores a segment once that is sent several times at once, or again', async () => {
    const segment = testSegment({ records: 70, grouped: true });
    const answers = await Promise.all(Array.from({ length: 4 }, () => world.put(segment)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204, 204]);
    expect((await world.put(segment)).statusCode).toBe(204);
    await world.publish(segment.entry);
    await expectObjects(2);
    expect(await readGroups([segment.entry.ranges[0]!.upload, 2])).toEqual([(await groupsOf(segment))[2]]);
  });

  test('refuses another segment under the same id, and keeps the first', async () => {
    const segment = testSegment({ records: 70, grouped: true });
    const other = { ...testSegment({ records: 70, grouped: true }), id: segment.id };
    const codes = (await Promise.all([world.put(segment), world.put(other)])).map(
      ({ statusCode }) => statusCode,
    );
    expect(codes.sort()).toEqual([204, 409]);
    expect((await world.put(other)).statusCode + (await world.put(segment)).statusCode).toBe(204 + 409);
    await expectObjects(2);
  });

  test('refuses records that are stored already, also at the same time, and leaves nothing of the second segment', async () => {
    const upload = newUpload();
    const at = (first: number) => testSegment({ records: 64, upload, first, grouped: true });
    const codes = (await Promise.all([world.put(at(0)), world.put(at(32))])).map(
      ({ statusCode }) => statusCode,
    );
    expect(codes.sort()).toEqual([204, 409]);
    expect((await world.put(at(0))).statusCode).toBe(409);
    await expectObjects(2);
  });

  test('refuses a segment with a malformed group, and leaves nothing of it', async () => {
    const segment = testSegment({ records: 64, grouped: true });
    const last = (await groupsOf(segment))[1]!;
    // The first byte of a group is its number of records.
    segment.body[segment.body.length - last.length] = 7;
    expect((await world.put(segment)).statusCode).toBe(400);
    await expectObjects(0);
  });

  test('deletes the bytes of a segment that no manifest names', async () => {
    const segment = testSegment({ records: 64, grouped: true });
    await world.put(segment);
    await expectObjects(2);
    expect((await world.removeSegment(segment.id)).statusCode).toBe(204);
    await expectObjects(0);
    expect((await world.put(segment)).statusCode).toBe(204);
  });

  test('leaves groups where they are when the index of their segment is merged', async () => {
    const segment = testSegment({ records: 64, grouped: true });
    const upload = segment.entry.ranges[0]!.upload;
    await world.upload(segment);
    const merged = testSegment({ records: 64, ranges: segment.entry.ranges, blocks: 5 });
    await world.put(merged);
    await world.publish({ ...merged.entry, group_records: 32 });
    expect((await world.removeSegment(segment.id)).statusCode).toBe(204);
    await expectObjects(2);
    expect(await readGroups([upload, 0], [upload, 1])).toEqual(await groupsOf(segment));
    expect((await readBlocks(merged, merged.labels)).rawPayload).toEqual(Buffer.concat(merged.blocks));
    expect((await readBlocks(segment, segment.labels)).statusCode).toBe(404);
  });

  test('deletes a group with its last record, and returns the others', async () => {
    const segment = testSegment({ records: 128, grouped: true });
    const upload = segment.entry.ranges[0]!.upload;
    await world.upload(segment);
    await world.publish({ ...segment.entry, deleted: [[32, 64]] });
    const items = await groupsOf(segment);
    expect(await readGroups([upload, 0], [upload, 3])).toEqual([items[0], items[3]]);
    expect((await world.list('count_only=true')).json()).toEqual({ count: 64 });
    const numbers = await service.database
      .select()
      .from(recordGroups)
      .where(eq(recordGroups.upload, Buffer.from(upload, 'hex')));
    const ranges = await service.database
      .select()
      .from(groupRanges)
      .where(eq(groupRanges.upload, Buffer.from(upload, 'hex')));
    expect(
      [
        ...numbers.map(({ number }) => number),
        ...ranges.flatMap(({ first, end }) => Array.from({ length: end - first }, (_, at) => first + at)),
      ].sort(),
    ).toEqual([0, 3]);
  });

  test('replaces a stale group by compare-and-swap', async () => {
    const segment = testSegment({ records: 64, grouped: true });
    const upload = segment.entry.ranges[0]!.upload;
    await world.upload(segment);
    const { version } = (await world.publish({ ...segment.entry, deleted: [[5, 1]] })).json<{
      version: number;
    }>();
    const list = async () =>
      (await world.call(world.people.dataOwner, 'GET', `/api/groups/stale/?schema=${world.schema.id}`)).json<
        StaleGroup[]
      >();
    expect(await list()).toMatchObject([{ upload, number: 0, version }]);
    const items = await groupsOf(segment);
    const [next, other] = [recordGroup(32, 2, 48), recordGroup(32, 2, 48)];
    expect((await replace(upload, 0, version, items[1]!, next)).statusCode).toBe(409);
    const both = await Promise.all([next, other].map((data) => replace(upload, 0, version, items[0]!, data)));
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409]);
    const [stored] = await readGroups([upload, 0]);
    const [won] = both[0]!.statusCode === 204 ? [next] : [other];
    expect(stored).toEqual(Buffer.from(won));
    expect((await replace(upload, 0, version, items[0]!, won)).statusCode).toBe(204);
    expect(await list()).toEqual([]);
    expect(await readGroups([upload, 1])).toEqual([items[1]]);
  });

  test('deletes all bytes of an upload and of a schema', async () => {
    const segments = [1, 2].map(() => testSegment({ records: 64, grouped: true }));
    await world.upload(...segments);
    await expectObjects(4);
    await world.publish(segments[1]!.entry);
    while (await removeBatch(service.database));
    await expectObjects(3);
    await world.publish({ ...segments[1]!.entry, deleted: [[5, 1]] });
    const { people, schema } = world;
    await world.addTo('owners', people.admin, people.dataOwner);
    expect((await world.call(people.admin, 'DELETE', `${schema.url}?records=true`)).statusCode).toBe(204);
    while (await removeBatch(service.database));
    await expectObjects(0);
    expect(await service.database.$count(storedObjects, eq(storedObjects.schema, schema.id))).toBe(0);
    const upload = Buffer.from(segments[1]!.entry.ranges[0]!.upload, 'hex');
    for (const table of [recordGroups, groupRanges, staleGroups])
      expect(await service.database.$count(table, eq(table.upload, upload))).toBe(0);
  });
});
