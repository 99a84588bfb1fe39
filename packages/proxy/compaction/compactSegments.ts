/** Merges segments, rebuilds an index, or seals records in groups: reads from the service and stores the result there. The caller publishes the manifest. */
import type { Field } from '@cloakroom/contract/fields.ts';
import { liveRanges } from '@cloakroom/contract/liveRecords.ts';
import { itemLength, segmentHead } from '@cloakroom/wire/segmentBody.ts';
import {
  putSegment,
  readRecords,
  recordsPerGroup,
  type NewVersion,
  type RecordRange,
  type SegmentEntry,
} from '@cloakroom/contract/segments.ts';
import { ordinalRangesOf, recordsAt } from '@cloakroom/sealed-index/ordinals.ts';
import { joinedRanges, recordsIn } from '@cloakroom/sealed-index/recordRanges.ts';
import type { SealedSegment } from '@cloakroom/sealed-index/segment.ts';
import { mergedVersions } from '@cloakroom/sealed-index/versions.ts';
import { BlockCache } from '@cloakroom/sealed-index/blockCache.ts';
import type { RunLayout } from '@cloakroom/sealed-index/header.ts';
import { headerHash, SegmentCache } from '@cloakroom/sealed-index/segmentCache.ts';
import { blockStore } from '../search/blockStore.ts';
import { decodedGroup, readGroupBytes } from '../search/recordGroups.ts';
import type { Upstream } from '../upstream.ts';
import { mergeSegments, type MergeSource } from '@cloakroom/sealed-index/compaction/mergeSegments.ts';
import { gapsIn, type RegroupedSpan } from '@cloakroom/sealed-index/compaction/chooseRegrouping.ts';
import { rebuildSegment, type RebuildSource } from '@cloakroom/sealed-index/compaction/rebuildSegment.ts';
import {
  regroupRecords,
  requireAllValues,
  type Regrouped,
} from '@cloakroom/sealed-index/compaction/regroupRecords.ts';
import type { Credentials } from '../credentials.ts';

/** Where the segments are, and the credentials to read them. */
type SchemaLocation = {
  /** The service's origin. */
  upstream: string;
  credentials: Credentials;
  schema: string;
};

/** `fields` are those of the segments' generation of keys. Contains keys: a task is never written to a disk. */
export type CompactionTask = SchemaLocation & Omit<MergeSource, 'target'>;
/** The same for one segment whose index gets another definition. */
export type ConversionTask = SchemaLocation &
  Omit<MergeSource, 'entries' | 'target'> & { converted: SegmentEntry; target: readonly Field[] };
/** The same for a segment whose index is damaged. */
export type RebuildTask = SchemaLocation & RebuildSource;

/** The same for a segment whose records are sealed one by one; `ids` are those of the new segments, one for each span. */
export type RegroupTask = SchemaLocation &
  Omit<RebuildSource, 'id'> & { spans: RegroupedSpan[]; ids: Uint8Array[] };

/** The new segments, which are stored at the service and not yet in a manifest; or the reason of the failure. */
export type CompactionEvent = { stored: SegmentEntry[] } | { failed: string } | { unreadable: string };

/** A merged segment has no records of its own. */
const noUpload = new Uint8Array(12);

/**
 * Merges segments and stores the result, which is invisible until a manifest names it.
 * @throws {HttpProblem} the service's refusal; {@link IndexRefused}.
 */
export async function compactSegments(task: CompactionTask, upstream: Upstream): Promise<SegmentEntry> {
  const { credentials, schema, entries } = task;
  const merged = await mergeSegments(task, blockStore(upstream, credentials, schema));
  const ranges = joinedRanges(entries.flatMap(liveRanges));
  const contents = { ranges, versions: mergedVersions(entries) };
  return store(task, upstream, merged, contents, entries[0]!);
}

/**
 * Rebuilds a segment's index for another definition from the present index, and stores it. The result is invisible until a
 * manifest names it. Records with values missing from the index stay listed.
 * @throws as {@link compactSegments}.
 */
export async function convertSegment(task: ConversionTask, upstream: Upstream): Promise<SegmentEntry> {
  const { converted, ...source } = task;
  const stored = await compactSegments({ ...source, entries: [converted] }, upstream);
  const lost = recordsAt(converted.ranges, converted.unreadable ?? []);
  const unreadable = ordinalRangesOf(stored.ranges, lost);
  return unreadable.length === 0 ? stored : { ...stored, unreadable };
}

/**
 * Rebuilds a segment's index from its records and stores it. The result is invisible until a manifest names it.
 * @throws {HttpProblem} the service's refusal.
 */
export async function rebuildIndex(task: RebuildTask, upstream: Upstream): Promise<SegmentEntry> {
  const { credentials, schema, entry } = task;
  const source = { credentials, schema };
  const { segment, unreadable } = await rebuildSegment(task, {
    records: (records) =>
      upstream.call(readRecords, { credentials, body: { schema, records, partial: true } }),
    groups: async (groups) => {
      const found = await readGroupBytes(upstream, source, groups);
      return found.map((bytes) => bytes && decodedGroup(bytes, task.fields.length));
    },
  });
  const ranges = joinedRanges(liveRanges(entry));
  const contents = { ranges, versions: mergedVersions([entry]) };
  const stored = await store(task, upstream, segment, contents, entry);
  return unreadable.length === 0 ? stored : { ...stored, unreadable };
}

/**
 * Seals the records of a segment in groups and stores them in new segments, which are invisible until a manifest names them.
 * @throws {HttpProblem} the service's refusal. {@link UnreadableRecord}.
 */
export async function regroupSegment(task: RegroupTask, upstream: Upstream): Promise<SegmentEntry[]> {
  const { credentials, schema, entry, spans, ids } = task;
  const entries: SegmentEntry[] = [];
  const parts: Pick<Regrouped, 'values'>[] = [];
  for (const [at, span] of spans.entries()) {
    const { segment, groups, values } = await regroupRecords({ ...task, id: ids[at]!, span }, (records) =>
      upstream.call(readRecords, { credentials, body: { schema, records, partial: true } }),
    );
    parts.push({ values });
    const { upload, first, count } = span;
    const { header, labels, blocks } = segment;
    const id = Buffer.from(ids[at]!).toString('hex');
    const head = segmentHead({ header, labels, blocks, upload: Buffer.from(upload, 'hex'), first }, count);
    const items = groups.flatMap((group) => [itemLength(group), group]);
    const body = Buffer.concat([...head, ...items]);
    await upstream.call(putSegment, { credentials, params: { id }, query: { schema }, body });
    const deleted = gapsIn(span);
    entries.push({
      id,
      records: count,
      generation: entry.generation,
      header_hash: headerHash(header),
      ranges: [{ upload, first, count }],
      ...(deleted.length > 0 && { deleted }),
      group_records: recordsPerGroup,
    });
  }
  if (!entry.field_sets) requireAllValues({ fields: task.fields, runs: await runsOf(task, upstream) }, parts);
  return entries;
}

/** The runs of a packed segment's index. @throws {IndexRefused} if its header is not what was sealed. */
async function runsOf(
  {
    credentials,
    schema,
    fields,
    queryKey,
    entry,
  }: Pick<RegroupTask, 'credentials' | 'schema' | 'fields' | 'queryKey' | 'entry'>,
  upstream: Upstream,
): Promise<readonly RunLayout[]> {
  const store = blockStore(upstream, credentials, schema);
  const cache = new SegmentCache({ fields, queryKeys: () => queryKey, store, cache: new BlockCache(0) }, [
    entry,
  ]);
  const [segment] = await cache.open([entry]);
  return segment!.header.runs;
}

async function store(
  { credentials, schema }: Pick<CompactionTask, 'credentials' | 'schema'>,
  upstream: Upstream,
  { id: bytes, header, labels, blocks }: SealedSegment,
  { ranges, versions }: { ranges: RecordRange[]; versions: NewVersion[] | undefined },
  { generation, field_sets, group_records }: SegmentEntry,
): Promise<SegmentEntry> {
  const id = Buffer.from(bytes).toString('hex');
  const head = segmentHead({ header, labels, blocks, upload: noUpload, first: 0 }, 0);
  await upstream.call(putSegment, {
    credentials,
    params: { id },
    query: { schema },
    body: Buffer.concat(head),
  });
  const stored = { id, records: recordsIn(ranges), generation, header_hash: headerHash(header), ranges };
  return {
    ...stored,
    ...(versions && { versions }),
    ...(field_sets && { field_sets }),
    ...(group_records && { group_records }),
  };
}
