/** Manifests are replaced by compare-and-set, so that every one of many publishers succeeds exactly once. */
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Manifest, SegmentEntry } from '@cloakroom/contract/segments.ts';
import { auditLog, records } from '@cloakroom/service/db/schema.ts';
import { newUpload, successor, testSegment } from '#tests/service/support/segments.ts';
import { startService } from '#tests/service/support/service.ts';
import { makeWorld, type World } from '#tests/service/support/world.ts';

const service = await startService();
let world: World;
beforeEach(async () => {
  world = await makeWorld(service);
});
afterAll(() => service.close());

const post = (manifest: Manifest) => world.call(world.people.dataOwner, 'POST', world.manifestUrl, manifest);
const total = async () => {
  const list = await world.call(
    world.people.requester,
    'GET',
    `/api/records/?schema=${world.schema.id}&count_only=true`,
  );
  return list.json<{ count: number }>().count;
};
const storedRecords = async (upload: string) =>
  (
    await service.database
      .select({ n: records.number })
      .from(records)
      .where(eq(records.upload, Buffer.from(upload, 'hex')))
  ).length;

test('an upload is invisible until it is published, and then completely visible', async () => {
  const upload = newUpload();
  const parts = [0, 100, 200].map((first) => testSegment({ records: 100, upload, first }));
  for (const part of parts) await world.put(part);
  expect(await total()).toBe(0);
  const next = successor(
    await world.manifest(),
    parts.map(({ entry }) => entry),
  );
  const answer = await post(next);
  expect([answer.statusCode, answer.json()]).toEqual([200, next]);
  expect(await world.manifest()).toEqual(next);
  expect(await total()).toBe(300);
});

test('the same manifest again, as after a lost answer, succeeds and changes nothing', async () => {
  const segment = testSegment({ records: 4 });
  await world.put(segment);
  const next = successor(await world.manifest(), [segment.entry]);
  const answers = [await post(next), await post(next), await post(next)];
  for (const answer of answers) {
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual(next);
  }
  const log = await service.database
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.object, world.schema.id), eq(auditLog.model, 'manifest')));
  expect(log.map(({ changes }) => changes)).toEqual([
    { name: 'Train', version: 1, records: { before: 0, after: 4 } },
  ]);
});

test('of ten who publish the same version, one succeeds and the others get the present one', async () => {
  const made = Array.from({ length: 10 }, () => testSegment({ records: 1 }));
  await Promise.all(made.map((segment) => world.put(segment)));
  const empty = await world.manifest();
  const answers = await Promise.all(made.map(({ entry }) => post(successor(empty, [entry]))));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
    200,
    ...(Array(9).fill(409) as number[]),
  ]);
  const present = await world.manifest();
  for (const answer of answers) expect(answer.json()).toEqual(present);
  expect(await total()).toBe(1);
});

test('fifty who publish at once and retry all succeed exactly once', async () => {
  const made = Array.from({ length: 50 }, (_, n) => testSegment({ records: n + 1 }));
  const publishOne = async (segment: (typeof made)[number]) => {
    expect((await world.put(segment)).statusCode).toBe(204);
    let present = await world.manifest();
    for (;;) {
      const answer = await post(successor(present, [...present.segments, segment.entry]));
      if (answer.statusCode === 200) return;
      expect(answer.statusCode).toBe(409);
      present = answer.json<Manifest>();
    }
  };
  await Promise.all(made.map(publishOne));
  const { version, segments } = await world.manifest();
  expect(version).toBe(50);
  expect(segments.map(({ id }) => id).sort()).toEqual(made.map(({ id }) => id).sort());
  expect(await total()).toBe((50 * 51) / 2);
});

describe('a manifest is refused with', () => {
  const refused = async (change: (next: Manifest, entry: SegmentEntry) => Manifest, expected = 400) => {
    const segment = testSegment({ records: 10 });
    await world.put(segment);
    const before = await world.manifest();
    const answer = await post(change(successor(before, [segment.entry]), segment.entry));
    expect(answer.statusCode).toBe(expected);
    expect(await world.manifest()).toEqual(before);
    return answer;
  };
  const range = { upload: newUpload(), first: 0, count: 10 };

  test('a version that is not the next', async () => {
    for (const version of [0, 2, 99]) {
      const answer = await refused((next) => ({ ...next, version }), 409);
      expect(answer.json()).toEqual(await world.manifest());
    }
  });
  test('no MAC', () => refused((next) => ({ ...next, mac: '' })));
  test('another schema', () => refused((next) => ({ ...next, schema: '2'.repeat(22) })));
  test('a segment that is not stored', async () => {
    const answer = await refused((next) => ({ ...next, segments: [testSegment({ records: 1 }).entry] }));
    expect(answer.json<{ detail: string }>().detail).toContain('is not stored');
  });
  test('another header', () =>
    refused((next, entry) => ({ ...next, segments: [{ ...entry, header_hash: '0'.repeat(64) }] })));
  test('another count', () => refused((next, entry) => ({ ...next, segments: [{ ...entry, records: 11 }] })));
  test('other records than the segment has', () =>
    refused((next, entry) => ({ ...next, segments: [{ ...entry, ranges: [range] }] })));
  test('fewer records than the segment has', () =>
    refused((next, entry) => ({
      ...next,
      segments: [{ ...entry, records: 9, ranges: [{ ...entry.ranges[0]!, count: 9 }] }],
    })));
  test('a segment twice', () => refused((next, entry) => ({ ...next, segments: [entry, entry] })));
  test('a word too many', () => refused((next) => ({ ...next, extra: true }) as Manifest));
  test('a segment of another schema', async () => {
    const other = await makeWorld(service);
    const foreign = testSegment({ records: 1 });
    await other.upload(foreign);
    const missing = testSegment({ records: 1 });
    const refusal = await refused((next) => ({ ...next, segments: [foreign.entry] }));
    const same = await refused((next) => ({ ...next, segments: [missing.entry] }));
    expect(refusal.body.replaceAll(foreign.id, '')).toBe(same.body.replaceAll(missing.id, ''));
  });
});

describe('merging', () => {
  test('a merged segment takes over the records of others, which may then be removed', async () => {
    const upload = newUpload();
    const [one, two] = [testSegment({ records: 5, upload }), testSegment({ records: 7, upload, first: 5 })];
    await world.upload(one, two);
    const merged = testSegment({ records: 12, ranges: [{ upload, first: 0, count: 12 }] });
    expect((await world.put(merged)).statusCode).toBe(204);
    const present = await world.manifest();
    expect((await post(successor(present, [merged.entry]))).statusCode).toBe(200);
    expect(await total()).toBe(12);
    const remove = (id: string) =>
      world.call(world.people.dataOwner, 'DELETE', `/api/segments/${id}/?schema=${world.schema.id}`);
    expect((await remove(one.id)).statusCode).toBe(204);
    expect(await storedRecords(upload)).toBe(12);
    expect((await remove(merged.id)).statusCode).toBe(409);
  });

  test('a merged segment cannot claim unpublished records, or those of another person', async () => {
    const upload = newUpload();
    await world.upload(testSegment({ records: 5, upload }));
    const other = await makeWorld(service);
    const foreign = testSegment({ records: 5 });
    await other.upload(foreign);
    for (const ranges of [[{ upload, first: 0, count: 6 }], [...foreign.entry.ranges]]) {
      const merged = testSegment({ records: ranges[0]!.count, ranges });
      await world.put(merged);
      const present = await world.manifest();
      expect((await post(successor(present, [merged.entry]))).statusCode).toBe(400);
      expect((await post(successor(present, [...present.segments, merged.entry]))).statusCode).toBe(400);
      expect(await world.manifest()).toEqual(present);
    }
  });

  test('a merged segment cannot be listed beside those whose records it took over', async () => {
    const upload = newUpload();
    await world.upload(testSegment({ records: 5, upload }));
    const merged = testSegment({ records: 5, ranges: [{ upload, first: 0, count: 5 }] });
    await world.put(merged);
    const present = await world.manifest();
    const refused = await post(successor(present, [...present.segments, merged.entry]));
    expect(refused.statusCode).toBe(400);
    expect(refused.json<{ detail: string }>().detail).toContain('names a record twice');
    expect(await total()).toBe(5);
  });

  test('records that a manifest drops are no longer shown', async () => {
    const upload = newUpload();
    await world.upload(testSegment({ records: 5, upload }));
    await post(successor(await world.manifest(), []));
    expect(await total()).toBe(0);
    const read = await world.call(world.people.requester, 'POST', '/api/records/read/', {
      schema: world.schema.id,
      records: [[upload, 0]],
    });
    expect(read.statusCode).toBe(404);
  });
});
