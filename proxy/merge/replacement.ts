/** Puts a merged segment where its inputs stood in a manifest. */
import type { SegmentEntry } from '#contract/segments.ts';
import { hasBit } from '../index/bits.ts';
import { ordinalOf, RecordFinder } from '../index/recordRanges.ts';
import { deletedBits, withDeleted } from '../index/tombstones.ts';

/**
 * The segments with `merged` in place of its inputs; null when one of those is gone, because somebody else merged it.
 * Records that were deleted since the merge began are deleted in the merged segment, too.
 */
export function withMerged(
  segments: readonly SegmentEntry[],
  inputs: readonly SegmentEntry[],
  merged: SegmentEntry,
): SegmentEntry[] | null {
  const from = segments.findIndex(({ id }) => id === inputs[0]?.id);
  if (from < 0) return null;
  const present = segments.slice(from, from + inputs.length);
  if (present.length < inputs.length || present.some(({ id }, i) => id !== inputs[i]!.id)) return null;
  const since = present.flatMap((entry, i) => deletedSince(inputs[i]!, entry, merged));
  const left = withDeleted(merged, since);
  return left && [...segments.slice(0, from), left, ...segments.slice(from + inputs.length)];
}

/** The merged ordinals of records that an entry's newer version has deleted and the older one has not. */
function deletedSince(before: SegmentEntry, now: SegmentEntry, merged: SegmentEntry): number[] {
  const [old, bits] = [deletedBits(before), deletedBits(now)];
  if (!bits) return [];
  const finder = new RecordFinder(now.ranges);
  const ordinals: number[] = [];
  for (let ordinal = 0; ordinal < now.records; ordinal++) {
    if (!hasBit(bits, ordinal) || (old && hasBit(old, ordinal))) continue;
    const place = ordinalOf(merged.ranges, finder.at(ordinal));
    if (place !== null) ordinals.push(place);
  }
  return ordinals;
}
