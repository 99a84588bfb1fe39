/** What a merging thread is told, and what it says. */
import type { SegmentEntry } from '#contract/segments.ts';
import type { Credentials } from '../credentials.ts';
import type { MergeSource } from './mergeSegments.ts';

/** The key stays in memory: an order is never written anywhere. */
export type MergeOrder = MergeSource & {
  /** The service's origin. */
  upstream: string;
  credentials: Credentials;
  schema: string;
};

/** The merged segment, which is safe at the service and invisible yet; or why there is none. */
export type MergeNews = { merged: SegmentEntry } | { failed: string };
