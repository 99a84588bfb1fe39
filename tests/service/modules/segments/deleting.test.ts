/** Deleted records are hidden by the manifest, removed from the tables in the same transaction, and never restored. */
import { eq } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { recordId } from '@cloakroom/wire/shortId.ts';
import { blocks, manifests, schemas, segments, uploads } from '@cloakroom/service/db/schema.ts';
import { newUpload, testSegment, type TestSegment } from '#tests/service/support/segments.ts';
import { startService } from '#tests/service/support/service.ts';
import { logged, storedNumbers } from '#tests/service/support/stored.ts';
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
const withDeleted = (deleted: [number, number][]) => world.publish({ ...segment.entry, deleted });
const get = (number: number) => world.call(world.people.requester, 'GET', `/api/records/${id(number)}/`);
const stored = () => storedNumbers(service, upload);

test('a deleted record is in no list, count or page, cannot be read, and is removed from the table', async () => {
  expect((await get(3)).json()).toMatchObject({ id: id(3), schema: `/api/schemas/${world.schema.id}/` });
  expect((await withDeleted([[3, 2], [9, 1]])).statusCode).toBe(200); // prettier-ignore
  const list = await world.list('limit=4&offset=2');
  expect(list.headers['x-total-count']).toBe('7');
  expect(list.json<{ id: string }[]>().map((record) => record.id)).toEqual([2, 5, 6, 7].map(id));
  expect(await world.total()).toBe(7);
  expect((await get(3)).statusCode).toBe(404);
  expect(await stored()).toEqual([0, 1, 2, 5, 6, 7, 8]);
});

test('the audit log names who deleted which records', async () => {
  await withDeleted([[0, 2]]);
  const [entry] = await logged(service, { object: world.schema.id, action: 'delete' });
  expect(entry).toMatchObject({
    actor: world.people.dataOwner.user.id,
    model: 'record',
    changes: { records: { before: 10, after: 8 }, deleted: 2, ids: [id(0), id(1)] },
  });
});

describe('a deleted record is never restored', () => {
  test('by a manifest without the deletion', async () => {
    await withDeleted([[3, 1]]);
    const answer = await world.publish(segment.entry);
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain('not stored');
    expect((await world.publish({ ...segment.entry, deleted: [[2, 2]] })).statusCode).toBe(200);
    expect((await world.publish({ ...segment.entry, deleted: [[2, 1]] })).statusCode).toBe(400);
  });

  test('by a segment that has been replaced since', async () => {
    const merged = testSegment({ records: 9, ranges: [{ upload, first: 0, count: 9 }] });
    await world.put(merged);
    expect((await world.publish(merged.entry)).statusCode).toBe(200);
    expect((await world.publish(segment.entry)).statusCode).toBe(400);
    expect(await stored()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });
});

test.each<[string, [number, number][]]>([
  ['overlap', [[0, 3], [2, 2]]],
  ['touch', [[0, 3], [3, 2]]],
  ['reach past the segment', [[8, 3]]],
  ['contain all records of the segment', [[0, 10]]],
])('deleted ranges that %s are refused and change nothing', async (_, deleted) => {
  expect((await withDeleted(deleted)).statusCode).toBe(400);
  expect(await stored()).toHaveLength(10);
}); // prettier-ignore

test('a merge that leaves out deleted records writes no line in the audit log and removes no other record', async () => {
  await withDeleted([[4, 1]]);
  // Of this organization only: reads of an earlier test are logged up to a second later.
  const lines = () => logged(service, { organization: world.organization });
  const before = await lines();
  const ranges = [{ upload, first: 0, count: 4 }, { upload, first: 5, count: 5 }]; // prettier-ignore
  const merged = testSegment({ records: 9, ranges });
  await world.put(merged);
  expect((await world.publish(merged.entry)).statusCode).toBe(200);
  expect(await lines()).toEqual(before);
  expect(await stored()).toHaveLength(9);
  expect((await world.removeSegment(segment.id)).statusCode).toBe(204);
  expect(await stored()).toHaveLength(9);
});

describe('a known manifest', () => {
  test('is not sent again to people who may see it', async () => {
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

/** The remaining rows of the segment and its schema. */
async function leftovers() {
  const { database } = service;
  const ofSchema = ({ schema }: { schema: PgColumn }) => eq(schema, world.schema.id);
  const left = await Promise.all([
    database.select().from(schemas).where(eq(schemas.id, world.schema.id)),
    database.select().from(manifests).where(ofSchema(manifests)),
    database.select().from(segments).where(ofSchema(segments)),
    database.select().from(uploads).where(ofSchema(uploads)),
    database
      .select()
      .from(blocks)
      .where(eq(blocks.segment, Buffer.from(segment.id, 'hex'))),
  ]);
  return [...left.flat(), ...(await stored())];
}

test('a schema whose records are all deleted can be deleted at once, and leaves nothing behind', async () => {
  expect((await world.publish()).statusCode).toBe(200);
  expect(await stored()).toEqual([]);
  expect((await world.call(world.people.owner, 'DELETE', world.schema.url)).statusCode).toBe(204);
  expect(await leftovers()).toEqual([]);
});

test('a schema with its records is deleted with all its content by an admin who is a data owner, and it is logged', async () => {
  const { owner } = world.people;
  await world.addTo('owners', owner);
  expect((await world.call(owner, 'DELETE', world.schema.url)).statusCode).toBe(409);
  expect((await world.call(owner, 'DELETE', `${world.schema.url}?records=true`)).statusCode).toBe(204);
  expect(await leftovers()).toEqual([]);
  const [entry] = await logged(service, { object: world.schema.id, action: 'delete' });
  expect(entry).toMatchObject({
    model: 'schema',
    actor: owner.user.id,
    changes: { name: 'Train', records: 10 },
  });
});
