/** The matches of each segment: their number, and those on a page in upload order. */
import { fullBitmap, countBits, subtractBits, ordinalsIn } from './bits.ts';
import { earliestMatches, pageAddresses } from './earliest.ts';
import type { KeyRange } from './filters.ts';
import { matchesOf } from './matches.ts';
import type { OpenSegment } from './openSegment.ts';
import type { RecordPosition, PageWindow } from './ordered.ts';
import type { Ranges } from './ranges.ts';
import { ranksOf } from './ranks.ts';
import type { SegmentCache } from './segmentCache.ts';

/** The matches in one segment: their count, and the matches themselves if counting had to find them. */
export type Postings = {
  segment: OpenSegment;
  count: number;
  bits: Uint8Array | null;
  /** Deleted records that would match. */
  deletedMatches: number;
};

/**
 * The matches of each segment, counted. Fence pointers must be prepared.
 * @param window - the page that is read next.
 * @throws {IndexRefused}
 */
export async function postingsOf(
  segmentCache: SegmentCache,
  segments: readonly OpenSegment[],
  ranges: Ranges,
  window?: PageWindow,
): Promise<Postings[]> {
  const { length } = ranges.fields;
  if (length === 0) return segments.map((segment) => allRecordsOf(segmentCache, segment));
  if (length > 1) return matchedParts(segmentCache, segments, ranges);
  const rangeIn = (segment: OpenSegment) => ranges.in(segment)[0]!;
  // Ranks count deleted records too: if these can't be looked up, the matches of the segment are counted.
  const deletedCounts = new Map(
    segments.map((segment) => [segment, deletedMatchesIn(segmentCache, segment, rangeIn(segment))]),
  );
  const ranked = segments.filter((segment) => deletedCounts.get(segment) !== null);
  const prefetched = window ? pageAddresses(ranked, rangeIn, window) : [];
  const ranks = await ranksOf(segmentCache, ranked, rangeIn, prefetched);
  const counted = new Map(
    ranked.map((segment, i): [OpenSegment, Postings] => {
      const deleted = deletedCounts.get(segment) ?? 0;
      const count = ranks[i]!.to - ranks[i]!.from - deleted;
      return [segment, { segment, count, bits: null, deletedMatches: deleted }];
    }),
  );
  const others = segments.filter((segment) => !counted.has(segment));
  for (const part of await matchedParts(segmentCache, others, ranges)) counted.set(part.segment, part);
  return segments.flatMap((segment) => counted.get(segment) ?? []);
}

const matchedParts = async (
  segmentCache: SegmentCache,
  segments: readonly OpenSegment[],
  ranges: Ranges,
): Promise<Postings[]> =>
  (await matchesOf(segmentCache, segments, ranges.in)).map((matches) => ({ ...matches, deletedMatches: 0 }));

/** All records of a segment. */
function allRecordsOf(segmentCache: SegmentCache, segment: OpenSegment): Postings {
  const deleted = segmentCache.deleted(segment);
  if (!deleted) return { segment, count: segment.records, bits: null, deletedMatches: 0 };
  const bits = fullBitmap(segment.records);
  subtractBits(bits, deleted);
  return { segment, count: countBits(bits), bits, deletedMatches: 0 };
}

/** How many deleted records of a segment are in a range; null if they can't be looked up without reading the run. */
function deletedMatchesIn(
  segmentCache: SegmentCache,
  segment: OpenSegment,
  { field, low, high }: KeyRange,
): number | null {
  const deleted = segmentCache.deleted(segment);
  if (!deleted) return 0;
  const forwardIndex = segmentCache.forwardIndex(segment, field);
  if (!forwardIndex) return null;
  return ordinalsIn(deleted, 0, segment.records).filter((ordinal) => {
    const key = forwardIndex.keyOf(ordinal);
    return key >= low && key <= high;
  }).length;
}

/** The members of a page of these parts. Only segments with records of the page are read. @throws {IndexRefused} */
export async function pageOf(
  segmentCache: SegmentCache,
  parts: readonly Postings[],
  ranges: Ranges,
  window: PageWindow,
): Promise<RecordPosition[]> {
  const wanted: (Postings & { skip: number; take: number })[] = [];
  let [skip, remaining] = [window.offset, window.limit];
  for (const part of parts) {
    const take = Math.max(0, Math.min(remaining, part.count - skip));
    if (take > 0) wanted.push({ ...part, skip, take });
    skip = Math.max(0, skip - part.count);
    remaining -= take;
  }
  const unknown = wanted.filter(({ bits, count, segment }) => !bits && count < segment.records);
  const found = await earliestMatches(
    segmentCache,
    unknown.map(({ segment, deletedMatches, skip, take }) => ({
      segment,
      range: ranges.in(segment)[0]!,
      wanted: skip + take + deletedMatches,
    })),
  );
  const bitsOf = new Map(
    unknown.map(({ segment }, i) => {
      const deleted = segmentCache.deleted(segment);
      if (deleted) subtractBits(found[i]!, deleted);
      return [segment, found[i]!];
    }),
  );
  return wanted.flatMap(({ segment, bits, skip, take }) => {
    const known = bits ?? bitsOf.get(segment) ?? fullBitmap(segment.records);
    return ordinalsIn(known, skip, take).map((ordinal) => ({ segment, ordinal }));
  });
}
