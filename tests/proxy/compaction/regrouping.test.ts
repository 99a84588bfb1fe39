/** Records that earlier versions sealed one by one are sealed in groups by the proxy of a data owner. */
import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { RecordForms } from '@cloakroom/contract/schemas.ts';
import { putSegment, type SegmentEntry } from '@cloakroom/contract/segments.ts';
import type { Upstream } from '@cloakroom/proxy/upstream.ts';
import { records } from '@cloakroom/service/db/schema.ts';
import { stored } from '#tests/service/support/stored.ts';
import { pollTimeout } from '#tests/support/pollTimeout.ts';
import { startProxyStack } from '../support/proxyStack.ts';
import { schemaFixtures, type SchemaFixture } from './support/schemaFixture.ts';

const world = await startProxyStack();
const { service } = world;
const { upstream, freshSchema } = schemaFixtures(world);
let home: SchemaFixture;
beforeEach(async () => {
  await service.database.execute(sql`truncate record_groups, records, uploads, segments, blocks, manifests`);
  home = await freshSchema();
});

const listed = async () => (await home.manifests.read(home.question)).segments;
const forms = async () =>
  (await home.ada.send('GET', `/api/schemas/${home.schema.id}/record-forms/`)).json() as Promise<RecordForms>;
const isGrouped = ({ group_records }: SegmentEntry) => group_records === 32;
const decrypted = async () => {
  const { records } = await home.ada.search({ schema: home.schema.id, limit: 100 });
  return (await home.ada.decrypt(records)).map(({ data }) => data);
};
const expectExact = async () => {
  await home.check();
  expect(await decrypted()).toEqual(home.rows.slice(0, 100).map(({ row }) => row));
};
/** A packed record without a tag and without its first value: number of the field and length (1 byte each), envelope. */
const withoutFirstValue = (packed: Buffer) => packed.subarray(2 + packed[1]!);
/** Has a compactor of its own do everything that there is to do. */
async function regroup(way: Upstream = upstream) {
  const warnings: unknown[] = [];
  const compactor = await home.merger(way, { warn: (...words: unknown[]) => void warnings.push(words) });
  compactor.scheduleCheck(home.asker, home.own);
  await compactor.idle();
  return warnings;
}
/** Waits until the proxy, which works on it as well, or the compactor has sealed everything in groups. */
const expectGrouped = () =>
  expect
    .poll(async () => {
      await regroup();
      return (await stored(service)).records;
    }, pollTimeout)
    .toBe(0);
async function remove(...rows: number[]) {
  const ids = rows.map((at) => `id=${home.rows[at]!.id}`).join('&');
  const answer = await home.ada.send('DELETE', `/api/records/?schema=${home.schema.id}&${ids}`);
  expect(answer.status).toBe(204);
  for (const at of [...rows].sort((a, b) => b - a)) home.rows.splice(at, 1);
}

test('all records keep their ids, values and order, and none stays sealed by itself', async () => {
  await home.upload(70, 1, { isPacked: true });
  await home.upload(3, 5, { isPacked: true });
  await home.upload(35);
  expect(await forms()).toEqual({ in_groups: 35, one_by_one: 85 });
  expect(await regroup()).toEqual([]);
  expect(await forms()).toEqual({ in_groups: 120, one_by_one: 0 });
  expect((await listed()).every(isGrouped)).toBe(true);
  expect(await stored(service)).toMatchObject({ records: 0, groups: 3 + 5 + 2, uploads: 7 });
  await expectExact();
});

test('a search starts the regrouping', async () => {
  await home.upload(40, 1, { isPacked: true });
  await home.ada.search({ schema: home.schema.id });
  await expect.poll(async () => (await stored(service)).records, pollTimeout).toBe(0);
  await expectExact();
});

test('deleted records stay deleted, also those that are deleted afterwards', async () => {
  await home.upload(100, 1, { isPacked: true });
  await home.upload(10, 9, { isPacked: true });
  // A packed record is deleted from a segment, and a merge leaves it out.
  await remove(3, 40, 41, 105);
  await expectGrouped();
  await expectExact();
  await remove(0, 50, 99);
  await expectExact();
});

test('records that are deleted meanwhile stay deleted', async () => {
  await home.upload(100, 1, { isPacked: true });
  let hasDeleted = false;
  const way: Upstream = {
    ...upstream,
    call: async (endpoint, options) => {
      const answer = await upstream.call(endpoint, options);
      if ((endpoint as unknown) === putSegment && !hasDeleted) {
        hasDeleted = true;
        await remove(10, 11);
      }
      return answer;
    },
  };
  expect(await regroup(way)).toEqual([]);
  expect(hasDeleted).toBe(true);
  expect((await listed()).every(isGrouped)).toBe(true);
  await expectExact();
});

test('a failed attempt changes nothing, and the next one succeeds', async () => {
  await home.upload(100, 1, { isPacked: true });
  const before = await stored(service);
  const way: Upstream = {
    ...upstream,
    call: async (endpoint, options) => {
      const answer = await upstream.call(endpoint, options);
      if ((endpoint as unknown) === putSegment) throw new Error('The answer is lost.');
      return answer;
    },
  };
  expect(await regroup(way)).toHaveLength(1);
  expect(await stored(service)).toEqual(before);
  await expectExact();
  await expectGrouped();
  await expectExact();
});

test('records without a tag are compared with the index: a value that was left out is noticed', async () => {
  await home.upload(40, 2, { isPacked: true, isTagged: false });
  const [whole, lost] = await listed();
  expect([whole!.field_sets, lost!.field_sets]).toEqual([undefined, undefined]);
  // The first record of the second upload loses its first value.
  const ofLost = eq(records.upload, Buffer.from(lost!.ranges[0]!.upload, 'hex'));
  const [{ data } = { data: Buffer.alloc(0) }] = await service.database
    .select()
    .from(records)
    .where(and(ofLost, eq(records.number, 1)));
  await service.database
    .update(records)
    .set({ data: withoutFirstValue(data) })
    .where(and(ofLost, eq(records.number, 1)));
  const warnings = await regroup();
  expect(JSON.stringify(warnings.map((words) => String((words as [{ err: Error }])[0].err)))).toContain(
    'A value of the field',
  );
  expect((await listed()).map(isGrouped)).toEqual([true, false]);
});

test('a record that can’t be read is left with its segment, and the others are sealed in groups', async () => {
  await home.upload(40, 1, { isPacked: true });
  await home.upload(50, 1, { isPacked: true });
  const [damaged] = await listed();
  await service.database.execute(
    sql`update records set data = set_byte(data, 60, get_byte(data, 60) # 1)
      where upload = decode(${damaged!.ranges[0]!.upload}, 'hex') and number = 7`,
  );
  expect(await regroup()).toHaveLength(1);
  expect((await listed()).map(isGrouped)).toEqual([false, true]);
  expect(await stored(service)).toMatchObject({ records: 40, groups: 2 });
});
