/** Deleted records are hidden by the manifest, removed from the tables in the same transaction, and never restored. */
import { and, count, desc, eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { SegmentEntry } from '@cloakroom/contract/segments.ts';
import { recordId } from '@cloakroom/wire/shortId.ts';
import {
  auditLog,
  blocks,
  manifests,
  records,
  schemas,
  segments,
  uploads,
} from '@cloakroom/service/db/schema.ts';
import { newUpload, successor, testSegment, type TestSegment } from '#tests/service/support/segments.ts';
import { startService } from '#tests/service/support/service.ts';
import { makeWorld, type World } from '#tests/service/support/world.ts';

const service = await startService();
let world: World;
let upload: string;
let segment: TestSegment;
beforeEach(async () => {
  world = await makeWorld(service);
  upload = newUpload();
  segment = testSegment({ records: 10, upload });
  await world.upload(segment);
});
afterAll(() => service.close());

const id = (number: number) => recordId(Buffer.from(upload, 'hex'), number);
const publish = async (...entries: SegmentEntry[]) =>
  world.call(world.people.dataOwner, 'POST', world.manifestUrl, successor(await world.manifest(), entries));
const withDeleted = (deleted: [number, number][]) => publish({ ...segment.entry, deleted });
const get = async (number: number, who = world.people.requester) =>
  world.call(who, 'GET', `/api/records/${id(number)}/`);
const stored = async () => {
  const rows = await service.database
    .select({ number: records.number })
    .from(records)
    .where(eq(records.upload, Buffer.from(upload, 'hex')));
  return rows.map(({ number }) => number).sort((a, b) => a - b);
};

test('a deleted record is in no list, count or page, cannot be read, and is removed from the table', async () => {
  expect((await get(3)).json()).toMatchObject({ id: id(3), schema: `/api/schemas/${world.schema.id}/` });
  expect((await withDeleted([[3, 2], [9, 1]])).statusCode).toBe(200); // prettier-ignore
  const list = await world.call(
    world.people.requester,
    'GET',
    `/api/records/?schema=${world.schema.id}&limit=4&offset=2`,
  );
  expect(list.headers['x-total-count']).toBe('7');
  expect(list.json<{ id: string }[]>().map((record) => record.id)).toEqual([2, 5, 6, 7].map(id));
  const counted = await world.call(
    world.people.requester,
    'GET',
    `/api/records/?schema=${world.schema.id}&count_only=true`,
  );
  expect(counted.json()).toEqual({ count: 7 });
  expect((await get(3)).statusCode).toBe(404);
  expect(await stored()).toEqual([0, 1, 2, 5, 6, 7, 8]);
});

test('the audit log names who deleted which records', async () => {
  await withDeleted([[0, 2]]);
  const [entry] = await service.database
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.object, world.schema.id), eq(auditLog.action, 'delete')))
    .orderBy(desc(auditLog.timestamp));
  expect(entry).toMatchObject({
    actor: world.people.dataOwner.user.id,
    model: 'record',
    changes: { records: { before: 10, after: 8 }, deleted: 2, ids: [id(0), id(1)] },
  });
});

describe('a deleted record is never restored', () => {
  test('by a manifest without the deletion', async () => {
    await withDeleted([[3, 1]]);
    const answer = await publish(segment.entry);
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain('not stored');
    expect((await publish({ ...segment.entry, deleted: [[2, 2]] })).statusCode).toBe(200);
    expect((await publish({ ...segment.entry, deleted: [[2, 1]] })).statusCode).toBe(400);
  });

  test('by a segment that was replaced meanwhile', async () => {
    const merged = testSegment({ records: 9, ranges: [{ upload, first: 0, count: 9 }] });
    await world.put(merged);
    expect((await publish(merged.entry)).statusCode).toBe(200);
    expect((await publish(segment.entry)).statusCode).toBe(400);
    expect(await stored()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });
});

test.each<[string, [number, number][]]>([
  ['overlap', [[0, 3], [2, 2]]],
  ['touch', [[0, 3], [3, 2]]],
  ['reach past the segment', [[8, 3]]],
  ['are all it has', [[0, 10]]],
])('deleted ranges that %s are refused and change nothing', async (_, deleted) => {
  expect((await withDeleted(deleted)).statusCode).toBe(400);
  expect(await stored()).toHaveLength(10);
}); // prettier-ignore

test('a merge that leaves out deleted records writes no line in the audit log and removes no other record', async () => {
  await withDeleted([[4, 1]]);
  // Of this organization only: reads of an earlier test are logged up to a second later.
  const lines = () =>
    service.database
      .select({ n: count() })
      .from(auditLog)
      .where(eq(auditLog.organization, world.organization));
  const before = await lines();
  const ranges = [{ upload, first: 0, count: 4 }, { upload, first: 5, count: 5 }]; // prettier-ignore
  const merged = testSegment({ records: 9, ranges });
  await world.put(merged);
  expect((await publish(merged.entry)).statusCode).toBe(200);
  expect(await lines()).toEqual(before);
  expect(await stored()).toHaveLength(9);
  const remove = `/api/segments/${segment.id}/?schema=${world.schema.id}`;
  expect((await world.call(world.people.dataOwner, 'DELETE', remove)).statusCode).toBe(204);
  expect(await stored()).toHaveLength(9);
});

describe('a record by its id', () => {
  test('is missing to outsiders as if it had never existed, and refused to members without a team', async () => {
    const strange = await get(0, world.people.outsider);
    const never = await world.call(world.people.requester, 'GET', `/api/records/${'2'.repeat(22)}/`);
    expect([strange.statusCode, strange.body]).toEqual([404, never.body]);
    expect((await get(0, world.people.member)).statusCode).toBe(403);
    expect((await world.call(world.people.requester, 'GET', '/api/records/nonsense/')).statusCode).toBe(404);
  });

  test('is deleted by a proxy only: the service has no key to sign the list without it', async () => {
    for (const url of [`/api/records/${id(0)}/`, `/api/records/?id=${id(0)}&id=${id(1)}`])
      expect((await world.call(world.people.dataOwner, 'DELETE', url)).statusCode).toBe(405);
    expect(await stored()).toHaveLength(10);
  });
});

describe('a known manifest', () => {
  test('is not sent again to those who may see it', async () => {
    const { mac } = await world.manifest();
    const known = (who = world.people.requester) =>
      world.call(who, 'GET', `${world.manifestUrl}?known=${mac}`);
    expect((await known()).json()).toEqual({ unchanged: mac });
    expect((await known(world.people.outsider)).statusCode).toBe(404);
    expect((await known(world.people.member)).statusCode).toBe(403);
    await withDeleted([[0, 1]]);
    expect((await known()).json()).toEqual(await world.manifest());
  });
});

test('a schema whose records are all deleted can be deleted at once, and leaves no block behind', async () => {
  expect((await publish()).statusCode).toBe(200);
  expect(await stored()).toEqual([]);
  expect((await world.call(world.people.owner, 'DELETE', world.schema.url)).statusCode).toBe(204);
  const left = await service.database
    .select({ n: count() })
    .from(blocks)
    .where(eq(blocks.segment, Buffer.from(segment.id, 'hex')));
  expect(left).toEqual([{ n: 0 }]);
});

describe('a schema with its records', () => {
  const remove = (who = world.people.owner) => world.call(who, 'DELETE', `${world.schema.url}?records=true`);

  test('is deleted by admins who are data owners, too, with all its content', async () => {
    const { owner } = world.people;
    expect((await remove()).statusCode).toBe(403);
    expect((await remove(world.people.dataOwner)).statusCode).toBe(403);
    expect((await remove(world.people.outsider)).statusCode).toBe(404);
    expect(await stored()).toHaveLength(10);
    const team = `/api/organizations/${world.organization}/teams/${world.owners.id}/add_member/`;
    await world.call(owner, 'POST', team, { id: owner.user.id });
    expect((await world.call(owner, 'DELETE', world.schema.url)).statusCode).toBe(409);
    expect((await remove()).statusCode).toBe(204);
    expect(await stored()).toEqual([]);
    const left = await Promise.all([
      service.database.select().from(schemas).where(eq(schemas.id, world.schema.id)),
      service.database.select().from(manifests).where(eq(manifests.schema, world.schema.id)),
      service.database.select().from(segments).where(eq(segments.schema, world.schema.id)),
      service.database.select().from(uploads).where(eq(uploads.schema, world.schema.id)),
      service.database
        .select()
        .from(blocks)
        .where(eq(blocks.segment, Buffer.from(segment.id, 'hex'))),
    ]);
    expect(left).toEqual([[], [], [], [], []]);
    const [entry] = await service.database
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.object, world.schema.id), eq(auditLog.action, 'delete')));
    expect(entry).toMatchObject({
      model: 'schema',
      actor: owner.user.id,
      changes: { name: 'Train', records: 10 },
    });
  });
});
