/** Which packed records are sealed in groups, and how they are divided. */
import { describe, expect, test } from 'vitest';
import type { RecordRange, SegmentEntry } from '@cloakroom/contract/segments.ts';
import { chooseRegrouping, gapsIn } from '@cloakroom/sealed-index/compaction/chooseRegrouping.ts';
import { withReplaced } from '@cloakroom/sealed-index/compaction/replacement.ts';

const [one, other] = ['a'.repeat(24), 'b'.repeat(24)];
const range = (upload: string, first: number, count: number): RecordRange => ({ upload, first, count });
let made = 0;
const entryOf = (ranges: RecordRange[], more: Partial<SegmentEntry> = {}): SegmentEntry => ({
  id: String(made++).padStart(32, '0'),
  records: ranges.reduce((sum, { count }) => sum + count, 0),
  generation: 1,
  header_hash: '0'.repeat(64),
  ranges,
  field_sets: 1,
  ...more,
});
const all = () => true;
const spansIn = (...segments: SegmentEntry[]) =>
  chooseRegrouping(segments, all)?.spans.map(({ upload, first, count }) => [upload, first, count]) ?? null;

describe('the segment whose records are sealed in groups next', () => {
  test('is the first with packed records that may be sealed', () => {
    const grouped = entryOf([range(one, 0, 5)], { group_records: 32 });
    const closed = entryOf([range(other, 0, 5)], { generation: 2 });
    const damaged = entryOf([range('c'.repeat(24), 0, 5)], { unreadable: [[0, 1]] });
    const packed = entryOf([range('d'.repeat(24), 0, 5)]);
    const chosen = chooseRegrouping([grouped, closed, damaged, packed], ({ generation }) => generation === 1);
    expect(chosen?.entry).toBe(packed);
    expect(chooseRegrouping([grouped, closed, damaged], ({ generation }) => generation === 1)).toBeNull();
  });

  test('has no deleted records if nothing proves which values the others had', () => {
    const first = entryOf([range(one, 0, 5)], { field_sets: undefined, deleted: [[0, 1]] });
    const second = entryOf([range(other, 0, 5)], { field_sets: undefined });
    expect(chooseRegrouping([first, second], all)?.entry).toBe(second);
  });

  test('is divided by uploads, each from the beginning of a group', () => {
    expect(spansIn(entryOf([range(one, 40, 10), range(one, 70, 5), range(other, 3, 4)]))).toEqual([
      [one, 32, 43],
      [other, 0, 7],
    ]);
  });

  test('becomes segments of at most 65,536 records', () => {
    expect(spansIn(entryOf([range(one, 32, 100_000)]))).toEqual([
      [one, 32, 65_536],
      [one, 65_568, 34_464],
    ]);
  });

  test('has no part without live records', () => {
    const entry = entryOf([range(one, 0, 200_000)], { deleted: [[10, 131_100]] });
    expect(spansIn(entry)).toEqual([
      [one, 0, 65_536],
      [one, 131_072, 65_536],
      [one, 196_608, 3_392],
    ]);
  });

  test('shares no group with another segment', () => {
    const first = entryOf([range(one, 0, 40)]);
    expect(spansIn(first, entryOf([range(one, 40, 10)]))).toBeNull();
    expect(spansIn(first, entryOf([range(one, 63, 10)]))).toBeNull();
    expect(spansIn(first, entryOf([range(one, 64, 10)]))).toEqual([[one, 0, 40]]);
  });

  test('has the records of each upload in their order', () => {
    expect(spansIn(entryOf([range(one, 10, 5), range(other, 0, 5), range(one, 64, 5)]))).toBeNull();
    expect(spansIn(entryOf([range(one, 64, 5), range(one, 0, 5)]))).toBeNull();
  });
});

describe('the parts in place of a segment', () => {
  const entry = entryOf([range(one, 0, 70)], { deleted: [[5, 2]] });
  const [before, after] = [entryOf([range(other, 0, 3)]), entryOf([range('c'.repeat(24), 0, 3)])];
  const { spans } = chooseRegrouping([entry], all)!;
  const parts = spans.map((span) =>
    entryOf(
      [span].map(({ live: _, ...of }) => of),
      { deleted: gapsIn(span), group_records: 32 },
    ),
  );

  test('name its deleted records', () => {
    expect(spans.map(gapsIn)).toEqual([[[5, 2]]]);
    expect(withReplaced([before, entry, after], entry, parts)).toEqual([before, ...parts, after]);
  });

  test('name those that were deleted since as well', () => {
    const present = { ...entry, deleted: [...entry.deleted!, [30, 40]] as [number, number][] };
    expect(withReplaced([present], entry, parts)).toEqual([
      { ...parts[0]!, deleted: [[5, 2], [30, 40]] }, // prettier-ignore
    ]);
  });

  test('are null when it is gone', () => {
    expect(withReplaced([before, after], entry, parts)).toBeNull();
  });
});
