/** Which segments are merged: neighbours of similar size, until there are few, without rewriting records repeatedly. */
import { describe, expect, test } from 'vitest';
import type { SegmentEntry } from '@cloakroom/contract/segments.ts';
import { chooseCompaction } from '@cloakroom/sealed-index/compaction/chooseCompaction.ts';

let made = 0;
const entry = (records: number, more: Partial<SegmentEntry> = {}): SegmentEntry => ({
  id: String(made++),
  records,
  generation: 1,
  header_hash: '',
  ranges: [{ upload: '', first: 0, count: records }],
  ...more,
});
const entries = (...sizes: number[]) => sizes.map((size) => entry(size));
const times = (count: number, size: number) => Array<number>(count).fill(size);

/** Merges until nothing is worth it; counts the records written on the way. */
function settled(segments: SegmentEntry[]): { segments: SegmentEntry[]; written: number } {
  let written = 0;
  let present = segments;
  for (let chosen = chooseCompaction(present); chosen; chosen = chooseCompaction(present)) {
    const from = present.indexOf(chosen[0]!);
    expect(present.slice(from, from + chosen.length)).toEqual(chosen);
    const records = chosen.reduce((sum, one) => sum + one.records, 0);
    expect(records).toBeLessThanOrEqual(2 ** 20);
    written += records;
    present = [...present.slice(0, from), entry(records), ...present.slice(from + chosen.length)];
  }
  return { segments: present, written };
}

test('few segments are left alone', () => {
  expect(chooseCompaction([])).toBeNull();
  expect(chooseCompaction(entries(...times(7, 100)))).toBeNull();
});

test('eight to sixteen neighbours of similar size become one', () => {
  expect(chooseCompaction(entries(...times(8, 100)))).toHaveLength(8);
  expect(chooseCompaction(entries(...times(40, 100)))).toHaveLength(16);
  const among = entries(500_000, ...times(9, 20), 500_000);
  expect(chooseCompaction(among)).toEqual(among.slice(1, 10));
});

test('a merged segment holds at most half of all records, and no more than fits into the memory of a merge', () => {
  const sizes = (count: number) =>
    settled(entries(...times(count, 2 ** 16))).segments.map(({ records }) => records);
  expect(sizes(16)).toEqual(times(2, 2 ** 19));
  expect(sizes(64)).toEqual(times(4, 2 ** 20));
});

test('a large segment is not rewritten for some tiny ones', () => {
  expect(chooseCompaction(entries(500_000, ...times(7, 20)))).toBeNull();
});

test.each<[what: string, format: Partial<SegmentEntry>]>([
  ['packed records with field-set tags', { field_sets: 1 }],
  ['groups of records', { group_records: 32 }],
])('segments with %s are not merged with those without', (_, format) => {
  const old = times(6, 100).map((size) => entry(size));
  const other = times(6, 100).map((size) => entry(size, format));
  expect(chooseCompaction([...old, ...other])).toBeNull();
  const more = times(2, 100).map((size) => entry(size, format));
  expect(chooseCompaction([...old, ...other, ...more])).toHaveLength(8);
});

test('a segment with many deleted records is rewritten by itself', () => {
  const worn = entry(800, { deleted: [[0, 100]] });
  expect(chooseCompaction([entry(100), worn, entry(90)])).toEqual([worn]);
  expect(chooseCompaction([entry(800, { deleted: [[0, 99]] })])).toBeNull();
});

describe('a thousand uploads', () => {
  test.each([
    ['of 100 records', times(1000, 100)],
    ['of all sizes', Array.from({ length: 1000 }, (_, i) => 1 + ((i * 7919) % 5000))],
    ['of which each tenth is large', Array.from({ length: 1000 }, (_, i) => (i % 10 === 0 ? 60_000 : 100))],
  ])('%s end in few segments, each record written a few times', (_, sizes) => {
    const total = sizes.reduce((a, b) => a + b, 0);
    const { segments, written } = settled(entries(...sizes));
    expect(segments.length).toBeLessThan(24 + (2 * total) / 2 ** 20);
    expect(written / total).toBeLessThan(7);
  });

  test('that come one after the other also become few segments', () => {
    let present: SegmentEntry[] = [];
    let written = 0;
    let maxSegments = 0;
    for (let i = 0; i < 1000; i++) {
      const after = settled([...present, entry(100)]);
      present = after.segments;
      written += after.written;
      maxSegments = Math.max(maxSegments, present.length);
    }
    expect(maxSegments).toBeLessThan(32);
    expect(written / 100_000).toBeLessThan(8);
  });
});
