/** The task of a compaction thread, and its result. */
import type { SegmentEntry } from '@cloakroom/contract/segments.ts';
import type { Credentials } from '../credentials.ts';
import type { MergeSource } from '@cloakroom/sealed-index/compaction/mergeSegments.ts';
import type { RebuildSource } from '@cloakroom/sealed-index/compaction/rebuildSegment.ts';

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
