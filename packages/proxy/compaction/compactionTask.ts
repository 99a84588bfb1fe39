/** What an indexing thread is ordered to do, and what it answers. */
import type { SegmentEntry } from '@cloakroom/contract/segments.ts';
import type { Credentials } from '../credentials.ts';
import type { MergeSource } from '@cloakroom/sealed-index/compaction/mergeSegments.ts';
import type { RebuildSource } from '@cloakroom/sealed-index/compaction/rebuildSegment.ts';

/** Where the segments are, and as whom to ask for them. */
type Place = {
  /** The service's origin. */
  upstream: string;
  credentials: Credentials;
  schema: string;
};

/** Keys stay in memory: an order is never written anywhere. */
export type CompactionTask = Place & MergeSource;
/** The same for a segment whose index is damaged. */
export type RebuildTask = Place & RebuildSource;

/** The new segment, which is safe at the service and invisible yet; or why there is none. */
export type CompactionEvent = { merged: SegmentEntry } | { failed: string };
