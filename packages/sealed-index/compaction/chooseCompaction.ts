/** Which segments to merge next: neighbours of like size, so that upload order stays and no record is rewritten often. */
import { deletedCount, liveCount, totalLiveCount } from '@cloakroom/contract/liveRecords.ts';
import type { SegmentEntry } from '@cloakroom/contract/segments.ts';
import { segmentRecords } from '../format.ts';

/** How many segments become one; fewer where they half fill the largest that there may be. */
const fanIn = { min: 8, max: 16 };
/**
 * Records that a merged segment holds at most. Looking a value up costs a block of each segment, deleting a record makes
 * its whole segment more expensive: so half of all records, within what uploads are cut into and what a merge has memory for.
 */
const recordLimits = { share: 1 / 2, least: segmentRecords, greatest: 2 ** 20 };
/** Ranges of a merged segment: what a merge has memory for, and less than an entry may have. */
const maxRanges = 2 ** 18;
/** Segments are of like size within this factor. */
const tierStep = 8;
/** A merge pays when it makes a segment at least this many times as large as the largest that goes into it. */
const minGrowth = 1.5;
/** A segment with this many deleted records or ranges is rewritten by itself. */
const rewriteThreshold = { share: 1 / 8, pieces: 1_000 };

const tierOf = (entry: SegmentEntry) => Math.floor(Math.log(liveCount(entry)) / Math.log(tierStep));

/**
 * The neighbours to merge next, in their order; null if no merge is worth its cost.
 * @param isOpen - whether the key for searching is there that a generation of segments was sealed with.
 */
export function chooseCompaction(
  segments: readonly SegmentEntry[],
  isOpen: (generation: number) => boolean = () => true,
): SegmentEntry[] | null {
  const generations = new Set(segments.map(({ generation }) => generation));
  const open = new Set([...generations].filter(isOpen));
  const records = totalLiveCount(segments);
  const maxRecords = Math.min(
    recordLimits.greatest,
    Math.max(recordLimits.least, records * recordLimits.share),
  );
  const tiers = [...new Set(segments.map(tierOf))].sort((a, b) => a - b);
  for (const tier of tiers)
    for (const group of neighboursOf(segments, tier)) {
      if (!open.has(group[0]!.generation)) continue;
      const chosen = windowIn(group, maxRecords);
      if (chosen) return chosen;
    }
  const fragmented = segments.find(
    (entry) =>
      !entry.unreadable &&
      open.has(entry.generation) &&
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
    // What the index of a segment lacks is written in its entry, which a merge would not copy.
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

/** The first neighbours of a group that make a segment worth having, of so many records at most. */
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
    const enough = chosen.length >= fanIn.min || records >= maxRecords / 2;
    if (enough && records >= minGrowth * largest) return chosen;
  }
  return null;
}
