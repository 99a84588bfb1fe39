/** Converts between ranges of a segment's ordinals and ranges of records. */
import type { RecordRange, SegmentEntry } from '@cloakroom/contract/segments.ts';

/** Ordinals `first` to `first + count − 1`. */
export type OrdinalRange = [first: number, count: number];

/** Greater than every record number: numbers have 32 bits. */
const recordNumberLimit = 2 ** 32;

/** Every record that an upload may have. */
export const wholeUpload = (upload: string): RecordRange => ({ upload, first: 0, count: recordNumberLimit });

/** The ordinals that are deleted in `now` and not in `before`. Both are entries of one segment. */
export function newlyDeleted(before: SegmentEntry, now: SegmentEntry): OrdinalRange[] {
  const earlier = before.deleted ?? [];
  const added: OrdinalRange[] = [];
  let next = 0;
  for (const [first, count] of now.deleted ?? []) {
    const end = first + count;
    let at = first;
    while (next < earlier.length && earlier[next]![0] < end) {
      const [from, length] = earlier[next]!;
      if (from > at) added.push([at, from - at]);
      at = Math.max(at, from + length);
      if (from + length > end) break;
      next++;
    }
    if (at < end) added.push([at, end - at]);
  }
  return added;
}

/** The records at ascending ranges of ordinals. */
export function recordsAt(
  ranges: readonly RecordRange[],
  ordinalRanges: readonly OrdinalRange[],
): RecordRange[] {
  const found: RecordRange[] = [];
  let start = 0;
  let next = 0;
  for (const { upload, first, count } of ranges) {
    const end = start + count;
    while (next < ordinalRanges.length) {
      const [from, length] = ordinalRanges[next]!;
      const [low, high] = [Math.max(from, start), Math.min(from + length, end)];
      if (high > low) found.push({ upload, first: first + low - start, count: high - low });
      if (from + length > end) break;
      next++;
    }
    start = end;
  }
  return found;
}

/** The ascending ranges of ordinals at which a segment of these ranges holds some of the records. */
export function ordinalRangesOf(
  ranges: readonly RecordRange[],
  records: readonly RecordRange[],
): OrdinalRange[] {
  const wanted = byUpload(records);
  const found: OrdinalRange[] = [];
  let start = 0;
  for (const { upload, first, count } of ranges) {
    const list = wanted.get(upload) ?? [];
    for (let at = firstReaching(list, first); at < list.length && list[at]!.first < first + count; at++) {
      const low = Math.max(first, list[at]!.first);
      const high = Math.min(first + count, list[at]!.first + list[at]!.count);
      if (high > low) found.push([start + low - first, high - low]);
    }
    start += count;
  }
  return found;
}

function byUpload(records: readonly RecordRange[]): Map<string, RecordRange[]> {
  const lists = new Map<string, RecordRange[]>();
  for (const range of records) {
    const list = lists.get(range.upload);
    if (list) list.push(range);
    else lists.set(range.upload, [range]);
  }
  for (const list of lists.values()) list.sort((a, b) => a.first - b.first);
  return lists;
}

/** The index of the first range that ends after a number. Ranges ascend and don't overlap. */
function firstReaching(ranges: readonly RecordRange[], number: number): number {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const { first, count } = ranges[middle]!;
    if (first + count <= number) low = middle + 1;
    else high = middle;
  }
  return low;
}
