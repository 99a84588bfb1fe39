/** How records were sealed, as their schema's manifest says. */
import { liveRanges } from '@cloakroom/contract/liveRecords.ts';
import type { Manifest, SegmentEntry } from '@cloakroom/contract/segments.ts';
import { ordinalOf, type RecordReference } from '@cloakroom/sealed-index/recordRanges.ts';
import { placesIn, type RecordPlaces } from './search/recordPlaces.ts';

/** How a record was sealed: with which generation of keys, whether its set of fields is authenticated, whether in a group. */
export type Sealing = Pick<SegmentEntry, 'generation' | 'field_sets' | 'group_records'>;

/** The same with the place where the record is stored, and whether it was changed. */
export type LocatedSealing = Sealing & { place: RecordReference; isChanged: boolean };

/** How a record was sealed; undefined for an unknown record. */
export type SealingOf = (record: { id: string }) => LocatedSealing | undefined;

/** Segments with more ranges are searched one by one. */
const maxListedRanges = 64;

const lookups = new WeakMap<Manifest['segments'], SealingOf>();

/** Looks up in a manifest how records were sealed. */
export function sealingIn({ segments }: Manifest): SealingOf {
  const lookup = lookups.get(segments) ?? lookupIn(segments, placesIn({ segments }));
  lookups.set(segments, lookup);
  return lookup;
}

/** Returns whether a manifest's record is sealed in a group. Records of earlier versions are not. */
export function isInGroup(manifest: Manifest): (record: { id: string }) => boolean {
  if (manifest.segments.every(({ group_records }) => group_records)) return () => true;
  const sealingOf = sealingIn(manifest);
  return (record) => sealingOf(record)?.group_records !== undefined;
}

function lookupIn(segments: Manifest['segments'], places: RecordPlaces): SealingOf {
  const uploads = new Map<string, { first: number; end: number; segment: SegmentEntry }[]>();
  const large = segments.filter(({ ranges }) => ranges.length > maxListedRanges);
  for (const segment of segments) {
    if (segment.ranges.length > maxListedRanges) continue;
    for (const { upload, first, count } of liveRanges(segment)) {
      const range = { first, end: first + count, segment };
      const ranges = uploads.get(upload);
      if (ranges) ranges.push(range);
      else uploads.set(upload, [range]);
    }
  }
  return ({ id }) => {
    const place = places.placeOf(id);
    if (!place) return undefined;
    const ranges = uploads.get(place.upload);
    const found =
      ranges?.find(({ first, end }) => place.number >= first && place.number < end)?.segment ??
      large.find((segment) => hasLive(segment, place));
    if (!found) return undefined;
    const { generation, field_sets, group_records } = found;
    const isChanged = places.changedAt(place) !== undefined;
    return { generation, field_sets, group_records, place, isChanged };
  };
}

function hasLive({ ranges, deleted = [] }: SegmentEntry, record: RecordReference): boolean {
  const ordinal = ordinalOf(ranges, record);
  return ordinal !== null && !deleted.some(([first, count]) => ordinal >= first && ordinal < first + count);
}
