/** Blocks, fence pointers, ranges and headers are read as they were written. */
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blockBytes } from '@cloakroom/contract/segments.ts';
import {
  fullBitmap,
  countBits,
  subtractBits,
  hasBit,
  intersectBits,
  ordinalsIn,
  emptyBitmap,
} from '@cloakroom/sealed-index/bits.ts';
import { ExactSum } from '@cloakroom/sealed-index/exactSum.ts';
import {
  decodeFencePointers,
  decodeSums,
  decodeTextFencePointers,
  encodeFencePointers,
  encodeSums,
  encodeTextFencePointers,
  noOrdinal,
} from '@cloakroom/sealed-index/fencePointers.ts';
import { keyLimit, ordinalBytes, plainBytes } from '@cloakroom/sealed-index/format.ts';
import { blockEntriesOf, Groups } from '@cloakroom/sealed-index/groups.ts';
import { headerBytes, openHeader, type RunSummary, sealHeader } from '@cloakroom/sealed-index/header.ts';
import { paddedBlocks } from '@cloakroom/sealed-index/segment.ts';
import { segmentKeys } from '@cloakroom/sealed-index/sealing.ts';
import { type SortedRun, sortedRun } from '@cloakroom/sealed-index/sortedRun.ts';
import { VarintReader, VarintWriter } from '@cloakroom/sealed-index/varint.ts';
import { writeRun } from '@cloakroom/sealed-index/writeRun.ts';

const key = fc.oneof(
  fc.maxSafeNat(),
  fc.nat(300),
  fc.constantFrom(0, 1, 31, 32, 127, 128, 4095, 4096, 2 ** 32 - 1, 2 ** 32, 2 ** 45, keyLimit - 1),
);

/** Writes a run, reads its blocks back, and compares both for every way a block can be read. */
function survives(run: SortedRun, records: number): Buffer[] {
  const width = ordinalBytes(records);
  const blocks: Buffer[] = [];
  const fence = writeRun(run, width, blocks);
  expect(blocks.every(({ length }) => length === plainBytes)).toBe(true);

  const read = blocks.map((plain) => {
    const { keys, ordinals, count } = blockEntriesOf(plain, width);
    return { keys: [...keys.subarray(0, count)], ordinals: [...ordinals.subarray(0, count)] };
  });
  expect(read.flatMap(({ keys }) => keys)).toEqual([...run.keys]);
  expect(read.flatMap(({ ordinals }) => ordinals)).toEqual([...run.ordinals]);

  const marked = emptyBitmap(records);
  for (const plain of blocks) {
    const groups = new Groups(plain, width);
    while (groups.next()) groups.setBits(marked);
  }
  expect(ordinalsIn(marked, 0, records)).toEqual([...run.ordinals].sort((a, b) => a - b));

  const open = decodeFencePointers(encodeFencePointers(fence), blocks.length);
  const sums = decodeSums(encodeSums(fence), open);
  const parted = decodeTextFencePointers(encodeTextFencePointers(fence), blocks.length);
  let [rank, sum] = [0, 0n];
  read.forEach(({ keys, ordinals }, block) => {
    expect([open.first[block], open.rank[block], sums[block]]).toEqual([keys[0], rank, sum]);
    const [least, second = noOrdinal] = [...ordinals].sort((a, b) => a - b);
    expect([open.least[block], open.second[block]]).toEqual([least, second]);
    const before = read[block - 1]?.keys.at(-1) ?? -1;
    expect(parted.first[block]).toBeLessThanOrEqual(keys[0]!);
    if (before < keys[0]!) expect(parted.first[block]).toBeGreaterThan(before);
    else expect(parted.first[block]).toBe(before);
    expect(parted.rank[block]).toBe(rank);
    rank += keys.length;
    sum += keys.reduce((total, one) => total + BigInt(one), 0n);
  });
  expect([open.rank[blocks.length], sums[blocks.length]]).toEqual([rank, sum]);
  expect(parted.rank[blocks.length]).toBe(rank);
  return blocks;
}

/** A run with one key at every ordinal that `has` admits. */
function oneGroup(records: number, has: (ordinal: number) => boolean, value = 7): SortedRun {
  return sortedRun(Float64Array.from({ length: records }, (_, ordinal) => (has(ordinal) ? value : NaN)));
}

describe('a run is read back from its blocks with every entry', () => {
  test('of any columns, absent values included', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(key, fc.constant(NaN)), { maxLength: 1500 }), (column) => {
        survives(sortedRun(Float64Array.from(column)), Math.max(1, column.length));
      }),
    );
  });

  test('of few keys in many records, where lists and bitmaps meet', () => {
    const shape = fc.record({
      keys: fc.integer({ min: 1, max: 12 }),
      records: fc.integer({ min: 1, max: 5000 }),
    });
    fc.assert(
      fc.property(shape, fc.infiniteStream(fc.nat()), ({ keys, records }, random) => {
        const column = Float64Array.from({ length: records }, () => {
          const at = random.next().value as number;
          return at % 11 === 0 ? NaN : (at % keys) ** 9;
        });
        survives(sortedRun(column), records);
      }),
      { numRuns: 60 },
    );
  });

  test.each([1, 2, 23, 24, 25, 26, 127, 128, 129])('of a group of %i, packed and sparse', (size) => {
    for (const step of [1, 7, 8, 9, 300])
      survives(
        oneGroup(40_000, (ordinal) => ordinal % step === 0 && ordinal / step < size),
        40_000,
      );
  });

  test.each([256, 257, 65_536, 65_537, 300_000])('in a segment of %i records', (records) => {
    survives(
      oneGroup(records, (ordinal) => ordinal % 97 === 0 || ordinal > records - 40),
      records,
    );
    survives(
      oneGroup(records, (ordinal) => ordinal === 0 || ordinal === records - 1),
      records,
    );
  });

  test('of 65,536 equal values, in nine blocks or fewer', () => {
    expect(
      survives(
        oneGroup(65_536, () => true),
        65_536,
      ).length,
    ).toBeLessThanOrEqual(9);
  });

  test('of a sparse group that spans several blocks, between two others', () => {
    const column = Float64Array.from({ length: 65_536 }, (_, ordinal) =>
      ordinal % 10 === 0 ? 5 : ordinal === 1 ? 4 : ordinal === 2 ? keyLimit - 1 : NaN,
    );
    expect(survives(sortedRun(column), 65_536).length).toBeGreaterThan(4);
  });

  test('of the greatest keys, whose sums exceed doubles', () => {
    survives(
      oneGroup(5000, () => true, keyLimit - 1),
      5000,
    );
    const column = Float64Array.from({ length: 5000 }, (_, i) => (i % 2 === 0 ? i : keyLimit - 1 - i));
    survives(sortedRun(column), 5000);
  });
});

describe('sorting', () => {
  test('is by key, then ordinal, and omits absent values', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(key, fc.constant(NaN))), (column) => {
        const entries = column
          .map((value, ordinal) => ({ value, ordinal }))
          .filter(({ value }) => value >= 0);
        entries.sort((a, b) => a.value - b.value || a.ordinal - b.ordinal);
        const run = sortedRun(Float64Array.from(column));
        expect([...run.keys]).toEqual(entries.map(({ value }) => value));
        expect([...run.ordinals]).toEqual(entries.map(({ ordinal }) => ordinal));
      }),
    );
  });
});

describe('numbers', () => {
  test('survive as varints up to 2^53 and beyond it as BigInt', () => {
    const parts = fc.array(fc.oneof(key, fc.bigInt({ min: 0n, max: 2n ** 80n })), { maxLength: 300 });
    fc.assert(
      fc.property(parts, (numbers) => {
        const writer = new VarintWriter();
        for (const one of numbers)
          if (typeof one === 'bigint') writer.bigint(one);
          else writer.number(one);
        const reader = new VarintReader(writer.done());
        for (const one of numbers)
          expect(typeof one === 'bigint' ? reader.bigint() : reader.number()).toBe(one);
      }),
    );
  });

  test('are summed exactly, however large', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(key, fc.integer({ min: 1, max: 8000 }))), (terms) => {
        const sum = new ExactSum();
        for (const [value, times] of terms) sum.add(value, times);
        expect(sum.total).toBe(
          terms.reduce((total, [value, times]) => total + BigInt(value) * BigInt(times), 0n),
        );
      }),
    );
  });
});

describe('sets of bits', () => {
  test('intersect, subtract, count and page as sets of numbers do', () => {
    const set = fc.uniqueArray(fc.nat(499), { maxLength: 400 });
    fc.assert(
      fc.property(set, set, fc.nat(500), fc.nat(100), (a, b, skip, take) => {
        const bitsOf = (members: number[]) => {
          const bits = emptyBitmap(500);
          for (const ordinal of members) bits[ordinal >> 3]! |= 1 << (ordinal & 7);
          return bits;
        };
        const both = bitsOf(a);
        intersectBits(both, bitsOf(b));
        const onlyA = bitsOf(a);
        subtractBits(onlyA, bitsOf(b));
        const expected = a.filter((one) => b.includes(one)).sort((x, y) => x - y);
        expect(countBits(both)).toBe(expected.length);
        expect(ordinalsIn(both, skip, take)).toEqual(expected.slice(skip, skip + take));
        expect(expected.every((ordinal) => hasBit(both, ordinal))).toBe(true);
        expect(countBits(onlyA)).toBe(a.length - expected.length);
      }),
    );
  });

  test.each([1, 7, 8, 31, 32, 33, 500])('hold all of %i records and no more', (records) => {
    expect(ordinalsIn(fullBitmap(records), 0, 1000)).toEqual([...Array(records).keys()]);
  });
});

describe('the metadata of a segment survives', () => {
  test('as a sealed header, whose size depends on the number of fields alone', () => {
    const keys = segmentKeys(randomBytes(32), randomBytes(16));
    const run: fc.Arbitrary<RunSummary> = fc.record({
      blocks: fc.nat(40_000),
      entries: fc.nat(2 ** 24),
      prefixBlocks: fc.nat(2 ** 20),
      fenceBytes: fc.nat(2 ** 22),
      sumsBytes: fc.nat(2 ** 22),
      least: key,
      greatest: key,
    });
    fc.assert(
      fc.property(
        fc.array(run, { minLength: 1, maxLength: 200 }),
        fc.nat(2 ** 24),
        key,
        (runs, records, bytes) => {
          const sealed = sealHeader(keys, records, bytes, runs);
          expect(sealed.length).toBe(headerBytes(runs.length));
          expect(sealed.length % 256).toBe(0);
          const header = openHeader(keys, sealed, runs.length);
          expect(header).toMatchObject({ records, rangesBytes: bytes, runs });
          expect(header.directory).toBe(
            runs.reduce((sum, { blocks, prefixBlocks }) => sum + blocks + prefixBlocks, 0),
          );
        },
      ),
    );
  });
});

describe('padding', () => {
  test('rounds up to a step of the ladder 1.25^k: never fewer blocks, never more than a quarter more', () => {
    const steps = new Set<number>();
    for (let blocks = 1; blocks <= 5000; blocks++) {
      const padded = paddedBlocks(blocks);
      steps.add(padded);
      expect(padded).toBeGreaterThanOrEqual(blocks);
      expect(padded).toBeLessThanOrEqual(Math.ceil(blocks * 1.25));
    }
    expect(steps.size).toBeLessThan(40);
    expect(blockBytes).toBe(1024);
  });
});
