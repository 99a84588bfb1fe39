/** Merging changes no answer, and deleting only the answers with deleted records. */
import { describe, expect, test } from 'vitest';
import { liveCount } from '@cloakroom/contract/liveRecords.ts';
import { blockBytes } from '@cloakroom/contract/segments.ts';
import { paddedBlocks } from '@cloakroom/sealed-index/segment.ts';
import { IndexReader } from '@cloakroom/sealed-index/reader.ts';
import { IndexRefused } from '@cloakroom/sealed-index/refused.ts';
import { withMerged } from '@cloakroom/sealed-index/compaction/replacement.ts';
import { expectSameAnswers } from '../support/sameAnswers.ts';
import { oracleOf } from '../support/oracle.ts';
import { fields, rowAt } from '../support/queries.ts';
import { makeWorld, randomFrom } from '../support/world.ts';
import { deleteRows, mergeAll, mergeOnce } from '../../proxy/compaction/support/memoryWorld.ts';

const sizes = (count: number) => {
  const random = randomFrom(count);
  return Array.from({ length: count }, () => 1 + Math.floor(random() * 60));
};

describe('the same queries have the same answers', () => {
  test('before and after 120 small segments were merged to a few, in 300 generated queries each', async () => {
    const world = makeWorld(fields, sizes(120), rowAt);
    await expectSameAnswers(world, world.reader(), 300, 7);
    expect(await mergeAll(world)).toBeGreaterThan(8);
    expect(world.segments.length).toBeLessThan(24);
    await expectSameAnswers(world, world.reader(), 300, 7);
  });

  test('after every merge on the way, and in a reader that continues from one manifest to the next', async () => {
    const world = makeWorld(fields, sizes(40), rowAt);
    const { queryKey, store } = world;
    let reader = world.reader();
    await mergeAll(world, async () => {
      reader = new IndexReader(
        { fields, queryKeys: () => queryKey, store, segments: [...world.segments] },
        reader,
      );
      await expectSameAnswers(world, reader, 20);
    });
  });

  test('when some records are deleted: they are in no page, count, order or sum, in 600 queries', async () => {
    const world = makeWorld(fields, [900, 1, 300, 40, 257], rowAt);
    const random = randomFrom(3);
    deleteRows(world, (index) => index < 20 || random() < 0.1);
    await expectSameAnswers(world, world.reader(), 400);
    deleteRows(world, () => random() < 0.3);
    await expectSameAnswers(world, world.reader(), 200);
  });

  test('when merging has dropped the deleted records', async () => {
    const world = makeWorld(fields, sizes(60), rowAt);
    const random = randomFrom(5);
    deleteRows(world, () => random() < 0.2);
    await mergeAll(world);
    const records = world.segments.reduce((sum, entry) => sum + entry.records, 0);
    expect(records).toBeLessThan(world.rows.length * 1.15);
    expect(world.segments.reduce((sum, entry) => sum + liveCount(entry), 0)).toBe(world.rows.length);
    await expectSameAnswers(world, world.reader(), 300);
  });

  test('when whole segments are deleted, and finally everything', async () => {
    const world = makeWorld(fields, [100, 50, 70], rowAt);
    deleteRows(world, (index) => index >= 100 && index < 150);
    expect(world.segments).toHaveLength(2);
    await expectSameAnswers(world, world.reader(), 60);
    deleteRows(world, () => true);
    expect(world.segments).toEqual([]);
    expect(await world.reader().count([])).toBe(0);
  });

  test('beyond 65,536 records in one segment', async () => {
    const world = makeWorld(fields, [65_536, 9_000], rowAt);
    const merged = await mergeOnce(world, world.segments);
    world.segments.splice(0, Infinity, merged);
    expect(merged.records).toBe(74_536);
    await expectSameAnswers(world, world.reader(), 25);
  });
});

describe('deleting while a merge is under way', () => {
  test('reaches the merged segment', async () => {
    const world = makeWorld(fields, [50, 60, 70], rowAt);
    const inputs = [...world.segments];
    const merged = await mergeOnce(world, inputs);
    deleteRows(world, (index) => index % 7 === 0);
    world.segments.splice(0, Infinity, ...withMerged(world.segments, inputs, merged)!);
    expect(world.segments).toHaveLength(1);
    await expectSameAnswers(world, world.reader(), 200);
  });

  test('fails when another process has merged the same segments', async () => {
    const world = makeWorld(fields, [5, 6, 7], rowAt);
    const inputs = world.segments.slice(0, 2);
    const [one, other] = [await mergeOnce(world, inputs), await mergeOnce(world, inputs)];
    const after = withMerged(world.segments, inputs, one)!;
    expect(withMerged(after, inputs, other)).toBeNull();
    expect(withMerged(world.segments.slice(1), inputs, one)).toBeNull();
    expect(withMerged([...world.segments].reverse(), inputs, one)).toBeNull();
  });
});

test('a merged segment has a step of the ladder of block counts, one size of block, and nothing twice', async () => {
  const same = makeWorld(fields, [900, 800, 700], () => ({
    kind: 'same',
    name: 'same',
    age: '7',
    cost: '1.00',
  }));
  const merged = await mergeOnce(same, same.segments);
  const blocks = [...same.store.storedBlocks]
    .filter(([name]) => name.startsWith(merged.id))
    .map(([, block]) => block);
  expect(paddedBlocks(blocks.length)).toBe(blocks.length);
  const chunks = blocks.flatMap((block) =>
    Array.from({ length: blockBytes / 16 }, (_, i) =>
      Buffer.from(block).toString('hex', i * 16, (i + 1) * 16),
    ),
  );
  expect(new Set(blocks.map(({ length }) => length))).toEqual(new Set([blockBytes]));
  expect(new Set(chunks).size).toBe(chunks.length);
});

test('a merge of blocks that are not what was sealed is refused', async () => {
  const world = makeWorld(fields, [50, 60], rowAt);
  const [name] = world.store.storedBlocks.keys();
  const entries = [...world.segments];
  for (const block of world.store.storedBlocks.keys())
    if (block.startsWith(entries[0]!.id))
      world.store.storedBlocks.set(block, world.store.storedBlocks.get(name!)!);
  await expect(mergeOnce(world, entries)).rejects.toThrow(IndexRefused);
  expect(oracleOf(world).total([])).toBe(110);
});
