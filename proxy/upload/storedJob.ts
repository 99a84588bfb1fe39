/** What the spool remembers of an acknowledged job: enough to finish it after a crash, and not a word of the data. */
import { z } from 'zod';
import { SegmentEntry } from '#contract/segments.ts';

/** One segment file: what the manifest will say of it, and its length in bytes. */
export const SpooledSegment = z.object({ entry: SegmentEntry, bytes: z.number().int() });
export type SpooledSegment = z.infer<typeof SpooledSegment>;

/** The name of a segment's file in its job's folder. */
export const segmentFileName = (segment: string): string => `${segment}.segment`;

export const StoredJob = z.object({
  id: z.uuid(),
  user: z.string(),
  schema: z.string(),
  /** Milliseconds since 1970. */
  created: z.number(),
  status: z.enum(['processing', 'complete', 'failed']),
  records: z.number().int(),
  segments: z.array(SpooledSegment),
  /** How many segments the service has. */
  shipped: z.number().int(),
  error: z.string().optional(),
  /** The uploader's credentials, sealed with the spool key of their keyring, in base64; '' once the job has ended. */
  credentials: z.string(),
});
export type StoredJob = z.infer<typeof StoredJob>;

/** Records that the service has. */
export const shippedRecords = ({ segments, shipped }: StoredJob): number =>
  segments.slice(0, shipped).reduce((sum, { entry }) => sum + entry.records, 0);
