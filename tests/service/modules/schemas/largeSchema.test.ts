/** A schema with many records is deleted at once for everybody, and its rows in batches that survive a killed process. */
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import {
  blocks,
  recordGroups,
  records,
  removals,
  removedSegments,
  schemas,
  teamMembers,
} from '@cloakroom/service/db/schema.ts';
import { removeBatch, removeSealed } from '@cloakroom/service/modules/segments/removals.ts';
import { newUpload, testSegment, type TestSegment } from '#tests/service/support/segments.ts';
import { startService } from '#tests/service/support/service.ts';
import { logged, stored } from '#tests/service/support/stored.ts';
import { makeWorld, type World } from '#tests/service/support/world.ts';
import { pollTimeout } from '#tests/support/pollTimeout.ts';

const service = await startService();
const { database } = service;
afterAll(() => service.close());
let world: World;
let segments: TestSegment[];
beforeEach(async () => {
  world = await makeWorld(service);
  segments = [
    testSegment({ records: 20_000, grouped: true, bytes: 8, blocks: 30 }),
    testSegment({ records: 11_000, bytes: 1 }),
    testSegment({ records: 40, grouped: true }),
  ];
  await world.upload(...segments);
  // A segment of an upload that is under way.
  segments.push(testSegment({ records: 7, grouped: true }));
  await world.put(segments[3]!);
  const { admin } = world.people;
  await database.insert(teamMembers).values({ team: world.owners.id, user: admin.user.id });
});

const uploads = () => segments.map(({ entry }) => Buffer.from(entry.ranges[0]!.upload, 'hex'));
const left = async () => ({
  groups: await database.$count(recordGroups, inArray(recordGroups.upload, uploads())),
  records: await database.$count(records, inArray(records.upload, uploads())),
  blocks: await database.$count(
    blocks,
    inArray(
      blocks.segment,
      segments.map(({ id }) => Buffer.from(id, 'hex')),
    ),
  ),
});
const nothing = { groups: 0, records: 0, blocks: 0 };
const remove = () => world.call(world.people.admin, 'DELETE', `${world.schema.url}?records=true`);

test('its rows are deleted afterwards, and those of other schemas stay', async () => {
  const other = await makeWorld(service);
  const remaining = testSegment({ records: 40, upload: newUpload(), grouped: true });
  await other.upload(remaining);
  expect((await remove()).statusCode).toBe(204);
  expect((await world.call(world.people.admin, 'GET', world.schema.url)).statusCode).toBe(404);
  await expect.poll(left, pollTimeout).toEqual(nothing);
  expect([await database.$count(removals), await database.$count(removedSegments)]).toEqual([0, 0]);
  expect(await stored(service)).toMatchObject({ segments: 1, groups: 2, blocks: 3, uploads: 1 });
  expect(await other.total()).toBe(40);
  const [entry] = await logged(service, { object: world.schema.id, action: 'delete' });
  expect(entry?.changes).toMatchObject({ name: world.schema.name, records: 31_040 });
  await database
    .delete(recordGroups)
    .where(eq(recordGroups.upload, Buffer.from(remaining.entry.ranges[0]!.upload, 'hex')));
});

test('a process that ends between two batches leaves the rest to the next one', async () => {
  const before = await left();
  // Without the request, nothing begins to delete.
  await database.transaction(async (transaction) => {
    expect(await removeSealed(transaction, world.schema.id)).toBe(true);
    await transaction.delete(schemas).where(eq(schemas.id, world.schema.id));
  });
  expect(await left()).toEqual(before);
  expect(await removeBatch(database)).toBe(true);
  const first = await left();
  expect(first.groups + first.records).toBeLessThan(before.groups + before.records);
  expect(first.groups + first.records).toBeGreaterThan(0);
  expect(first.blocks).toBe(before.blocks);
  while (await removeBatch(database));
  expect(await left()).toEqual(nothing);
});

test('several processes delete different parts at the same time', async () => {
  await database.transaction(async (transaction) => {
    await removeSealed(transaction, world.schema.id);
    await transaction.delete(schemas).where(eq(schemas.id, world.schema.id));
  });
  const work = async () => {
    while (await removeBatch(database));
  };
  await Promise.all([work(), work(), work()]);
  // One that finds every range locked ends sooner than the others.
  await work();
  expect(await left()).toEqual(nothing);
});
