/** Manifests in parts: published with the parts that are new, read page by page, and rejected if a part differs from the expected one. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { liveRanges } from '@cloakroom/contract/liveRecords.ts';
import type { ListedEntry } from '@cloakroom/contract/manifestParts.ts';
import type { ManifestTree } from '@cloakroom/contract/manifestTree.ts';
import type { SealedRecord } from '@cloakroom/contract/records.ts';
import type { SegmentEntry, SignedManifest } from '@cloakroom/contract/segments.ts';
import { manifestParts, manifests, publishedRanges } from '@cloakroom/service/db/schema.ts';
import { encodeLeaf, encodeNodes, encodeRangePart } from '@cloakroom/wire/manifestParts.ts';
import { recordId } from '@cloakroom/wire/shortId.ts';
import { hashOf, successorInParts, TestParts, type TreeBody } from '#tests/service/support/manifestTrees.ts';
import { newUpload, successor, testSegment } from '#tests/service/support/segments.ts';
import { startService } from '#tests/service/support/service.ts';
import { makeWorld, type World } from '#tests/service/support/world.ts';

const service = await startService();
let world: World;
beforeEach(async () => {
  world = await makeWorld(service);
});
afterAll(() => service.close());

const post = (body: object) => world.call(world.people.dataOwner, 'POST', world.manifestUrl, body);
const present = async () => (await world.manifest()) as SignedManifest;

/** Stores segments of these sizes. */
async function stored(...sizes: number[]): Promise<SegmentEntry[]> {
  const segments = sizes.map((records) => testSegment({ records }));
  for (const segment of segments) await world.put(segment);
  return segments.map(({ entry }) => entry);
}

/** Publishes these entries in parts; the ranges of each entry are separate parts. */
async function published(entries: readonly SegmentEntry[]): Promise<TestParts> {
  const parts = new TestParts();
  const tree = parts.tree(entries.map((entry) => parts.listed(entry)));
  const answer = await post(successorInParts(await present(), parts, tree, []));
  expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining('"tree"')]);
  return parts;
}

const idsOf = (entries: readonly SegmentEntry[]) =>
  entries
    .flatMap(liveRanges)
    .flatMap(({ upload, first, count }) =>
      Array.from({ length: count }, (_, at) => recordId(Buffer.from(upload, 'hex'), first + at)),
    );

/** Compares all pages, and reading by id, with the records of the entries. */
async function expectRecords(entries: readonly SegmentEntry[]): Promise<void> {
  const expected = idsOf(entries);
  expect(await world.total()).toBe(expected.length);
  for (let offset = 0; offset <= expected.length; offset += 3) {
    const page = (await world.list(`limit=4&offset=${offset}`)).json<SealedRecord[]>();
    expect(page.map(({ id }) => id)).toEqual(expected.slice(offset, offset + 4));
  }
}

const read = (parts: readonly string[]) =>
  world.call(world.people.requester, 'POST', `${world.manifestUrl}parts/read/`, { parts });
const isRecord = async ({ upload, number }: { upload: string; number: number }) => {
  const body = { schema: world.schema.id, records: [[upload, number]] };
  return (await world.call(world.people.requester, 'POST', '/api/records/read/', body)).statusCode;
};

test('a manifest in parts is answered as it was signed, and its records are paged in order', async () => {
  const entries = await stored(2, 5, 1, 3, 4, 2, 6);
  const parts = await published(entries);
  const manifest = await present();
  expect(manifest).toMatchObject({ version: 1, tree: { level: 2 } });
  expect(manifest.segments).toBeUndefined();
  await expectRecords(entries);

  const hashes = [...parts.bytes.keys()];
  const answer = await read(hashes);
  const expected = [...parts.bytes.values()].flatMap((bytes) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    return [length, bytes];
  });
  expect(answer.rawPayload).toEqual(Buffer.concat(expected));
  expect((await read([hashes[0]!, '0'.repeat(64)])).statusCode).toBe(404);
});

test('a publication sends only the new parts, and a repeated one succeeds', async () => {
  const entries = await stored(2, 2, 2, 2);
  const known = (await published(entries)).bytes.keys();
  const [more] = await stored(1);
  const parts = new TestParts();
  const tree = parts.tree([...entries, more!].map((entry) => parts.listed(entry)));
  const body = successorInParts(await present(), parts, tree, known);
  expect(body.new_parts.length).toBeLessThan(parts.bytes.size / 2);
  const { new_parts: _, ...manifest } = body;
  for (let repeat = 0; repeat < 2; repeat++) {
    const answer = await post(body);
    expect([answer.statusCode, answer.json()]).toEqual([200, manifest]);
  }
  expect((await post({ ...body, version: 1 })).statusCode).toBe(409);
  await expectRecords([...entries, more!]);
});

test('a stored record that no manifest names is not found', async () => {
  await published(await stored(2));
  const [loose] = await stored(1);
  const { upload } = loose!.ranges[0]!;
  expect(await isRecord({ upload, number: 0 })).toBe(404);
  const id = recordId(Buffer.from(upload, 'hex'), 0);
  expect((await world.call(world.people.requester, 'GET', `/api/records/${id}/`)).statusCode).toBe(404);
});

test('deleted records vanish, reappear in no later manifest, and their upload is marked as removed with the last one', async () => {
  const entries = await stored(6, 3);
  await published(entries);
  const [first, second] = entries;
  const { upload } = first!.ranges[0]!;
  const deleted: SegmentEntry = { ...first!, deleted: [[1, 2], [4, 1]] }; // prettier-ignore
  await published([deleted, second!]);
  await expectRecords([deleted, second!]);
  expect([await isRecord({ upload, number: 0 }), await isRecord({ upload, number: 1 })]).toEqual([200, 404]);

  const parts = new TestParts();
  const tree = parts.tree(entries.map((entry) => parts.listed(entry)));
  const again = await post(successorInParts(await present(), parts, tree));
  expect([again.statusCode, again.body]).toEqual([400, expect.stringContaining('not stored')]);
  await published([second!]);
  await expectRecords([second!]);
  expect(await isRecord({ upload, number: 0 })).toBe(404);
  expect((await world.put(testSegment({ records: 1, upload }))).statusCode).toBe(409);
});

test('a merged segment of many uploads takes over their records', async () => {
  const entries = await stored(...Array<number>(9).fill(1), 4);
  await published(entries);
  const ranges = entries.slice(0, 9).flatMap((entry) => entry.ranges);
  const merged = testSegment({ records: 9, ranges });
  await world.put(merged);
  await published([merged.entry, entries[9]!]);
  await expectRecords([merged.entry, entries[9]!]);
  const deleted: SegmentEntry = { ...merged.entry, deleted: [[2, 3]] };
  await published([deleted, entries[9]!]);
  await expectRecords([deleted, entries[9]!]);
});

test('parts that no manifest names stay for an hour', async () => {
  const entries = await stored(1, 1, 1);
  const former = await published(entries);
  const later = await published(entries.slice(1));
  const gone = [...former.bytes.keys()].filter((hash) => !later.bytes.has(hash));
  expect(gone.length).toBeGreaterThan(0);
  expect((await read(gone)).statusCode).toBe(200);
  await service.database
    .update(manifestParts)
    .set({ unlisted: sql`now() - interval '61 minutes'` })
    .where(sql`${manifestParts.unlisted} is not null`);
  await published(entries.slice(1, 2));
  for (const hash of gone) expect((await read([hash])).statusCode).toBe(404);
  await expectRecords(entries.slice(1, 2));
});

describe('a schema that an earlier version has written', () => {
  /** The state after an earlier version: a whole manifest, and no rows of published ranges. */
  const forget = async (mac = '') => {
    await service.database.delete(publishedRanges);
    await service.database
      .update(manifests)
      .set({ publishedMac: mac })
      .where(eq(manifests.schema, world.schema.id));
  };

  test('is read, and its next manifest may be in parts', async () => {
    const upload = newUpload();
    const segments = [0, 5].map((first) => testSegment({ records: 5, upload, first }));
    await world.upload(...segments);
    const entries = segments.map(({ entry }) => entry);
    for (const mac of ['', 'f'.repeat(64)]) {
      await forget(mac);
      expect(await isRecord({ upload, number: 7 })).toBe(200);
      await expectRecords(entries);
    }
    await forget();
    const [more] = await stored(2);
    await published([...entries, more!]);
    await expectRecords([...entries, more!]);
    expect((await world.put(testSegment({ records: 1, upload, first: 3 }))).statusCode).toBe(409);
  });

  test('may continue with whole manifests', async () => {
    const entries = await stored(3, 4);
    await world.publish(...entries);
    await published(entries);
    await forget();
    const next = successor(await world.manifest(), [entries[1]!]);
    const { tree: _, ...whole } = next as SignedManifest;
    expect((await post(whole)).statusCode).toBe(200);
    await expectRecords([entries[1]!]);
  });
});

describe('a manifest in parts is refused, and nothing changes, if', () => {
  type Case = { parts: TestParts; entries: ListedEntry[]; tree: ManifestTree };
  type Change = (made: Case) => Partial<TreeBody> | undefined;
  const without = (made: Case, hash: string) => {
    made.parts.bytes.delete(hash);
    return undefined;
  };
  const first = ({ tree }: Case) => tree.nodes[0]!;
  /** The tree with its first leaf replaced. */
  const withLeaf = ({ parts, tree, entries }: Case, change: (entries: ListedEntry[]) => ListedEntry[]) => ({
    tree: { ...tree, nodes: [parts.leaf(change(entries.slice(0, 2))), ...tree.nodes.slice(1)] },
  });

  const missing = 'is not stored. Send it again.';
  const otherPart = 'This is not the expected part of a list of segments';
  const counts = 'has other numbers of segments and records than the list states';
  // prettier-ignore
  test.each<[string, Change, string]>([
    ['a leaf is missing', (made) => without(made, first(made).part), missing],
    ['an index of ranges is missing', (made) => without(made, made.entries[0]!.range_index!), missing],
    ['ranges are missing', (made) => without(made, [...made.parts.bytes.keys()][0]!), missing],
    ['a part is cut', ({ parts, tree }) => {
      const leaf = parts.bytes.get(tree.nodes[0]!.part)!;
      const part = parts.add(leaf.subarray(0, -1));
      return { tree: { ...tree, nodes: [{ ...tree.nodes[0]!, part }, ...tree.nodes.slice(1)] } };
    }, otherPart],
    ['a node replaces a leaf', ({ parts, tree }) => {
      const part = parts.add(encodeNodes([tree.nodes[0]!]));
      return { tree: { ...tree, nodes: [{ ...tree.nodes[0]!, part }, ...tree.nodes.slice(1)] } };
    }, otherPart],
    ['leaves are exchanged, but not their counts', ({ tree }) => {
      const [one, two] = tree.nodes;
      return { tree: { ...tree, nodes: [{ ...one!, part: two!.part }, { ...two!, part: one!.part }] } };
    }, counts],
    ['a node has another number of records', ({ tree }) => {
      const [one, ...others] = tree.nodes;
      return { tree: { ...tree, nodes: [{ ...one!, records: one!.records + 1 }, ...others] } };
    }, counts],
    ['a node has another number of segments', ({ tree }) => {
      const [one, ...others] = tree.nodes;
      return { tree: { ...tree, nodes: [{ ...one!, segments: 1 }, ...others] } };
    }, counts],
    ['the level is wrong', ({ tree }) => ({ tree: { ...tree, level: 2 } }), otherPart],
    ['a leaf is named twice', ({ tree }) => ({ tree: { ...tree, nodes: [...tree.nodes, tree.nodes[0]!] } }), 'names a segment twice'],
    ['ranges are another segment’s', (made) => withLeaf(made, ([one, two]) => [{ ...one!, range_index: two!.range_index! }, two!]), otherPart],
    ['ranges have another number of records', (made) => withLeaf(made, ([one, two]) => [{ ...one!, records: one!.records + 1 }, two!]), 'another number of records than its ranges'],
    ['ranges name a record twice', (made) => {
      const { entries: [one], parts } = made;
      const ranges = [...made.entries[0]!.ranges ?? [], { upload: 'a'.repeat(24), first: 0, count: 2 }];
      const entry = parts.listed({ ...one!, records: 4, ranges: [ranges[0]!, ranges[0]!] });
      return withLeaf(made, ([, two]) => [entry, two!]);
    }, 'names a record twice'],
    ['there are more deleted records than stated', (made) => {
      const { entries: [one], parts } = made;
      const { range_index: _, ...rest } = one!;
      const entry = parts.listed({ ...rest, ranges: [{ upload: 'a'.repeat(24), first: 0, count: 2 }], deleted: [[0, 2]] });
      return withLeaf(made, ([, two]) => [{ ...entry, deleted_part: { ...entry.deleted_part!, records: 1 } }, two!]);
    }, 'are all it has'],
    ['it has a list, too', () => ({ segments: [] }), 'either segments or a tree'],
    ['a leaf has no entries', ({ parts, tree }) => {
      const part = parts.add(encodeLeaf([]));
      return { tree: { ...tree, nodes: [{ ...tree.nodes[0]!, part }, ...tree.nodes.slice(1)] } };
    }, otherPart],
    ['ranges are longer than a part', ({ parts, tree, entries }) => {
      const long = encodeRangePart(entries[0]!.id, Array(2_049).fill({ upload: 'a'.repeat(24), first: 0, count: 1 }));
      const entry = { ...parts.listed({ ...entries[0]!, ranges: [{ upload: 'a'.repeat(24), first: 0, count: 1 }] }), records: 2_049 };
      expect(hashOf(long)).toBe(parts.add(long));
      return { tree: { ...tree, nodes: [parts.leaf([entry]), ...tree.nodes.slice(1)] } };
    }, 'another number of records'],
  ])('%s', async (_, change, reason) => {
    const parts = new TestParts();
    const entries = (await stored(2, 3, 4)).map((entry) => parts.listed(entry));
    const made = { parts, entries, tree: parts.tree(entries) };
    const before = await present();
    const changed = change(made);
    const body = { ...successorInParts(before, parts, made.tree), ...changed };
    const answer = await post(body);
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining(reason)]);
    expect(await present()).toEqual(before);
    expect(await world.total()).toBe(0);
    expect(await service.database.$count(manifestParts, eq(manifestParts.schema, world.schema.id))).toBe(0);
  });
});
