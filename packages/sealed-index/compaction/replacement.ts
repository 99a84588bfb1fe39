/** Replaces segments in a manifest by new ones. */
import type { SegmentEntry } from '@cloakroom/contract/segments.ts';
import { newlyDeleted, recordsAt, ordinalRangesOf } from '../ordinals.ts';
import { withDeleted } from '../tombstones.ts';

/**
 * The segments with `merged` in place of its inputs; null if one of them is gone, because another proxy merged it.
 * Records that were deleted since the merge began are deleted in the merged segment as well.
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
  const since = present.flatMap((entry, i) => recordsAt(entry.ranges, newlyDeleted(inputs[i]!, entry)));
  const remaining = withDeleted(merged, ordinalRangesOf(merged.ranges, since));
  return remaining && [...segments.slice(0, from), remaining, ...segments.slice(from + inputs.length)];
}

/**
 * The segments with `parts` in place of one; null if it is gone. Records that were deleted since are deleted in the parts
 * as well.
 */
export function withReplaced(
  segments: readonly SegmentEntry[],
  input: SegmentEntry,
  parts: readonly SegmentEntry[],
): SegmentEntry[] | null {
  const at = segments.findIndex(({ id }) => id === input.id);
  const present = segments[at];
  if (!present) return null;
  const since = recordsAt(present.ranges, newlyDeleted(input, present));
  const remaining = parts.flatMap((part) => withDeleted(part, ordinalRangesOf(part.ranges, since)) ?? []);
  return [...segments.slice(0, at), ...remaining, ...segments.slice(at + 1)];
}

/**
 * The segment that replaces another one in a manifest. Records that were deleted since are deleted in it as well.
 * @param input - the entry from which the new segment was made.
 * @param present - the same segment's entry now. It has live records.
 */
export function replacementOf(
  input: SegmentEntry,
  present: SegmentEntry,
  replacement: SegmentEntry,
): SegmentEntry {
  const since = recordsAt(present.ranges, newlyDeleted(input, present));
  const remaining = withDeleted(replacement, ordinalRangesOf(replacement.ranges, since));
  if (!remaining) throw new RangeError('A segment without live records has no replacement.');
  return remaining;
}
