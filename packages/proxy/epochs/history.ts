/** What this machine has seen of a schema's content: its uploads with their records, by time. */
import { isDeepStrictEqual } from 'node:util';
import type { Difference, EpochStatement } from '@cloakroom/contract/epochs.ts';
import { liveRanges } from '@cloakroom/contract/liveRecords.ts';
import type { Manifest, RecordRange, SegmentEntry } from '@cloakroom/contract/segments.ts';
import { z } from 'zod';
import { epochOf, isLater } from './order.ts';

/** The most recently seen uploads of a schema that are stored. */
const maxUploads = 2_000;
/** Versions whose time is stored. */
const maxVersions = 200;
/** Missing uploads that are listed one by one. */
const maxListed = 100;

const time = z.string();
const Gap = z.object({
  missing: z.object({ uploads: z.number(), records: z.number(), returned: z.number() }),
  /** The missing uploads, the newest first. */
  uploads: z.array(z.object({ upload: z.string(), records: z.number(), seen: time })),
  /** When the newest content was seen, and the present content. */
  seen: time.nullable(),
  asOf: time.nullable(),
});
/** What one state of a schema lacks compared with another one. */
export type Gap = z.infer<typeof Gap>;

export const SeenContent = z.object({
  format: z.literal(1),
  epoch: z.number(),
  version: z.number(),
  /** When this version was seen first. */
  at: time,
  versions: z.array(z.object({ epoch: z.number(), version: z.number(), at: time })),
  /** By upload id. Deleted uploads stay with 0 records. */
  uploads: z.record(z.string(), z.object({ records: z.number(), at: time })),
  /** What the newest epoch lacks of the one before. */
  gap: Gap.optional(),
});
/** What was seen of one schema. */
export type SeenContent = z.infer<typeof SeenContent>;

export const noGap: Gap = {
  missing: { uploads: 0, records: 0, returned: 0 },
  uploads: [],
  seen: null,
  asOf: null,
};

/** The live records of some uploads. */
function recordsOf(live: readonly RecordRange[][], uploads: Iterable<string>): Map<string, number> {
  const counts = new Map(Array.from(uploads, (id) => [id, 0]));
  for (const ranges of live)
    for (const { upload, count } of ranges) {
      const records = counts.get(upload);
      if (records !== undefined) counts.set(upload, records + count);
    }
  return counts;
}

/** The uploads of the last live records in their order: as many as are stored. */
function lastUploads(live: readonly RecordRange[][]): string[] {
  const uploads = new Set<string>();
  for (const ranges of live.toReversed())
    for (let at = ranges.length - 1; at >= 0; at--) {
      if (uploads.size === maxUploads) break;
      uploads.add(ranges[at]!.upload);
    }
  return [...uploads].reverse();
}

/** Live records of the uploads that were seen before, and of the last ones. A schema may have a million of them. */
function countsOf(before: SeenContent | null, { segments }: Manifest): Map<string, number> {
  const live = segments.map(liveRanges);
  return recordsOf(live, [...Object.keys(before?.uploads ?? {}), ...lastUploads(live)]);
}

/** How many records of each upload a manifest has more, or fewer, than another one. Entries that both share are not looked into. */
function difference(before: Manifest, after: Manifest): Map<string, number> {
  const changes = new Map<string, number>();
  const add = (entries: Iterable<SegmentEntry>, sign: 1 | -1) => {
    for (const entry of entries)
      for (const { upload, count } of liveRanges(entry))
        changes.set(upload, (changes.get(upload) ?? 0) + sign * count);
  };
  const former = new Map(before.segments.map((entry) => [entry.id, entry]));
  const fresh = after.segments.filter((entry) => {
    const same = former.get(entry.id);
    if (!same || !hasSameRecords(same, entry)) return true;
    former.delete(entry.id);
    return false;
  });
  add(former.values(), -1);
  add(fresh, 1);
  return changes;
}

const hasSameRecords = (one: SegmentEntry, other: SegmentEntry) =>
  one === other || (one.ranges === other.ranges && isDeepStrictEqual(one.deleted, other.deleted));

/** Live records by upload, from those of an earlier manifest: only of uploads that were seen lately or have changed. */
function countsFrom(before: SeenContent, last: Manifest, manifest: Manifest): Map<string, number> {
  const counts = new Map(Object.entries(before.uploads).map(([id, { records }]) => [id, records]));
  for (const [id, change] of difference(last, manifest)) {
    const records = (counts.get(id) ?? 0) + change;
    if (counts.has(id) || records > 0) counts.set(id, records);
  }
  return counts;
}

const isSeen = ({ epoch, version }: SeenContent, manifest: Manifest) =>
  epoch === epochOf(manifest) && version === manifest.version;

/**
 * The seen content after a manifest; unchanged if the manifest is not a later one.
 * @param last - the manifest that `before` describes, if it is at hand: only what has changed since is counted then.
 */
export function withSeen(
  before: SeenContent | null,
  manifest: Manifest,
  now: string,
  last?: Manifest,
): SeenContent {
  const epoch = epochOf(manifest);
  const seen = before && { version: before.version, epoch: { number: before.epoch } };
  if (before && !isLater(manifest, seen)) return before;
  const counts =
    before && last && isSeen(before, last) ? countsFrom(before, last, manifest) : countsOf(before, manifest);
  const uploads = Object.entries(before?.uploads ?? {}).map(
    ([id, { at }]) => [id, { records: counts.get(id) ?? 0, at }] as const,
  );
  const known = new Set(uploads.map(([id]) => id));
  for (const [id, records] of counts) if (!known.has(id)) uploads.push([id, { records, at: now }]);
  const isRestored = before !== null && epoch > before.epoch;
  const gap = isRestored ? gapOf(before, manifest, manifest.epoch) : before?.gap;
  return {
    format: 1,
    epoch,
    version: manifest.version,
    at: now,
    versions: [...(before?.versions ?? []), { epoch, version: manifest.version, at: now }].slice(
      -maxVersions,
    ),
    uploads: Object.fromEntries(uploads.slice(-maxUploads)),
    ...(gap && { gap }),
  };
}

/**
 * The seen content that a manifest lacks.
 * @param statement - of the epoch that the manifest begins: its content dates from the base version.
 */
export function gapOf(seen: SeenContent | null, manifest: Manifest, statement?: EpochStatement): Gap {
  if (!seen) return noGap;
  const counts = recordsOf(manifest.segments.map(liveRanges), Object.keys(seen.uploads));
  const missing: Difference = { uploads: 0, records: 0, returned: 0 };
  const uploads: Gap['uploads'] = [];
  for (const [upload, { records, at }] of Object.entries(seen.uploads)) {
    const present = counts.get(upload) ?? 0;
    if (present > records) missing.returned += present - records;
    if (present >= records) continue;
    missing.uploads++;
    missing.records += records - present;
    uploads.push({ upload, records: records - present, seen: at });
  }
  uploads.sort((one, other) => (one.seen < other.seen ? 1 : -1));
  const version = statement ? statement.base.version : manifest.version;
  const epoch = statement ? seen.epoch : epochOf(manifest);
  const past = seen.versions.filter((one) => one.epoch === epoch && one.version <= version);
  const asOf = past.at(-1)?.at ?? null;
  return { missing, uploads: uploads.slice(0, maxListed), seen: seen.at, asOf };
}
