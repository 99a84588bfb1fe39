/** What a copy of the store reveals: blocks of one size, and no repetition. */
import { describe, expect, test } from 'vitest';
import type { Field } from '@cloakroom/contract/fields.ts';
import { blockBytes, labelBytes } from '@cloakroom/contract/segments.ts';
import { paddedBlocks } from '@cloakroom/sealed-index/segment.ts';
import { fields, rowAt } from './support/queries.ts';
import { makeWorld, type Row, sealRows, type World } from './support/world.ts';

const chunkBytes = 16;
const pieces = (bytes: Buffer, size: number) =>
  Array.from({ length: bytes.length / size }, (_, i) => bytes.toString('latin1', i * size, (i + 1) * size));

function expectNothingTwice({ sealed }: World): void {
  const labels = sealed.flatMap((segment) => pieces(segment.labels, labelBytes));
  const blocks = sealed.flatMap((segment) => pieces(segment.blocks, blockBytes));
  const chunks = sealed.flatMap((segment) => [
    ...pieces(segment.blocks, chunkBytes),
    ...pieces(segment.header, chunkBytes),
  ]);
  for (const parts of [labels, blocks, chunks]) expect(new Set(parts).size).toBe(parts.length);
}

const twins: Field[] = ['a', 'b', 'c'].map((name) => ({ name, type: 'string', required: true }));
const same: Row = { a: 'same', b: 'same', c: 'same' };

describe('sealed segments are flat', () => {
  test('when all columns of all records are equal', () => {
    expectNothingTwice(makeWorld(twins, [20_000, 20_000, 1, 1], () => same));
  });

  test('when two uploads hold the same varied rows', () => {
    expectNothingTwice(makeWorld(fields, [4000, 4000], (index) => rowAt(index % 4000)));
  });

  test('with blocks of one size in the order of their labels, padded to the ladder', () => {
    for (const { labels, blocks } of makeWorld(fields, [1, 100, 5000], rowAt).sealed) {
      const names = pieces(labels, labelBytes);
      expect(blocks.length).toBe(names.length * blockBytes);
      expect(names).toEqual([...names].sort());
      expect(paddedBlocks(names.length)).toBe(names.length);
    }
  });

  test('sealing the same rows again, even under the same id, changes every block and header', () => {
    const { queryKey, sealed, segments, rows } = makeWorld(twins, [500], () => same);
    const plain = rows.map(({ row }) => row);
    const again = sealRows(twins, queryKey, plain, segments[0]!.ranges, sealed[0]!.id);
    const before = new Set(pieces(sealed[0]!.blocks, chunkBytes));
    expect(pieces(again.blocks, chunkBytes).filter((chunk) => before.has(chunk))).toEqual([]);
    expect(again.header.equals(sealed[0]!.header)).toBe(false);
  });

  test('a header for one record is as long as for thousands', () => {
    const [one, many] = makeWorld(fields, [1, 5000], rowAt).sealed;
    expect(one!.header.length).toBe(many!.header.length);
  });

  test('no string of a row appears in what is stored', () => {
    const { sealed } = makeWorld(fields, [3000], rowAt);
    const stored = Buffer.concat(sealed.flatMap(({ header, labels, blocks }) => [header, labels, blocks]));
    for (const text of ['person', 'Oslo', 'Zürich', 'same']) expect(stored.includes(text)).toBe(false);
  });
});

describe('a search requests', () => {
  test('labels in ascending order, once each, in one round trip per stage', async () => {
    const world = makeWorld(fields, [3000, 2000, 500, 40], rowAt);
    const reader = world.reader();
    const { blockRequests: asked } = world.store;
    const range = { label: 'cost', operator: 'between' as const, value: '-50', value2: '50' };

    await reader.count([range]);
    expect(asked.length).toBe(2);
    await reader.count([{ ...range, value: '-20' }]);
    expect(asked.length).toBeLessThanOrEqual(3);
    await reader.page([range, { label: 'city', value: 'Oslo' }], { offset: 0, limit: 50 });
    for (const requests of asked)
      for (const { labels } of requests) {
        const names = pieces(Buffer.from(labels), labelBytes);
        expect(names).toEqual([...new Set(names)].sort());
      }

    const trips = asked.length;
    await reader.page([range, { label: 'city', value: 'Oslo' }], { offset: 100, limit: 50 });
    expect(asked.length).toBe(trips);
  });

  test('at most two blocks per segment for a count, a sum or an extreme of any range', async () => {
    const world = makeWorld(fields, [20_000, 20_000], rowAt);
    const reader = world.reader();
    const filters = [{ label: 'wide', operator: 'between' as const, value: '-3e15', value2: '2e15' }];
    await reader.aggregate('wide', []);
    const before = world.store.blockRequests.length;
    await reader.aggregate('wide', filters);
    expect(world.store.blockRequests.length).toBe(before + 1);
    for (const { labels } of world.store.blockRequests[before]!)
      expect(labels.length / labelBytes).toBeLessThanOrEqual(2);
  });

  test('hardly more for a deep page in order than for the first', async () => {
    const world = makeWorld(fields, [20_000, 20_000], rowAt);
    const order = { label: 'wide', descending: true };
    const blocksFor = async (offset: number) => {
      const reader = world.reader();
      await reader.aggregate('wide', []);
      const before = world.store.blockRequests.length;
      await reader.page([], { offset, limit: 50, order });
      return world.store.blockRequests
        .slice(before)
        .flat()
        .reduce((sum, { labels }) => sum + labels.length / labelBytes, 0);
    };
    expect(await blocksFor(37_777)).toBeLessThanOrEqual((await blocksFor(0)) + 6);
  });
});
