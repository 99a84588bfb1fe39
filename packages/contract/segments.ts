/** The exchange of sealed segments between proxy and service, and the manifest that makes them visible. */
import { z } from 'zod';
import { SignedDefinition } from './definitions.ts';
import { endpoint } from './endpoint.ts';
import { EpochStatement } from './epochs.ts';
import { ManifestTree } from './manifestTree.ts';
import { SealedRecord, unreadableHeaders } from './records.ts';
import { Id, Reference } from './reference.ts';
import { Generation } from './schemas.ts';
import { hex } from './text.ts';
import { anyVerb } from './tokenVerbs.ts';

/** 16 random bytes, never reused. */
export const SegmentId = hex(16);
/** The 12 random bytes that a record's id begins with. */
export const UploadId = hex(12);

/** Records `first` to `first + count − 1` of an upload. */
export const RecordRange = z.strictObject({
  upload: UploadId,
  first: z.number().int().min(0).max(0xffffffff),
  count: z.number().int().min(1).max(0xffffffff),
});
export type RecordRange = z.infer<typeof RecordRange>;

/** Neighbouring records of an upload are sealed together: records 0 to 31, 32 to 63, …; the last group may be smaller. */
export const recordsPerGroup = 32;

/** The largest number of ranges in the entry of a segment. */
export const maxRangesPerSegment = 2 ** 20;

/** The number of the group that a record of an upload belongs to. */
export const groupNumberOf = (recordNumber: number): number => Math.floor(recordNumber / recordsPerGroup);

const ordinal = z.number().int().min(0).max(0xffffffff);

/** Ranges of a segment's ordinals as `[first, count]`, ascending, with a gap between each two. */
const OrdinalRanges = z
  .array(z.tuple([ordinal, ordinal.min(1)]))
  .min(1)
  .max(100_000);

/** The new version of a record: its ordinal in the segment, and the id of the record, which stays the same. */
const NewVersion = z.tuple([ordinal, Id]);
export type NewVersion = z.infer<typeof NewVersion>;

/** The entry of one segment in a manifest. */
export const SegmentEntry = z.strictObject({
  id: SegmentId,
  /** How many records it was sealed with, including those deleted since. */
  records: z.number().int().min(1),
  /** The generation of the keys that sealed it and its records. */
  generation: Generation,
  /** SHA-256 of the sealed header. */
  header_hash: hex(32),
  ranges: z.array(RecordRange).min(1).max(maxRangesPerSegment),
  /** Deleted records. */
  deleted: OrdinalRanges.optional(),
  /** Records with values that the index lacks, because they could not be read when it was rebuilt. */
  unreadable: OrdinalRanges.optional(),
  /** Records that are new versions of others, ascending by ordinal, deleted ones included. Every other record's id follows from its upload and number. */
  versions: z.array(NewVersion).min(1).max(maxRangesPerSegment).optional(),
  /** The format of the field-set tags that all its records carry; absent if they were sealed without them. */
  field_sets: z.literal(1).optional(),
  /** How many of its records are sealed together; absent if each value was sealed by itself. */
  group_records: z.literal(recordsPerGroup).optional(),
});
export type SegmentEntry = z.infer<typeof SegmentEntry>;

const shape = {
  schema: Id,
  /** The generation of the query key under the MAC: the newest. Manifests without one are of generation 1. */
  generation: Generation.default(1),
  version: z.number().int().min(0),
  /** The acceptance of older content, from the first restored backup on. */
  epoch: EpochStatement.optional(),
  /** The schema's definition; absent in manifests of earlier versions. */
  definition: SignedDefinition.optional(),
  /** Keyed BLAKE2b-256 of the other members, under the schema's query key of that generation. */
  mac: z.union([hex(32), z.literal('')]),
};

/** The list of a schema's live segments, in upload order. Version 0 is empty and has no MAC. */
export const Manifest = z.strictObject({ ...shape, segments: z.array(SegmentEntry) });
export type Manifest = z.infer<typeof Manifest>;

const signedShape = {
  ...shape,
  segments: z.array(SegmentEntry).optional(),
  tree: ManifestTree.optional(),
};
const hasOneList = ({ segments, tree }: { segments?: unknown; tree?: unknown }) =>
  (segments === undefined) !== (tree === undefined);
const oneList = { error: 'A manifest has either segments or a tree of them.', path: ['segments'] };

/** A manifest as it is signed, sent and stored: a short list in `segments`, a long one as the top of a tree of parts. */
export const SignedManifest = z.strictObject(signedShape).refine(hasOneList, oneList);
export type SignedManifest = z.infer<typeof SignedManifest>;

/** Parts that a manifest names and the service lacks, in base64. */
export const NewParts = z.array(z.base64()).max(100_000);

const shared = { answeredBy: 'service', access: 'user' } as const;
const reading = { ...shared, tokenVerbs: ['read'] } as const;

export const putSegment = endpoint({
  ...shared,
  method: 'PUT',
  path: '/api/segments/:id/',
  tokenVerbs: ['write'],
  summary:
    'Store one sealed segment; the same one twice is stored once. It stays invisible until a manifest names it.',
  query: z.object({ schema: Reference }),
  body: 'bytes',
  status: 204,
  reply: 'nothing',
});

export const deleteSegment = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/api/segments/:id/',
  tokenVerbs: ['write'],
  summary: 'Delete a segment that no manifest names.',
  query: z.object({ schema: Reference }),
  status: 204,
  reply: 'nothing',
});

/** The manifest is still the one with this MAC. */
const Unchanged = z.strictObject({ unchanged: hex(32) });

export const getManifest = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/manifests/:schema/',
  tokenVerbs: anyVerb,
  summary: 'The schema’s current manifest, or the statement that it is unchanged if its MAC is `known`.',
  query: z.object({
    known: hex(32).optional().describe('The MAC of a manifest that the caller has: it is not sent again.'),
  }),
  reply: z.union([SignedManifest, Unchanged]),
});

export const publishManifest = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/manifests/:schema/',
  tokenVerbs: ['write', 'delete'],
  summary:
    'Replace the manifest of the previous version; 409 with the current one after a concurrent change.',
  body: z.strictObject({ ...signedShape, new_parts: NewParts.optional() }).refine(hasOneList, oneList),
  reply: SignedManifest,
});

export const readSegments = endpoint({
  ...reading,
  method: 'POST',
  path: '/api/segments/read/',
  safe: true,
  summary: 'Sealed headers, in the order of the request, in base64.',
  body: z.strictObject({ schema: Reference, segments: z.array(SegmentId).min(1).max(10_000) }),
  reply: z.array(z.string()),
});

export const blockBytes = 1024;
export const labelBytes = 8;
export const maxBlocksPerCall = 16_384;

export const readBlocks = endpoint({
  ...reading,
  method: 'POST',
  path: '/api/blocks/read/',
  safe: true,
  summary:
    'Sealed index blocks of 1,024 bytes each, concatenated, in the order of the request. Labels are concatenated too, in base64.',
  body: z.strictObject({
    schema: Reference,
    segments: z
      .array(z.strictObject({ id: SegmentId, labels: z.base64() }))
      .min(1)
      .max(10_000),
  }),
  reply: 'bytes',
});

export const readRecords = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/records/read/',
  safe: true,
  tokenVerbs: ['read', 'write'],
  summary:
    'Sealed records by upload and number, in the order of the request. 404 when one is missing; with `partial` the others are returned.',
  body: z.strictObject({
    schema: Reference,
    records: z.array(z.tuple([UploadId, z.number().int().min(0).max(0xffffffff)])).max(1000),
    partial: z.boolean().default(false),
  }),
  reply: z.array(SealedRecord),
  replyHeaders: unreadableHeaders,
});

/** The number of a group in its upload. */
const groupNumber = z.number().int().min(0).max(0xffffffff);

/** The largest number of groups in one call. */
export const maxGroupsPerCall = 1_000;

/** The state of a schema as the caller last read it. */
export const ExpectedState = z.strictObject({
  /** The caller. */
  user: Id,
  /** SHA-256 of the canonical JSON of the schema as the caller sees it, with its permissions; absent right after it was read. */
  schema: hex(32).optional(),
  /** The MAC of the schema's manifest; empty before the first. */
  manifest: z.union([hex(32), z.literal('')]),
});
export type ExpectedState = z.infer<typeof ExpectedState>;

/** The id of the user who stored an upload, and when. */
export const UploadOrigin = z.object({ owner: Id, created: z.string() });
export type UploadOrigin = z.infer<typeof UploadOrigin>;

/** The origins of uploads by their ids. */
export const UploadOrigins = z.record(UploadId, UploadOrigin);

export const readGroups = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/groups/read/',
  safe: true,
  tokenVerbs: ['read', 'delete'],
  summary:
    'Groups of sealed records, by upload and number of the group. The answer is a list of parts, each with its length (4 bytes, big-endian) and its bytes: first JSON with owner and time of the uploads, then the groups; a lost one is empty. A long answer has only the first groups: ask again for the others. 404 when no record of a group is published, 412 when the state differs from the expected one.',
  body: z.strictObject({
    schema: Reference,
    groups: z.array(z.tuple([UploadId, groupNumber])).max(maxGroupsPerCall),
    /** Confirms the state that the caller knows, so that a search takes one call. */
    expected: ExpectedState.optional(),
  }),
  reply: 'bytes',
  refusals: { 412: 'The schema or its manifest differs from the expected state.' },
});

/** A group that still has the values of deleted records: since when, and the version of the manifest that deleted the last of them. */
export const StaleGroup = z.object({
  upload: UploadId,
  number: groupNumber,
  since: z.string(),
  version: z.number().int(),
});
export type StaleGroup = z.infer<typeof StaleGroup>;

/** The number of groups in one list. */
export const maxStaleGroups = 1_000;

export const listStaleGroups = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/groups/stale/',
  tokenVerbs: ['write', 'delete'],
  summary:
    'Groups of a schema that still have the values of deleted records, the oldest first, at most 1,000. A data owner’s proxy seals them again without these.',
  query: z.object({ schema: Reference }),
  reply: z.array(StaleGroup),
});

export const replaceGroup = endpoint({
  ...shared,
  method: 'PUT',
  path: '/api/groups/',
  tokenVerbs: ['write', 'delete'],
  summary:
    'Replace a group that has values of deleted records by one without them. Repeating it succeeds; 409 if the stored group or the deleted records have changed.',
  query: z.object({
    schema: Reference,
    upload: UploadId,
    number: z.coerce.number().pipe(groupNumber).describe('The number of the group in its upload.'),
    replaces: hex(32).describe('SHA-256 of the replaced bytes, in hex.'),
    version: z.coerce
      .number()
      .int()
      .min(0)
      .describe('The version of the manifest that names the group’s remaining records.'),
  }),
  body: 'bytes',
  status: 204,
  reply: 'nothing',
});
