/** What a new manifest changes: segments, their parts, and the published records. Checks its parts on the way. */
import { isDeepStrictEqual } from 'node:util';
import {
  isValidDeletion,
  liveRanges,
  liveVersions,
  type LiveVersion,
} from '@cloakroom/contract/liveRecords.ts';
import type { ListedEntry } from '@cloakroom/contract/manifestParts.ts';
import type { RecordRange, SegmentEntry, SignedManifest } from '@cloakroom/contract/segments.ts';
import { PartRefused } from '@cloakroom/wire/manifestParts.ts';
import type { Queries } from '../../db/client.ts';
import { diffManifests } from './manifestDiff.ts';
import { MissingPart, ownParts, PartReader } from './manifestParts.ts';
import { recordsAt } from './publishedRecords.ts';
import { refusal, refuse } from './refusal.ts';
import type { SentParts } from './sentParts.ts';
import { sizeOf, spansOf, subtractSpans, type Spans } from './spans.ts';

/** What the next manifest changes. */
export type ManifestChange = {
  /** Entries that are new or differ from the present ones; with their ranges, unless these are in a part and the same as before. */
  changed: ListedEntry[];
  /** Ids of the segments that only one of the manifests names. */
  listed: string[];
  retired: string[];
  /** The records that are published from now on, and those that no longer are. */
  added: Spans;
  removed: Spans;
  /** New versions of records that only one of the manifests names. Those of segments that only lose records are not among them. */
  versions: { added: LiveVersion[]; removed: LiveVersion[] };
  /** Parts that only one of the manifests names. */
  parts: { listed: string[]; unlisted: string[] };
};

/**
 * Compares the next manifest with the present one.
 * @param sent - parts that came with it.
 * @throws {HttpProblem} 400 if a part is missing or is not what its name or its place says, or if an entry contradicts itself.
 */
export async function changeOf(
  transaction: Queries,
  present: SignedManifest,
  next: SignedManifest,
  sent: SentParts,
): Promise<ManifestChange> {
  const reader = new PartReader(transaction, sent.store, present.schema, sent.bytes);
  return refusingParts(() => compare(present, next, reader));
}

/** @throws {HttpProblem} 400 if a part is missing or is not what its place says. */
export async function refusingParts<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof MissingPart) throw refusal(`Part ${error.part} is not stored. Send it again.`);
    if (error instanceof PartRefused) throw refusal(error.message);
    throw error;
  }
}

async function compare(
  present: SignedManifest,
  next: SignedManifest,
  reader: PartReader,
): Promise<ManifestChange> {
  const diff = await diffManifests(present, next, reader, refuse);
  const entriesBefore = new Map(diff.removed.map((entry) => [entry.id, entry]));
  const entriesAfter = new Map(diff.added.map((entry) => [entry.id, entry]));
  if (entriesAfter.size < diff.added.length) throw refusal('It names a segment twice.');

  await reader.load([...diff.removed, ...diff.added].flatMap(ownParts));
  const allParts = (entries: readonly ListedEntry[]) =>
    entries.flatMap((entry) => [...ownParts(entry), ...reader.rangeParts(entry)]);
  const before = new Set([...diff.parts.before, ...allParts(diff.removed)]);
  const after = new Set([...diff.parts.after, ...allParts(diff.added)]);

  const pairs = diff.added.filter((entry) => hasSameRanges(entriesBefore.get(entry.id), entry));
  const isPaired = new Set(pairs.map(({ id }) => id));
  const isOther = ({ id }: ListedEntry) => !isPaired.has(id);
  const others = {
    before: await reader.complete(diff.removed.filter(isOther)),
    after: await reader.complete(diff.added.filter(isOther)),
  };
  others.after.forEach(checkEntry);
  const deletions = await deletionsOf(pairs, entriesBefore, reader);
  const { added, removed } = differenceOf(others.before, others.after, deletions);
  return {
    changed: [...others.after, ...pairs],
    listed: [...entriesAfter.keys()].filter((id) => !entriesBefore.has(id)),
    retired: [...entriesBefore.keys()].filter((id) => !entriesAfter.has(id)),
    added,
    removed,
    versions: versionDifference(others.before, others.after),
    parts: {
      listed: [...after].filter((part) => !before.has(part)),
      unlisted: [...before].filter((part) => !after.has(part)),
    },
  };
}

const hasSameRanges = (before: ListedEntry | undefined, after: ListedEntry): boolean =>
  before?.records === after.records && isDeepStrictEqual(recordsOf(before), recordsOf(after));

const recordsOf = ({ ranges, range_index, versions, versions_part }: ListedEntry) => [
  ranges,
  range_index,
  versions,
  versions_part,
];

/** Checks that the counts of an entry are right. */
function checkEntry(entry: SegmentEntry): void {
  if (entry.records !== countOf(entry.ranges))
    throw refusal(`Segment ${entry.id} has another number of records than its ranges.`);
  const ordinals = (entry.versions ?? []).map(([ordinal]) => ordinal);
  if (ordinals.some((ordinal, at) => ordinal >= entry.records || ordinal <= (ordinals[at - 1] ?? -1)))
    throw refusal(`The new versions of segment ${entry.id} are out of order, or not among its records.`);
  checkDeletion(entry);
}

function checkDeletion(entry: Pick<SegmentEntry, 'id' | 'records' | 'deleted'>): void {
  if (!isValidDeletion(entry))
    throw refusal(`The deleted records of segment ${entry.id} are out of order, or are all it has.`);
}

/** The records that are deleted from segments that stay. Reads only the parts that have them. */
async function deletionsOf(
  pairs: readonly ListedEntry[],
  before: ReadonlyMap<string, ListedEntry>,
  reader: PartReader,
): Promise<RecordRange[]> {
  const deletions: RecordRange[] = [];
  for (const entry of pairs) {
    const deleted = reader.deleted(entry);
    const stated = entry.deleted_part?.records ?? sumOf(deleted);
    if (stated !== sumOf(deleted))
      throw refusal(`The deleted records of segment ${entry.id} are others than it says.`);
    checkDeletion({ ...entry, ...(deleted.length > 0 && { deleted }) });
    const [former, now] = [ordinalsOf(reader.deleted(before.get(entry.id)!)), ordinalsOf(deleted)];
    if (subtractSpans(former, now).size > 0) throw refusal('It names records that are not stored.');
    const fresh = subtractSpans(now, former).get('') ?? [];
    deletions.push(...(await recordsAt(reader, entry, fresh)));
  }
  return deletions;
}

const sumOf = (ordinals: readonly (readonly [number, number])[]) =>
  ordinals.reduce((sum, [, count]) => sum + count, 0);

const ordinalsOf = (deleted: readonly (readonly [number, number])[]): Spans =>
  spansOf(deleted.map(([first, count]) => ({ upload: '', first, count })));

/** @throws {HttpProblem} 400 if the next entries name a record twice. */
function differenceOf(
  before: readonly SegmentEntry[],
  after: readonly SegmentEntry[],
  deletions: readonly RecordRange[],
): { added: Spans; removed: Spans } {
  // A merged segment has the records of those that it replaces, in their order: as many as a merge may have.
  const isMerge = areSameRecords(before, after);
  const [was, is] = isMerge ? [[], []] : [before.flatMap(liveRanges), after.flatMap(liveRanges)];
  const [spansBefore, spansAfter] = [spansOf([...was, ...deletions]), spansOf(is)];
  if (sizeOf(spansAfter) !== countOf(is)) throw refusal('It names a record twice.');
  return {
    added: subtractSpans(spansAfter, spansBefore),
    removed: subtractSpans(spansBefore, spansAfter),
  };
}

function versionDifference(before: readonly SegmentEntry[], after: readonly SegmentEntry[]) {
  const [was, is] = [before.flatMap(liveVersions), after.flatMap(liveVersions)];
  const [wasNamed, isNamed] = [new Set(was.map(versionName)), new Set(is.map(versionName))];
  return {
    added: is.filter((version) => !wasNamed.has(versionName(version))),
    removed: was.filter((version) => !isNamed.has(versionName(version))),
  };
}

const versionName = ({ id, upload, number }: LiveVersion) => `${id} ${upload} ${number}`;

/** Whether two lists of segments have the same live records in the same order. */
function areSameRecords(one: readonly SegmentEntry[], other: readonly SegmentEntry[]): boolean {
  const others = joinedRanges(other);
  for (const range of joinedRanges(one)) {
    const { value, done } = others.next();
    if (done || range.upload !== value.upload || range.first !== value.first || range.count !== value.count)
      return false;
  }
  return others.next().done === true;
}

/** Live ranges in order; those that continue each other are one. */
function* joinedRanges(entries: readonly SegmentEntry[]): Generator<RecordRange, undefined> {
  let last: RecordRange | null = null;
  for (const entry of entries)
    for (const range of liveRanges(entry)) {
      if (last?.upload === range.upload && last.first + last.count === range.first) {
        last = { ...range, first: last.first, count: last.count + range.count };
        continue;
      }
      if (last) yield last;
      last = range;
    }
  if (last) yield last;
}

const countOf = (ranges: readonly RecordRange[]) => ranges.reduce((sum, { count }) => sum + count, 0);
