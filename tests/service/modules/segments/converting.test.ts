/** Records that are stored one by one are replaced with segments with groups of the same records. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { SealedRecord } from '@cloakroom/contract/records.ts';
import { segments } from '@cloakroom/service/db/schema.ts';
import { sweepSegments } from '@cloakroom/service/modules/segments/sweep.ts';
import { postgresStore } from '@cloakroom/service/store/openStore.ts';
import { newUpload, testSegment, type TestSegment } from '#tests/service/support/segments.ts';
import { startService } from '#tests/service/support/service.ts';
import { stored } from '#tests/service/support/stored.ts';
import { makeWorld, type World } from '#tests/service/support/world.ts';

const service = await startService();
afterAll(() => service.close());

let world: World;
let upload: string;
let packed: TestSegment;
let grouped: TestSegment;
beforeEach(async () => {
  await service.database.execute(sql`truncate record_groups, records, uploads, segments, blocks, manifests`);
  world = await makeWorld(service);
  await world.addTo('owners', world.people.member);
  upload = newUpload();
  packed = testSegment({ records: 70, upload });
  grouped = testSegment({ records: 70, upload, grouped: true });
  await world.upload(packed);
});

const counts = async () => {
  const { records, groups } = await stored(service);
  return { records, groups };
};
const listedIds = async () => (await world.list()).json<SealedRecord[]>().map(({ id, owner }) => [id, owner]);
const age = (segment: TestSegment, column: 'loose' | 'retired') =>
  service.database
    .update(segments)
    .set({ [column]: sql`now() - interval '2 days'` })
    .where(eq(segments.segment, Buffer.from(segment.id, 'hex')));

test('the rows are deleted once a manifest lists the groups; ids and owners stay', async () => {
  const before = await listedIds();
  // Another data owner than the one who uploaded them.
  expect((await world.put(grouped, world.people.member)).statusCode).toBe(204);
  expect(await counts()).toEqual({ records: 70, groups: 3 });
  expect(await listedIds()).toEqual(before);
  await world.publish(grouped.entry);
  expect(await counts()).toEqual({ records: 0, groups: 3 });
  expect(await listedIds()).toEqual(before);
});

test('refuses groups of another person’s upload whose records are not stored one by one', async () => {
  const other = testSegment({ records: 40, upload, first: 96, grouped: true });
  expect((await world.put(other, world.people.member)).statusCode).toBe(409);
  await world.put(grouped, world.people.member);
  await world.publish(grouped.entry);
  const again = testSegment({ records: 70, upload, grouped: true });
  expect((await world.put(again, world.people.member)).statusCode).toBe(409);
  expect(await counts()).toEqual({ records: 0, groups: 3 });
});

test.each([
  ['deleted', () => world.removeSegment(grouped.id)],
  [
    'swept',
    async () => {
      await age(grouped, 'loose');
      await sweepSegments(service.database, world.schema.id, postgresStore(service.database).parts);
    },
  ],
])('a segment of groups that is %s before a manifest lists it leaves the rows', async (_, remove) => {
  await world.put(grouped, world.people.member);
  await remove();
  expect(await counts()).toEqual({ records: 70, groups: 0 });
  const again = testSegment({ records: 70, upload, grouped: true });
  expect((await world.put(again, world.people.member)).statusCode).toBe(204);
  await world.publish(again.entry);
  expect(await counts()).toEqual({ records: 0, groups: 3 });
});

test('sweeping a segment that was merged does not delete groups that replace its records', async () => {
  const merged = testSegment({ records: 70, ranges: [{ upload, first: 0, count: 70 }] });
  await world.put(merged);
  await world.publish(merged.entry);
  await world.put(grouped, world.people.member);
  await age(packed, 'retired');
  await sweepSegments(service.database, world.schema.id, postgresStore(service.database).parts);
  expect(await counts()).toEqual({ records: 70, groups: 3 });
  await world.publish(grouped.entry);
  expect(await counts()).toEqual({ records: 0, groups: 3 });
  expect(await listedIds()).toHaveLength(50);
});
