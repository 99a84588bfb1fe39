/** Chooses the next segment whose records, sealed one by one by an earlier version, are sealed in groups. */
import { liveRanges } from '@cloakroom/contract/liveRecords.ts';
import { recordsPerGroup, type RecordRange, type SegmentEntry } from '@cloakroom/contract/segments.ts';
import { segmentRecords } from '../format.ts';
import type { OrdinalRange } from '../ordinals.ts';

/** Records of one upload that become one segment: `first` to `first + count - 1`, those in `live` are not deleted. */
export type RegroupedSpan = RecordRange & { live: RecordRange[] };

export type Regrouping = { entry: SegmentEntry; spans: RegroupedSpan[] };

/** Whether the records of a segment are sealed one by one. */
export const isPacked = ({ group_records }: SegmentEntry): boolean => group_records === undefined;

/**
 * The first segment with records that are sealed one by one, and how they are divided; null if there is none. Segments whose
 * records share a group with those of another segment are left as they are, and so are segments without a proof of the values
 * that their remaining records had.
 * @param isOpen - whether the segment's records may be resealed: all keys are available, and no attempt has failed.
 */
export function chooseRegrouping(
  segments: readonly SegmentEntry[],
  isOpen: (entry: SegmentEntry) => boolean,
): Regrouping | null {
  for (const entry of segments) {
    if (!isPacked(entry) || entry.unreadable || !isOpen(entry)) continue;
    if (!entry.field_sets && entry.deleted) continue;
    const spans = spansOf(entry);
    if (spans && !isShared(entry, spans, segments)) return { entry, spans: spans.flatMap(inSegments) };
  }
  return null;
}

/** The records of each upload, from the beginning of a group; null if those of an upload don't follow each other. */
function spansOf(entry: SegmentEntry): RegroupedSpan[] | null {
  const spans: RegroupedSpan[] = [];
  const seen = new Set<string>();
  for (const range of liveRanges(entry)) {
    const { upload, first, count } = range;
    const last = spans.at(-1);
    if (last?.upload === upload && first >= last.first + last.count) {
      last.count = first + count - last.first;
      last.live.push(range);
      continue;
    }
    if (seen.has(upload)) return null;
    seen.add(upload);
    const start = first - (first % recordsPerGroup);
    spans.push({ upload, first: start, count: first + count - start, live: [range] });
  }
  return spans;
}

/** Whether another segment has records in one of the groups. */
function isShared(
  entry: SegmentEntry,
  spans: readonly RegroupedSpan[],
  segments: readonly SegmentEntry[],
): boolean {
  const byUpload = new Map(spans.map((span) => [span.upload, span]));
  return segments.some(
    (other) =>
      other.id !== entry.id &&
      other.ranges.some(({ upload, first, count }) => {
        const span = byUpload.get(upload);
        if (!span) return false;
        const end = Math.ceil((span.first + span.count) / recordsPerGroup) * recordsPerGroup;
        return first < end && first + count > span.first;
      }),
  );
}

/** Cuts a span into parts of one segment each. Parts without live records are left out. */
function inSegments({ upload, first, count, live }: RegroupedSpan): RegroupedSpan[] {
  const parts: RegroupedSpan[] = [];
  for (let from = first; from < first + count; from += segmentRecords) {
    const end = Math.min(first + count, from + segmentRecords);
    const within = live.flatMap((range) => {
      const [low, high] = [Math.max(from, range.first), Math.min(end, range.first + range.count)];
      return high > low ? [{ upload, first: low, count: high - low }] : [];
    });
    if (within.length > 0) parts.push({ upload, first: from, count: end - from, live: within });
  }
  return parts;
}

/** The ordinals of a span's deleted records. */
export function gapsIn({ first, count, live }: RegroupedSpan): OrdinalRange[] {
  const gaps: OrdinalRange[] = [];
  let at = first;
  for (const range of [...live, { first: first + count, count: 0 }]) {
    if (range.first > at) gaps.push([at - first, range.first - at]);
    at = range.first + range.count;
  }
  return gaps;
}
