/** Sweeps the remains of interrupted uploads. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { blocks, segments } from '@cloakroom/service/db/schema.ts';
import { testSegment } from '#tests/service/support/segments.ts';
import { startService } from '#tests/service/support/service.ts';
import { storedNumbers } from '#tests/service/support/stored.ts';
import { makeWorld } from '#tests/service/support/world.ts';

const service = await startService();
afterAll(() => service.close());

test('segments that were sent and never published are swept after a day, when the next segment arrives', async () => {
  const own = await makeWorld(service);
  const [published, stale, recent] = [1, 2, 3].map((n) => testSegment({ records: n }));
  await own.upload(published!);
  await own.put(stale!);
  await own.put(recent!);
  const dated = async (id: string) =>
    service.database
      .update(segments)
      .set({
        created: new Date(0),
        loose: sql`case when loose is null then null else now() - interval '25 hours' end`,
      })
      .where(eq(segments.segment, Buffer.from(id, 'hex')));
  await dated(published!.id);
  await dated(stale!.id);
  await own.put(testSegment({ records: 4 }));
  const left = await service.database
    .select({ records: segments.records })
    .from(segments)
    .where(eq(segments.schema, own.schema.id))
    .orderBy(segments.records);
  expect(left.map((row) => row.records)).toEqual([1, 3, 4]);
  expect(await storedNumbers(service, stale!.entry.ranges[0]!.upload)).toEqual([]);
  const ofStale = eq(blocks.segment, Buffer.from(stale!.id, 'hex'));
  expect(await service.database.$count(blocks, ofStale)).toBe(0);
});

test('segments that a compaction replaced stay a few minutes for readers of the older manifest, then the next publication sweeps them', async () => {
  const own = await makeWorld(service);
  const parts = [testSegment({ records: 3 }), testSegment({ records: 4 })];
  await own.upload(...parts);
  const merged = testSegment({ records: 7, ranges: parts.flatMap(({ entry }) => entry.ranges) });
  await own.put(merged);
  await own.publish(merged.entry);
  const ours = eq(segments.schema, own.schema.id);
  const left = async () =>
    (await service.database.select().from(segments).where(ours)).map((row) => row.segment.toString('hex'));
  await own.publish(merged.entry);
  expect(await left()).toHaveLength(3);
  await service.database
    .update(segments)
    .set({ retired: sql`retired - interval '11 minutes'` })
    .where(ours);
  await own.publish(merged.entry);
  expect(await left()).toEqual([merged.id]);
  expect(await storedNumbers(service, parts[1]!.entry.ranges[0]!.upload)).toHaveLength(4);
});
