/** Merges and deletes in memory the way the proxy does through the service. */
import { randomBytes } from 'node:crypto';
import { liveRanges } from '@cloakroom/contract/liveRecords.ts';
import type { SegmentEntry } from '@cloakroom/contract/segments.ts';
import { joinedRanges, ordinalOf } from '@cloakroom/sealed-index/recordRanges.ts';
import { withDeleted } from '@cloakroom/sealed-index/tombstones.ts';
import { chooseCompaction } from '@cloakroom/sealed-index/compaction/chooseCompaction.ts';
import { mergeSegments } from '@cloakroom/sealed-index/compaction/mergeSegments.ts';
import { withMerged } from '@cloakroom/sealed-index/compaction/replacement.ts';
import { entryOf, type World } from '../../../sealed-index/support/world.ts';

/** Deletes the rows that a test picks, in the index and in the plain rows. */
export function deleteRows(world: World, picked: (index: number) => boolean): void {
  const gone = world.rows.filter((_, index) => picked(index));
  world.segments.splice(
    0,
    Infinity,
    ...world.segments.flatMap((entry) => {
      const ordinals = gone.flatMap((row) => ordinalOf(entry.ranges, row) ?? []);
      return (
        withDeleted(
          entry,
          Array.from(ordinals, (ordinal) => [ordinal, 1]),
        ) ?? []
      );
    }),
  );
  world.rows.splice(0, Infinity, ...world.rows.filter((row) => !gone.includes(row)));
}

/** Merges these neighbouring segments. */
export async function mergeOnce(world: World, entries: SegmentEntry[]): Promise<SegmentEntry> {
  const { fields, queryKeys, store } = world;
  const { generation } = entries[0]!;
  const merged = await mergeSegments(
    { fields, queryKey: queryKeys(generation), entries, id: randomBytes(16) },
    store,
  );
  store.add(merged);
  return entryOf(merged, joinedRanges(entries.flatMap(liveRanges)), generation);
}

/** Merges as long as it is worth it; returns the number of merges. */
export async function mergeAll(
  world: World,
  onMerged: () => Promise<void> = async () => undefined,
): Promise<number> {
  let merges = 0;
  for (let chosen = chooseCompaction(world.segments); chosen; chosen = chooseCompaction(world.segments)) {
    const merged = await mergeOnce(world, chosen);
    world.segments.splice(0, Infinity, ...withMerged(world.segments, chosen, merged)!);
    merges++;
    await onMerged();
  }
  return merges;
}
