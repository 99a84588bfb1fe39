/** The parts of a long manifest: how a leaf lists segments, and the call that reads parts. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { maxNodeItems, PartHash } from './manifestTree.ts';
import { maxRangesPerSegment, SegmentEntry } from './segments.ts';
import { anyVerb } from './tokenVerbs.ts';

/** The part that holds a list of ordinals, and the number of records in it. */
const OrdinalsPart = z.strictObject({ part: PartHash, records: z.number().int().min(1) });

/**
 * A segment's entry in a leaf. Long lists are stored in separate parts: `range_index` instead of `ranges`, `deleted_part` instead of
 * `deleted`, `unreadable_part` instead of `unreadable`, `versions_part` instead of `versions`.
 */
export const ListedEntry = SegmentEntry.partial({ ranges: true })
  .extend({
    range_index: PartHash.optional(),
    deleted_part: OrdinalsPart.optional(),
    unreadable_part: OrdinalsPart.optional(),
    versions_part: OrdinalsPart.optional(),
  })
  .refine(
    ({ ranges, range_index }) => (ranges === undefined) !== (range_index === undefined),
    'An entry has its ranges or a part with them.',
  )
  .refine(
    ({ deleted, deleted_part, unreadable, unreadable_part, versions, versions_part }) =>
      !(deleted && deleted_part) && !(unreadable && unreadable_part) && !(versions && versions_part),
    'An entry has a list or a part with it, not both.',
  );
export type ListedEntry = z.infer<typeof ListedEntry>;

export const ListedEntries = z.array(ListedEntry).min(1).max(maxNodeItems);

/** The largest number of ranges in one part. */
export const maxRangesPerPart = 2_048;

/** The parts with a segment's ranges, in their order: hash, number of ranges, number of records. */
export const RangeIndex = z
  .array(z.tuple([PartHash, z.number().int().min(1).max(maxRangesPerPart), z.number().int().min(1)]))
  .min(1)
  .max(maxRangesPerSegment);
export type RangeIndex = z.infer<typeof RangeIndex>;

/** The largest number of parts in one call. */
export const maxPartsPerCall = 1_024;

export const readManifestParts = endpoint({
  answeredBy: 'service',
  access: 'user',
  method: 'POST',
  path: '/api/manifests/:schema/parts/read/',
  tokenVerbs: anyVerb,
  summary:
    'Parts of a schema’s manifest by their hashes: for each its length (4 bytes, big-endian) and its bytes. A long answer has only the first of them: ask again for the others. 404 when one is missing.',
  body: z.strictObject({ parts: z.array(PartHash).min(1).max(maxPartsPerCall) }),
  reply: 'bytes',
});
