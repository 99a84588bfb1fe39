/** New versions of records: where a segment has them, and which record each is a version of. */
import type { NewVersion, SegmentEntry } from '@cloakroom/contract/segments.ts';

/**
 * The new versions of a segment that holds the live records of others, in their order.
 * @returns undefined if there are none.
 */
export function mergedVersions(entries: readonly SegmentEntry[]): NewVersion[] | undefined {
  const merged: NewVersion[] = [];
  let before = 0;
  for (const { records, versions = [], deleted = [] } of entries) {
    let [gap, gone] = [0, 0];
    for (const [ordinal, id] of versions) {
      for (; gap < deleted.length && deleted[gap]![0] + deleted[gap]![1] <= ordinal; gap++)
        gone += deleted[gap]![1];
      const isDeleted = gap < deleted.length && deleted[gap]![0] <= ordinal;
      if (!isDeleted) merged.push([before + ordinal - gone, id]);
    }
    before += records - deleted.reduce((sum, [, count]) => sum + count, 0);
  }
  return merged.length > 0 ? merged : undefined;
}

/** The new versions among the ordinals `first` to `first + count − 1`. */
export function versionsIn(
  { versions = [] }: Pick<SegmentEntry, 'versions'>,
  first: number,
  count: number,
): NewVersion[] {
  const from = indexOf(versions, first);
  return versions.slice(from, indexOf(versions, first + count, from));
}

/** The index of the first version with this ordinal or a greater one. */
function indexOf(versions: readonly NewVersion[], ordinal: number, from = 0): number {
  let [low, high] = [from, versions.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (versions[middle]![0] < ordinal) low = middle + 1;
    else high = middle;
  }
  return low;
}
