/** Merges segments or rebuilds an index: reads from the service and stores the result there. The caller publishes the manifest. */
import { liveRanges } from '@cloakroom/contract/liveRecords.ts';
import { segmentHead } from '@cloakroom/wire/segmentBody.ts';
import {
  putSegment,
  readRecords,
  type RecordRange,
  type SegmentEntry,
} from '@cloakroom/contract/segments.ts';
import { joinedRanges, recordsIn } from '@cloakroom/sealed-index/recordRanges.ts';
import type { SealedSegment } from '@cloakroom/sealed-index/segment.ts';
import { headerHash } from '@cloakroom/sealed-index/segmentCache.ts';
import { blockStore } from '../search/blockStore.ts';
import type { Upstream } from '../upstream.ts';
import { mergeSegments, type MergeSource } from '@cloakroom/sealed-index/compaction/mergeSegments.ts';
import { rebuildSegment, type RebuildSource } from '@cloakroom/sealed-index/compaction/rebuildSegment.ts';
import type { Credentials } from '../credentials.ts';

/** Where the segments are, and the credentials to read them. */
type SchemaLocation = {
  /** The service's origin. */
  upstream: string;
  credentials: Credentials;
  schema: string;
};

/** Contains keys: a task is never written to a disk. */
export type CompactionTask = SchemaLocation & MergeSource;
/** The same for a segment whose index is damaged. */
export type RebuildTask = SchemaLocation & RebuildSource;

/** The new segment, which is stored at the service and not yet in a manifest; or the reason of the failure. */
export type CompactionEvent = { merged: SegmentEntry } | { failed: string };

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
  return store(task, upstream, merged, ranges, entries[0]!);
}

/**
 * Rebuilds a segment's index from its records and stores it. The result is invisible until a manifest names it.
 * @throws {HttpProblem} the service's refusal.
 */
export async function rebuildIndex(task: RebuildTask, upstream: Upstream): Promise<SegmentEntry> {
  const { credentials, schema, entry } = task;
  const { segment, unreadable } = await rebuildSegment(task, (records) =>
    upstream.call(readRecords, { credentials, body: { schema, records, partial: true } }),
  );
  const ranges = joinedRanges(liveRanges(entry));
  const stored = await store(task, upstream, segment, ranges, entry);
  return unreadable.length === 0 ? stored : { ...stored, unreadable };
}

async function store(
  { credentials, schema }: Pick<CompactionTask, 'credentials' | 'schema'>,
  upstream: Upstream,
  { id: bytes, header, labels, blocks }: SealedSegment,
  ranges: RecordRange[],
  { generation, field_sets }: SegmentEntry,
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
  return field_sets ? { ...stored, field_sets } : stored;
}
