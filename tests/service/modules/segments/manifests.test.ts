/** Manifests are replaced by compare-and-set, so that every one of many publishers succeeds exactly once. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Manifest, SegmentEntry } from '@cloakroom/contract/segments.ts';
import { newUpload, successor, testSegment } from '#tests/service/support/segments.ts';
import { startService } from '#tests/service/support/service.ts';
import { logged, storedNumbers } from '#tests/service/support/stored.ts';
import { makeWorld, type World } from '#tests/service/support/world.ts';

const service = await startService();
let world: World;
beforeEach(async () => {
  world = await makeWorld(service);
});
afterAll(() => service.close());

const post = (manifest: Manifest) => world.call(world.people.dataOwner, 'POST', world.manifestUrl, manifest);
const conflict = Array<number>(9).fill(409);

test('an upload is invisible until it is published, and then completely visible', async () => {
  const upload = newUpload();
  const parts = [0, 100, 200].map((first) => testSegment({ records: 100, upload, first }));
  for (const part of parts) await world.put(part);
  expect(await world.total()).toBe(0);
  const next = successor(
    await world.manifest(),
    parts.map(({ entry }) => entry),
  );
  const answer = await post(next);
  expect([answer.statusCode, answer.json()]).toEqual([200, next]);
  expect(await world.manifest()).toEqual(next);
  expect(await world.total()).toBe(300);
});

test('repeating a publication, as after a lost answer, succeeds and changes nothing', async () => {
  const segment = testSegment({ records: 4 });
  await world.put(segment);
  const next = successor(await world.manifest(), [segment.entry]);
  const answers = [await post(next), await post(next), await post(next)];
  for (const answer of answers) {
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual(next);
  }
  const log = await logged(service, { object: world.schema.id, model: 'manifest' });
  expect(log.map(({ changes }) => changes)).toEqual([
    { name: 'Train', version: 1, records: { before: 0, after: 4 } },
  ]);
});

test('of ten publishers of the same version, one succeeds and the others get the current manifest', async () => {
  const made = Array.from({ length: 10 }, () => testSegment({ records: 1 }));
  await Promise.all(made.map((segment) => world.put(segment)));
  const empty = await world.manifest();
  const answers = await Promise.all(made.map(({ entry }) => post(successor(empty, [entry]))));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...conflict]);
  const present = await world.manifest();
  for (const answer of answers) expect(answer.json()).toEqual(present);
  expect(await world.total()).toBe(1);
});

test('thirty concurrent publishers that retry all succeed exactly once', async () => {
  const made = Array.from({ length: 30 }, (_, n) => testSegment({ records: n + 1 }));
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
  expect(version).toBe(30);
  expect(segments.map(({ id }) => id).sort()).toEqual(made.map(({ id }) => id).sort());
  expect(await world.total()).toBe((30 * 31) / 2);
});

describe('a manifest is refused with', () => {
  const range = { upload: newUpload(), first: 0, count: 10 };
  type Change = (next: Manifest, entry: SegmentEntry) => Partial<Manifest>;
  const listed =
    (change: (entry: SegmentEntry) => Partial<SegmentEntry>): Change =>
    (_, entry) => ({ segments: [{ ...entry, ...change(entry) }] });

  // prettier-ignore
  test.each<[string, Change, status: number, detail?: string]>([
    ['a version before the next', () => ({ version: 0 }), 409],
    ['a version after the next', () => ({ version: 2 }), 409],
    ['no MAC', () => ({ mac: '' }), 400],
    ['another schema', () => ({ schema: '2'.repeat(22) }), 400],
    ['a segment that is not stored', () => ({ segments: [testSegment({ records: 1 }).entry] }), 400, 'is not stored'],
    ['another header', listed(() => ({ header_hash: '0'.repeat(64) })), 400],
    ['another count', listed(() => ({ records: 11 })), 400],
    ['other records than the segment has', listed(() => ({ ranges: [range] })), 400],
    ['fewer records than the segment has', listed(({ ranges }) => ({ records: 9, ranges: [{ ...ranges[0]!, count: 9 }] })), 400],
    ['a segment twice', (_, entry) => ({ segments: [entry, entry] }), 400],
  ])('%s', async (_, change, status, detail = '') => {
    const segment = testSegment({ records: 10 });
    await world.put(segment);
    const before = await world.manifest();
    const next = successor(before, [segment.entry]);
    const answer = await post({ ...next, ...change(next, segment.entry) });
    expect([answer.statusCode, answer.body]).toEqual([status, expect.stringContaining(detail)]);
    if (status === 409) expect(answer.json()).toEqual(before);
    expect(await world.manifest()).toEqual(before);
  });
});

describe('merging', () => {
  test('a merged segment takes over the records of others, which may then be removed', async () => {
    const upload = newUpload();
    const [one, two] = [testSegment({ records: 5, upload }), testSegment({ records: 7, upload, first: 5 })];
    await world.upload(one, two);
    const merged = testSegment({ records: 12, ranges: [{ upload, first: 0, count: 12 }] });
    expect((await world.put(merged)).statusCode).toBe(204);
    expect((await world.publish(merged.entry)).statusCode).toBe(200);
    expect(await world.total()).toBe(12);
    expect((await world.removeSegment(one.id)).statusCode).toBe(204);
    expect(await storedNumbers(service, upload)).toHaveLength(12);
    expect((await world.removeSegment(merged.id)).statusCode).toBe(409);
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
    expect(await world.total()).toBe(5);
  });

  test('records that a manifest drops are no longer shown', async () => {
    const upload = newUpload();
    await world.upload(testSegment({ records: 5, upload }));
    await world.publish();
    expect(await world.total()).toBe(0);
    const read = await world.call(world.people.requester, 'POST', '/api/records/read/', {
      schema: world.schema.id,
      records: [[upload, 0]],
    });
    expect(read.statusCode).toBe(404);
  });
});
