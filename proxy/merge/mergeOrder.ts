/** What an indexing thread is ordered to do, and what it answers. */
import type { SegmentEntry } from '#contract/segments.ts';
import type { Credentials } from '../credentials.ts';
import type { MergeSource } from './mergeSegments.ts';
import type { RebuildSource } from './rebuildSegment.ts';

/** Where the segments are, and as whom to ask for them. */
type Place = {
  /** The service's origin. */
  upstream: string;
  credentials: Credentials;
  schema: string;
};

/** Keys stay in memory: an order is never written anywhere. */
export type MergeOrder = Place & MergeSource;
/** The same for a segment whose index is damaged. */
export type RebuildOrder = Place & RebuildSource;

/** The new segment, which is safe at the service and invisible yet; or why there is none. */
export type MergeNews = { merged: SegmentEntry } | { failed: string };
