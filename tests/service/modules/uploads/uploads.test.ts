/**
 * Uploads at the service: listed for data owners, and their rows deleted in batches once no manifest publishes them.
 */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { recordId } from '@cloakroom/wire/shortId.ts';
import type { Upload } from '@cloakroom/contract/uploads.ts';
import { records, removals, segments } from '@cloakroom/service/db/schema.ts';
import { buildService } from '@cloakroom/service/app.ts';
import { maxRowsPerTransaction, removeBatch } from '@cloakroom/service/modules/segments/removals.ts';
import { newUpload, testSegment, type TestSegment } from '#tests/service/support/segments.ts';
import { quickPasswords, startService } from '#tests/service/support/service.ts';
import { logged } from '#tests/service/support/stored.ts';
import { makeWorld, type World } from '#tests/service/support/world.ts';
import { pollTimeout } from '#tests/support/pollTimeout.ts';

const service = await startService();
const { database } = service;
let world: World;
beforeEach(async () => {
  world = await makeWorld(service);
});
afterAll(() => service.close());

const many = maxRowsPerTransaction + 1;
const list = async (query = '') =>
  world.call(world.people.dataOwner, 'GET', `/api/uploads/?schema=${world.schema.id}${query}`);
const get = async (upload: string) =>
  world.call(world.people.dataOwner, 'GET', `/api/uploads/${upload}/?schema=${world.schema.id}`);
const uploadOf = ({ entry }: TestSegment) => entry.ranges[0]!.upload;
const idOf = (segment: TestSegment, number: number) =>
  recordId(Buffer.from(uploadOf(segment), 'hex'), number);
const rowsOf = (segment: TestSegment) =>
  database.$count(records, eq(records.upload, Buffer.from(uploadOf(segment), 'hex')));
const removed = (segment: TestSegment) =>
  expect.poll(async () => (await get(uploadOf(segment))).json<Upload>().removing, pollTimeout).toBe(0);

/** Locks the row of a record until the returned function is called. */
async function heldRow(segment: TestSegment, number: number): Promise<() => Promise<void>> {
  const client = await database.$client.connect();
  await client.query('begin');
  const upload = Buffer.from(uploadOf(segment), 'hex');
  await client.query('select 1 from records where upload = $1 and number = $2 for update', [upload, number]);
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

test('publishes without many records before their rows are deleted, and deletes the rows afterwards', async () => {
  const segment = testSegment({ records: many, bytes: 16 });
  const other = testSegment({ records: 3 });
  await world.upload(segment, other);
  const release = await heldRow(segment, many - 1);
  try {
    expect((await world.publish(other.entry)).statusCode).toBe(200);
    // The last batch waits for the locked row, so the deletion is not finished yet.
    const left = (await list()).json<Upload[]>().map(({ id, records }) => [id, records]);
    expect(left).toContainEqual([uploadOf(segment), 0]);
    const { removing } = (await get(uploadOf(segment))).json<Upload>();
    expect(removing).toBeGreaterThan(0);
    const { requester } = world.people;
    const read = await world.call(requester, 'GET', `/api/records/${idOf(segment, many - 1)}/`);
    expect(read.statusCode).toBe(404);
    expect(await world.total()).toBe(3);
    const several = { schema: world.schema.id, records: [[uploadOf(segment), many - 1]] };
    expect((await world.call(requester, 'POST', '/api/records/read/', several)).statusCode).toBe(404);
  } finally {
    await release();
  }
  await removed(segment);
  expect([await rowsOf(segment), await rowsOf(other)]).toEqual([0, 3]);
  expect((await list()).json<Upload[]>().map(({ id }) => id)).toEqual([uploadOf(other)]);
  const [entry] = await logged(service, { object: world.schema.id, action: 'delete' });
  expect(entry).toMatchObject({
    actor: world.people.dataOwner.user.id,
    changes: { deleted: many, uploads: [uploadOf(segment)], records: { before: many + 3, after: 3 } },
  });
});

test('counts exactly the records that are still to be deleted, although whole groups are deleted', async () => {
  const [count, deletedBefore] = [2 * maxRowsPerTransaction + 5, 3];
  const segment = testSegment({ records: count, grouped: true, bytes: 8 });
  const other = testSegment({ records: 3 });
  await world.upload(segment, other);
  expect(
    (await world.publish({ ...segment.entry, deleted: [[0, deletedBefore]] }, other.entry)).statusCode,
  ).toBe(200);
  const client = await database.$client.connect();
  try {
    await client.query('begin');
    const upload = Buffer.from(uploadOf(segment), 'hex');
    // The second batch waits for this group.
    await client.query('select 1 from record_groups where upload = $1 and number = 400 for update', [upload]);
    expect((await world.publish(other.entry)).statusCode).toBe(200);
    const removing = async () => (await get(uploadOf(segment))).json<Upload>().removing;
    expect(await removing()).toBeLessThanOrEqual(count - deletedBefore);
    await expect.poll(removing, pollTimeout).toBe(count - maxRowsPerTransaction);
  } finally {
    await client.query('rollback');
    client.release();
  }
  await removed(segment);
});

test('finishes the deletions of a killed process when it starts', async () => {
  const segment = testSegment({ records: 20 });
  await world.upload(segment);
  const upload = Buffer.from(uploadOf(segment), 'hex');
  await database.insert(removals).values({ upload, first: 5, end: 20 });
  const restarted = await buildService({
    database,
    config: service.config,
    passwords: quickPasswords(),
    mail: { send: async () => undefined },
  });
  await restarted.ready();
  await expect.poll(() => rowsOf(segment), pollTimeout).toBe(5);
  await restarted.close();
});

test('batches that run at the same time delete each record once and leave no entry behind', async () => {
  const [left, right] = [testSegment({ records: 30 }), testSegment({ records: 30 })];
  await world.upload(left, right);
  const noted = [left, right].flatMap((segment) => {
    const upload = Buffer.from(uploadOf(segment), 'hex');
    return [0, 10, 20].map((first) => ({ upload, first, end: first + 9 }));
  });
  await database.insert(removals).values(noted);
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      while (await removeBatch(database));
    }),
  );
  expect([await rowsOf(left), await rowsOf(right)]).toEqual([3, 3]);
  expect(await database.$count(removals)).toBe(0);
});

test('lists uploads newest first in pages, with their owner and their remaining records', async () => {
  const uploads = [1, 2, 3].map((size) => testSegment({ records: size }));
  for (const segment of uploads) await world.upload(segment);
  const [first, second, third] = uploads;
  const rest = { ...third!.entry, deleted: [[0, 1]] as [number, number][] };
  await world.publish(first!.entry, second!.entry, rest);
  const answer = await list('&limit=2');
  expect(answer.headers['x-total-count']).toBe('3');
  const { id, email: owner_email } = world.people.dataOwner.user;
  const owner = `/api/users/${id}/`;
  const schema = `/api/schemas/${world.schema.id}/`;
  expect(answer.json()).toMatchObject([
    { id: uploadOf(third!), records: 2, removing: 0, owner, owner_email, schema },
    { id: uploadOf(second!), records: 2, removing: 0, owner, owner_email, schema },
  ]);
  expect((await list('&limit=2&offset=2')).json()).toMatchObject([{ id: uploadOf(first!), records: 1 }]);
  expect((await get(newUpload())).statusCode).toBe(404);
  expect((await get('nonsense')).statusCode).toBe(404);
});

test('an upload that is still being sent is not listed', async () => {
  const segment = testSegment({ records: 2 });
  await world.put(segment);
  expect((await get(uploadOf(segment))).statusCode).toBe(404);
  expect((await list()).json()).toEqual([]);
});

test('the segments of a deleted upload are not stored again, even after they were swept', async () => {
  const segment = testSegment({ records: 2 });
  await world.upload(segment);
  await world.publish();
  const age = { retired: sql`retired - interval '11 minutes'` };
  await database.update(segments).set(age).where(eq(segments.schema, world.schema.id));
  await world.publish();
  expect(await database.$count(segments, eq(segments.schema, world.schema.id))).toBe(0);
  const again = await world.put(segment);
  expect([again.statusCode, again.json<{ detail: string }>().detail]).toEqual([
    409,
    'This upload was deleted, so its records are not stored again.',
  ]);
});
