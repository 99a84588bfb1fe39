/** New versions of records: which manifests the service publishes, and whose ids it shows. */
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Manifest, SegmentEntry } from '@cloakroom/contract/segments.ts';
import { recordId } from '@cloakroom/wire/shortId.ts';
import { newUpload, successor, testSegment } from '#tests/service/support/segments.ts';
import { startService } from '#tests/service/support/service.ts';
import { makeWorld, type World } from '#tests/service/support/world.ts';

const service = await startService();
afterAll(() => service.close());

const upload = newUpload();
const idOf = (of: string, number: number) => recordId(Buffer.from(of, 'hex'), number);
let world: World;
let stored: ReturnType<typeof testSegment>;
let upload0: string;
beforeEach(async () => {
  world = await makeWorld(service);
  upload0 = newUpload();
  stored = testSegment({ records: 3, upload: upload0, grouped: true });
  await world.upload(stored);
});

const post = (manifest: Manifest) => world.call(world.people.dataOwner, 'POST', world.manifestUrl, manifest);
/** Publishes the stored segment without its second record, and with new segments. */
async function publish(added: readonly SegmentEntry[], deleted: [number, number][] = [[1, 1]]) {
  const left = { ...stored.entry, ...(deleted.length > 0 && { deleted }) };
  return post(successor(await world.manifest(), [left, ...added]));
}
async function newSegment() {
  const segment = testSegment({ records: 1, upload: newUpload(), grouped: true });
  await world.put(segment);
  return segment.entry;
}
const ids = async () => {
  const answer = await world.call(world.people.dataOwner, 'GET', `/api/records/?schema=${world.schema.id}`);
  return answer.json<{ id: string }[]>().map(({ id }) => id);
};

test('a new version has the id of the record whose position is deleted', async () => {
  const id = idOf(upload0, 1);
  const entry = await newSegment();
  expect((await publish([{ ...entry, versions: [[0, id]] }])).statusCode).toBe(200);
  expect(await ids()).toEqual([idOf(upload0, 0), idOf(upload0, 2), id]);
});

test('a version of a version, and a merge of both, keep the id', async () => {
  const id = idOf(upload0, 1);
  const [first, second] = [await newSegment(), await newSegment()];
  await publish([{ ...first, versions: [[0, id]] }]);
  expect((await publish([{ ...second, versions: [[0, id]] }])).statusCode).toBe(200);
  expect(await ids()).toEqual([idOf(upload0, 0), idOf(upload0, 2), id]);
  const merged = testSegment({
    records: 3,
    ranges: [
      { upload: upload0, first: 0, count: 1 },
      { upload: upload0, first: 2, count: 1 },
      second.ranges[0]!,
    ],
    grouped: true,
  });
  await world.put(merged);
  const both = { ...merged.entry, versions: [[2, id]] as [number, string][] };
  expect((await post(successor(await world.manifest(), [both]))).statusCode).toBe(200);
  expect(await ids()).toEqual([idOf(upload0, 0), idOf(upload0, 2), id]);
});

test.each<[string, (entry: SegmentEntry, id: string) => Partial<SegmentEntry>, [number, number][], string]>([
  [
    'the previous version still exists',
    (_, id) => ({ versions: [[0, id]] }),
    [],
    'without removing the former',
  ],
  [
    'the id is that of another record',
    () => ({ versions: [[0, idOf(upload0, 2)]] }),
    [[1, 1]],
    'without removing',
  ],
  ['the record never existed', () => ({ versions: [[0, idOf(upload, 9)]] }), [[1, 1]], 'without removing'],
  ['the ordinal is not one of the segment', (_, id) => ({ versions: [[1, id]] }), [[1, 1]], 'out of order'],
])('rejects a new version if %s', async (_, change, deleted, detail) => {
  const entry = await newSegment();
  const before = await world.manifest();
  const answer = await publish([{ ...entry, ...change(entry, idOf(upload0, 1)) }], deleted);
  expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining(detail)]);
  expect(await world.manifest()).toEqual(before);
});

test('refuses two versions of one record', async () => {
  const id = idOf(upload0, 1);
  const [one, two] = [await newSegment(), await newSegment()];
  const answer = await publish([
    { ...one, versions: [[0, id]] },
    { ...two, versions: [[0, id]] },
  ]);
  expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining('two versions')]);
});

test('rejects another id, or a missing id, for a new version of a stored record', async () => {
  const id = idOf(upload0, 1);
  const entry = await newSegment();
  await publish([{ ...entry, versions: [[0, id]] }]);
  for (const versions of [undefined, [[0, idOf(upload0, 2)]] as [number, string][]]) {
    const answer = await publish([{ ...entry, ...(versions && { versions }) }]);
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining('by another id')]);
  }
});
