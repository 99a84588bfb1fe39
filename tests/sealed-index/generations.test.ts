/**
 * Segments of several key generations in one list: searched together, merged separately, inaccessible without the
 * right keys.
 */
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { SegmentEntry } from '@cloakroom/contract/segments.ts';
import { textKeysOf } from '@cloakroom/sealed-index/textKeys.ts';
import { checkManifest, ManifestRefused, signManifest } from '@cloakroom/sealed-index/manifest.ts';
import { IndexReader } from '@cloakroom/sealed-index/reader.ts';
import { IndexRefused } from '@cloakroom/sealed-index/refused.ts';
import { chooseCompaction } from '@cloakroom/sealed-index/compaction/chooseCompaction.ts';
import { deleteRows, mergeAll } from '../proxy/compaction/support/memoryWorld.ts';
import { expectSameAnswers } from './support/sameAnswers.ts';
import { fields, rowAt } from './support/queries.ts';
import { makeWorld, randomFrom } from './support/world.ts';

/** Uploads that began before a key change are published after those with the new keys. */
const generations = [1, 1, 2, 1, 2, 3, 2, 3, 3];
const sizes = [700, 40, 257, 300, 1, 600, 30, 5, 120];
const mixed = () => makeWorld(fields, sizes, rowAt, (index) => generations[index]!);
const everything = { offset: 0, limit: 50 };
const ada = [{ label: 'name', value: 'person 3' }];

describe('a search over three generations of keys answers as a plaintext filter does', () => {
  test('in 500 generated queries: texts, ranges, orders, aggregates', async () => {
    const world = mixed();
    await expectSameAnswers(world, world.reader(), 500);
  });

  test('when records of each generation are deleted, and after merging, in 300 queries', async () => {
    const random = randomFrom(11);
    const many = Array.from({ length: 90 }, () => 1 + Math.floor(random() * 30));
    const world = makeWorld(fields, many, rowAt, (index) => 1 + Math.floor(index / 30));
    deleteRows(world, () => random() < 0.15);
    await expectSameAnswers(world, world.reader(), 100, 5);
    const before = new Map(
      world.segments.flatMap(({ ranges, generation }) => ranges.map((one) => [one.upload, generation])),
    );
    expect(await mergeAll(world)).toBeGreaterThan(3);
    expect(world.segments.length).toBeLessThan(45);
    for (const { ranges, generation } of world.segments)
      for (const { upload } of ranges) expect(before.get(upload)).toBe(generation);
    await expectSameAnswers(world, world.reader(), 200, 5);
  });
});

describe('a merge', () => {
  const entry = (generation: number): SegmentEntry => {
    const upload = randomBytes(12).toString('hex');
    const id = randomBytes(16).toString('hex');
    return {
      id,
      generation,
      records: 10,
      header_hash: '0'.repeat(64),
      ranges: [{ upload, first: 0, count: 10 }],
    };
  };
  const all = (generation: number, count: number) => Array.from({ length: count }, () => entry(generation));

  test('combines segments of one generation only, even if all are neighbours of one size', () => {
    expect(chooseCompaction([...all(1, 7), ...all(2, 7), ...all(3, 7)])).toBeNull();
    const chosen = chooseCompaction([...all(1, 7), ...all(2, 9), ...all(3, 7)]);
    expect(chosen?.map(({ generation }) => generation)).toEqual(Array(9).fill(2));
  });

  test('skips segments whose keys the merger lacks', () => {
    const worn = { ...entry(1), deleted: [[0, 5]] as [number, number][] };
    const segments = [worn, ...all(1, 12), ...all(2, 12)];
    expect(chooseCompaction(segments)?.[0]?.generation).toBe(1);
    expect(chooseCompaction(segments, (generation) => generation === 2)?.[0]?.generation).toBe(2);
    expect(chooseCompaction([worn, ...all(1, 12)], (generation) => generation === 2)).toBeNull();
  });
});

describe('a holder of the keys of one generation', () => {
  test('cannot search what was sealed with another: each refusal names the segment', async () => {
    const world = mixed();
    const { store, segments, queryKeys } = world;
    for (const held of [1, 2, 3])
      for (const entry of segments.filter(({ generation }) => generation !== held)) {
        const reader = new IndexReader({
          fields,
          store,
          segments: [entry],
          queryKeys: () => queryKeys(held),
        });
        for (const ask of [reader.count([]), reader.page(ada, everything), reader.aggregate('age', [])])
          await expect(ask).rejects.toMatchObject({ name: 'IndexRefused', segment: entry.id });
      }
  });

  test('cannot pass a segment off as one of another generation', async () => {
    const { store, segments, queryKeys } = mixed();
    for (const [index, entry] of segments.entries())
      for (const generation of [1, 2, 3].filter((other) => other !== entry.generation)) {
        const moved = segments.with(index, { ...entry, generation });
        const reader = new IndexReader({ fields, store, queryKeys, segments: moved });
        await expect(reader.count([])).rejects.toThrow(IndexRefused);
        await expect(reader.page(ada, everything)).rejects.toThrow(IndexRefused);
      }
  });

  test('cannot recognize equal texts of another generation, but a search for it finds both', async () => {
    const world = makeWorld(
      fields,
      [20, 20],
      () => ({ name: 'Ada' }),
      (index) => index + 1,
    );
    expect(await world.reader().count([{ label: 'name', value: 'Ada' }])).toBe(40);
    const [one, two] = [1, 2].map((generation) => textKeysOf(world.queryKeys(generation), 'name')('Ada'));
    expect(one).not.toBe(two);
  });

  test('cannot sign a list of segments of another generation', () => {
    const { segments, queryKeys } = mixed();
    const list = { schema: '2'.repeat(22), version: 9, segments };
    const signed = signManifest(queryKeys(3), { ...list, generation: 3 });
    expect(checkManifest(queryKeys(3), signed)).toEqual(signed);
    const forged = [
      { ...signed, generation: 2 },
      { ...signed, generation: 1 },
      { ...signManifest(queryKeys(2), { ...list, generation: 2 }), generation: 3 },
      signManifest(queryKeys(1), { ...list, generation: 3 }),
      { ...list, generation: 3, version: 0, segments: [], mac: '' },
    ];
    for (const manifest of forged)
      expect(() => checkManifest(queryKeys(3), manifest)).toThrow(ManifestRefused);
  });
});
