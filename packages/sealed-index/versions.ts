/** New versions of records: their ordinals in a segment, and the records of which they are versions. */
import type { NewVersion, SegmentEntry } from '@cloakroom/contract/segments.ts';

/**
 * The new versions of a segment that holds the live records of others, in their order.
 * @returns undefined if there are none.
 */
export function mergedVersions(entries: readonly SegmentEntry[]): NewVersion[] | undefined {
  const merged: NewVersion[] = [];
  let before = 0;
  for (const { records, versions = [], deleted = [] } of entries) {
    let [gap, deletedBefore] = [0, 0];
    for (const [ordinal, id] of versions) {
      for (; gap < deleted.length && deleted[gap]![0] + deleted[gap]![1] <= ordinal; gap++)
        deletedBefore += deleted[gap]![1];
      const isDeleted = gap < deleted.length && deleted[gap]![0] <= ordinal;
      if (!isDeleted) merged.push([before + ordinal - deletedBefore, id]);
    }
    before += records - deleted.reduce((sum, [, count]) => sum + count, 0);
  }
  return merged.length > 0 ? merged : undefined;
}
