/** Groups of records are stored with their segment, read by key, deleted with their last record, and replaced once they are stale. */
import { createHash, randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { decodeGroupsAnswer } from '@cloakroom/wire/groupsAnswer.ts';
import type { StaleGroup } from '@cloakroom/contract/segments.ts';
import { recordId } from '@cloakroom/wire/shortId.ts';
import { decodeGroup, encodeGroup } from '@cloakroom/wire/recordGroup.ts';
import { recordGroups, staleGroups } from '@cloakroom/service/db/schema.ts';
import { removeSealed } from '@cloakroom/service/modules/segments/removals.ts';
import { newUpload, recordGroup, testSegment, type TestSegment } from '#tests/service/support/segments.ts';
import { startService } from '#tests/service/support/service.ts';
import { stored as storedRows } from '#tests/service/support/stored.ts';
import { makeWorld, type World } from '#tests/service/support/world.ts';
import { pollTimeout } from '#tests/support/pollTimeout.ts';
import { readSegmentBody } from '#tests/support/segmentBody.ts';

const service = await startService();
let world: World;
let upload: string;
let segment: TestSegment;
beforeEach(async () => {
  world = await makeWorld(service);
  upload = newUpload();
  segment = testSegment({ records: 100, upload, grouped: true });
  await world.upload(segment);
});
afterAll(() => service.close());

const withDeleted = (deleted: [number, number][]) => world.publish({ ...segment.entry, deleted });
const storedNumbers = async () => {
  const ofUpload = eq(recordGroups.upload, Buffer.from(upload, 'hex'));
  const rows = await service.database
    .select({ number: recordGroups.number })
    .from(recordGroups)
    .where(ofUpload);
  return rows.map(({ number }) => number).sort((a, b) => a - b);
};
const storedGroup = async (number: number) => {
  const at = and(eq(recordGroups.upload, Buffer.from(upload, 'hex')), eq(recordGroups.number, number));
  const [row] = await service.database.select().from(recordGroups).where(at);
  return row!.data;
};
/** The groups of an answer; null for missing ones. */
async function read(groups: [string, number][]) {
  const schema = world.schema.id;
  const answer = await world.call(world.people.dataOwner, 'POST', '/api/groups/read/', { schema, groups });
  expect(answer.statusCode).toBe(200);
  const { origins, groups: parts } = decodeGroupsAnswer(answer.rawPayload);
  const owner = world.people.dataOwner.user.id;
  const created = expect.any(String) as string;
  for (const origin of Object.values(JSON.parse(origins) as object))
    expect(origin).toEqual({ owner, created });
  return parts.map((part) => part && Buffer.from(part));
}
const stale = async () =>
  (await world.call(world.people.dataOwner, 'GET', `/api/groups/stale/?schema=${world.schema.id}`)).json<
    StaleGroup[]
  >();
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const replace = (number: number, version: number, replaces: string, data: Uint8Array) =>
  world.call(
    world.people.dataOwner,
    'PUT',
    `/api/groups/?schema=${world.schema.id}&upload=${upload}&number=${number}&version=${version}&replaces=${replaces}`,
    Buffer.from(data),
  );

describe('stored groups', () => {
  test('are read as they were sent, in the order of the request', async () => {
    const { items } = await readSegmentBody(segment.body);
    expect(items).toHaveLength(4);
    expect(await read([[upload, 3], [upload, 0], [upload, 3]])).toEqual([3, 0, 3].map((at) => Buffer.from(items[at]!))); // prettier-ignore
  });

  test('are not found if they are unknown, not published or of another schema', async () => {
    const loose = testSegment({ records: 5, grouped: true });
    await world.put(loose);
    const other = await makeWorld(service);
    const asked: [World, string, number][] = [
      [world, upload, 4],
      [world, newUpload(), 0],
      [world, loose.entry.ranges[0]!.upload, 0],
      [other, upload, 0],
    ];
    for (const [{ call, people, schema }, ...group] of asked) {
      const body = { schema: schema.id, groups: [group] };
      const answer = await call(people.requester, 'POST', '/api/groups/read/', body);
      expect([answer.statusCode, answer.json()]).toEqual([404, { detail: 'Record not found' }]);
    }
  });

  test('that are lost have no bytes', async () => {
    const at = and(eq(recordGroups.upload, Buffer.from(upload, 'hex')), eq(recordGroups.number, 1));
    await service.database.delete(recordGroups).where(at);
    const [lost, found] = await read([
      [upload, 1],
      [upload, 2],
    ]);
    expect([lost, found]).toEqual([null, await storedGroup(2)]);
  });

  test('are sent in several answers if they are long', async () => {
    const long = testSegment({ records: 96, grouped: true, bytes: 3_000_000 });
    await world.upload(long);
    const key = long.entry.ranges[0]!.upload;
    const found = await read([[key, 0], [key, 1], [key, 2]]); // prettier-ignore
    const { items } = await readSegmentBody(long.body);
    expect(found.map((group) => sha256(group!))).toEqual(items.slice(0, 2).map(sha256));
    expect((await read([[key, 2]])).map((group) => sha256(group!))).toEqual([sha256(items[2]!)]);
  });
});

describe('a segment is refused', () => {
  const withChangedGroup = (change: (group: Uint8Array) => Uint8Array) => {
    const one = testSegment({ records: 3, grouped: true });
    const itemBytes = recordGroup(3, 2, 48).length;
    const at = one.body.length - itemBytes;
    const item = change(one.body.subarray(at));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(item.length);
    return { ...one, body: Buffer.concat([one.body.subarray(0, at - 4), length, item]) };
  };
  test.each<[what: string, segment: () => TestSegment, says: string]>([
    [
      'that begins inside a group',
      () => testSegment({ records: 3, first: 5, grouped: true }),
      'middle of a group',
    ],
    [
      'with a group of other records',
      () => withChangedGroup((group) => Buffer.concat([Buffer.of(4), group.subarray(1)])),
      'Group 0 of the segment is not a group of 3 records',
    ],
    [
      'with a truncated group',
      () => withChangedGroup((group) => group.subarray(0, -1)),
      'Group 0 of the segment is not a group of sealed records: it is truncated',
    ],
    [
      'with a group of three fields',
      () => testSegment({ records: 3, fields: 3, grouped: true }),
      'longer than its fields',
    ],
  ])('%s', async (_, make, says) => {
    // prettier-ignore
    const before = await storedRows(service);
    const answer = await world.put(make());
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining(says) as string]);
    expect(await storedRows(service)).toEqual(before);
  });
});

describe('deleting', () => {
  test('some records of a group hides them, and marks the group as stale', async () => {
    await withDeleted([[3, 2], [32, 32]]); // prettier-ignore
    expect(await world.total()).toBe(66);
    expect(await storedNumbers()).toEqual([0, 2, 3]);
    expect(await stale()).toMatchObject([{ upload, number: 0, version: 2 }]);
    const id = recordId(Buffer.from(upload, 'hex'), 3);
    expect((await world.call(world.people.requester, 'GET', `/api/records/${id}/`)).statusCode).toBe(404);
    const listed = (await world.list('limit=5')).json<{ id: string }[]>();
    expect(listed.map((record) => record.id)).toEqual(
      [0, 1, 2, 5, 6].map((n) => recordId(Buffer.from(upload, 'hex'), n)),
    );
  });

  test('the last record of a group deletes the group, and it is no longer stale', async () => {
    await withDeleted([[97, 3]]);
    expect(await stale()).toMatchObject([{ number: 3 }]);
    await withDeleted([[96, 4]]);
    expect([await storedNumbers(), await stale()]).toEqual([[0, 1, 2], []]);
  });

  test('more records than one transaction deletes leaves only groups that have others', async () => {
    upload = newUpload();
    segment = testSegment({ records: 30_000, upload, grouped: true, bytes: 1 });
    await world.publish(segment.entry).then(() => world.upload(segment));
    await withDeleted([[5, 29_000]]);
    await expect
      .poll(storedNumbers, pollTimeout)
      .toEqual([0, ...Array.from({ length: 32 }, (_, at) => 906 + at)]);
    expect((await stale()).map(({ number }) => number)).toEqual([0, 906]);
  });

  test('a schema deletes its groups', async () => {
    await withDeleted([[3, 1]]);
    const isScheduled = await service.database.transaction((transaction) =>
      removeSealed(transaction, world.schema.id),
    );
    expect([isScheduled, await storedNumbers()]).toEqual([false, []]);
    const ofUpload = eq(staleGroups.upload, Buffer.from(upload, 'hex'));
    expect(await service.database.select().from(staleGroups).where(ofUpload)).toEqual([]);
  });
});

describe('a stale group', () => {
  const newGroup = () => recordGroup(32, 2, 48);
  beforeEach(() => withDeleted([[3, 1]]));

  test('is replaced once, and repeating that succeeds', async () => {
    const [data, replaces] = [newGroup(), sha256(await storedGroup(0))];
    expect((await replace(0, 2, replaces, data)).statusCode).toBe(204);
    expect([await storedGroup(0), await stale()]).toEqual([Buffer.from(data), []]);
    expect((await replace(0, 2, replaces, data)).statusCode).toBe(204);
    expect((await replace(0, 2, sha256(data), newGroup())).statusCode).toBe(409);
    expect(await storedGroup(0)).toEqual(Buffer.from(data));
  });

  test('is not replaced by someone who saw other bytes, an older manifest or another group', async () => {
    const before = await storedGroup(0);
    const replaces = sha256(before);
    const decoded = decodeGroup(before, 2);
    const bad: [Promise<{ statusCode: number }>, number][] = [
      [replace(0, 2, sha256(randomBytes(9)), newGroup()), 409],
      [replace(0, 1, replaces, newGroup()), 409],
      [replace(1, 2, sha256(await storedGroup(1)), newGroup()), 409],
      [replace(9, 2, replaces, newGroup()), 404],
      [replace(0, 2, replaces, encodeGroup({ ...decoded, records: 31 })), 400],
      [replace(0, 2, replaces, before.subarray(1)), 400],
      [replace(0, 2, replaces, recordGroup(32, 3, 48)), 400],
    ];
    for (const [answer, status] of bad) expect((await answer).statusCode).toBe(status);
    expect(await storedGroup(0)).toEqual(before);
    expect(await stale()).toHaveLength(1);
  });

  test('needs a newer manifest after another of its records was deleted', async () => {
    await withDeleted([[3, 1], [7, 1]]); // prettier-ignore
    const replaces = sha256(await storedGroup(0));
    expect((await replace(0, 2, replaces, newGroup())).statusCode).toBe(409);
    expect((await replace(0, 3, replaces, newGroup())).statusCode).toBe(204);
    expect(
      await service.database
        .select()
        .from(staleGroups)
        .where(eq(staleGroups.upload, Buffer.from(upload, 'hex'))),
    ).toEqual([]);
  });
});
