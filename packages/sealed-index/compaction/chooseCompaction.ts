/** Which segments to merge next: neighbours of similar size, so that upload order is kept and no record is rewritten often. */
import { deletedCount, liveCount, totalLiveCount } from '@cloakroom/contract/liveRecords.ts';
import type { SegmentEntry } from '@cloakroom/contract/segments.ts';
import { segmentRecords } from '../format.ts';

/** How many segments become one; fewer if they half fill the largest allowed one. */
const fanIn = { min: 8, max: 16 };
/**
 * The largest number of records in a merged segment. A lookup costs a block of each segment, and deleting a record makes
 * its whole segment more expensive: so half of all records, between the size of an uploaded segment and what fits the memory of a merge.
 */
const recordLimits = { share: 1 / 2, min: segmentRecords, max: 2 ** 20 };
/** The largest number of ranges in a merged segment: limited by the memory of a merge, and less than an entry may have. */
const maxRanges = 2 ** 18;
/** Segments are of similar size within this factor. */
const tierStep = 8;
/** A merge is worth its cost if the result is at least this many times as large as its largest input. */
const minGrowth = 1.5;
/** A segment with this many deleted records or ranges is rewritten by itself. */
const rewriteThreshold = { share: 1 / 8, pieces: 1_000 };

const tierOf = (entry: SegmentEntry) => Math.floor(Math.log(liveCount(entry)) / Math.log(tierStep));

/**
 * The neighbours to merge next, in their order; null if no merge is worth its cost.
 * @param isOpen - whether the query key of a generation is available.
 */
export function chooseCompaction(
  segments: readonly SegmentEntry[],
  isOpen: (generation: number) => boolean = () => true,
): SegmentEntry[] | null {
  const generations = new Set(segments.map(({ generation }) => generation));
  const openGenerations = new Set([...generations].filter(isOpen));
  const records = totalLiveCount(segments);
  const maxRecords = Math.min(recordLimits.max, Math.max(recordLimits.min, records * recordLimits.share));
  const tiers = [...new Set(segments.map(tierOf))].sort((a, b) => a - b);
  for (const tier of tiers)
    for (const group of neighboursOf(segments, tier)) {
      if (!openGenerations.has(group[0]!.generation)) continue;
      const chosen = windowIn(group, maxRecords);
      if (chosen) return chosen;
    }
  const fragmented = segments.find(
    (entry) =>
      !entry.unreadable &&
      openGenerations.has(entry.generation) &&
      (deletedCount(entry) >= entry.records * rewriteThreshold.share ||
        (entry.deleted?.length ?? 0) >= rewriteThreshold.pieces),
  );
  return fragmented ? [fragmented] : null;
}

/** Neighbours of one key generation and format of records that are no larger than a tier. */
function neighboursOf(segments: readonly SegmentEntry[], tier: number): SegmentEntry[][] {
  const groups: SegmentEntry[][] = [];
  let last: SegmentEntry | null = null;
  for (const entry of segments) {
    // The entry of a segment says what its index lacks, which a merge would not copy.
    if (tierOf(entry) > tier || entry.unreadable) {
      last = null;
      continue;
    }
    const isAlike =
      last?.generation === entry.generation &&
      last.field_sets === entry.field_sets &&
      last.group_records === entry.group_records;
    if (isAlike) groups.at(-1)!.push(entry);
    else groups.push([entry]);
    last = entry;
  }
  return groups;
}

/** The first neighbours of a group that are worth merging, with at most `maxRecords` records. */
function windowIn(group: readonly SegmentEntry[], maxRecords: number): SegmentEntry[] | null {
  for (let from = 0; from < group.length; from++) {
    const chosen: SegmentEntry[] = [];
    let [records, ranges, largest] = [0, 0, 0];
    for (const entry of group.slice(from, from + fanIn.max)) {
      const size = liveCount(entry);
      const pieces = entry.ranges.length + (entry.deleted?.length ?? 0);
      if (records + size > maxRecords || ranges + pieces > maxRanges) break;
      [records, ranges, largest] = [records + size, ranges + pieces, Math.max(largest, size)];
      chosen.push(entry);
    }
    const isEnough = chosen.length >= fanIn.min || records >= maxRecords / 2;
    if (isEnough && records >= minGrowth * largest) return chosen;
  }
  return null;
}
