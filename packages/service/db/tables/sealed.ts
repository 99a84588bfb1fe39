/** Sealed data, read by primary key and prefix only. */
import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, primaryKey, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { belongsTo, bytes, created, timestampColumn } from './columns.ts';
import { schemas } from './datasets.ts';
import { organizations } from './organizations.ts';
import { storedObjects } from './storedObjects.ts';

export const manifests = pgTable('manifests', {
  schema: text('schema_id')
    .primaryKey()
    .references(() => schemas.id, { onDelete: 'cascade' }),
  version: integer('version').notNull(),
  /** The manifest in JSON, as its publisher signed it: with all segments, or with the top of a tree of parts. */
  body: text('body').notNull(),
  /** A copy of its MAC, so that a client with the same manifest is answered without reading the body. */
  mac: text('mac').notNull().default(''),
  /** The MAC of the manifest whose records are in `published_ranges`. Another one means that they have to be read anew. */
  publishedMac: text('published_mac').notNull().default(''),
});

/** The parts of long manifests, by the SHA-256 of their bytes: with the bytes, or with the object that has them. */
export const manifestParts = pgTable(
  'manifest_parts',
  {
    schema: belongsTo('schema_id', () => schemas.id),
    part: bytes('part').notNull(),
    /** Null where an object has the bytes, from `at` on. */
    data: bytes('data'),
    object: bytes('object').references(() => storedObjects.object),
    at: integer('at'),
    length: integer('length'),
    /** Since when the manifest no longer names it; null while it does. */
    unlisted: timestampColumn('unlisted'),
  },
  (table) => [
    primaryKey({ columns: [table.schema, table.part] }),
    index('manifest_parts_unlisted')
      .on(table.schema, table.unlisted)
      .where(sql`${table.unlisted} is not null`),
    index('manifest_parts_object')
      .on(table.object)
      .where(sql`${table.object} is not null`),
  ],
);

/**
 * The records that the manifest publishes: from `first` up to, not including, `end`. A copy, so that a record is found without
 * reading the manifest. Ranges of an upload neither touch nor overlap.
 */
export const publishedRanges = pgTable(
  'published_ranges',
  {
    upload: bytes('upload').notNull(),
    first: bigint('first', { mode: 'number' }).notNull(),
    end: bigint('end_number', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.upload, table.first] })],
);

/**
 * The published new versions of records, as the manifest names them: the record's id, as upload and number, and the place where its
 * version is stored. A copy, as {@link publishedRanges} is.
 */
export const recordVersions = pgTable(
  'record_versions',
  {
    upload: bytes('upload').notNull(),
    number: bigint('number', { mode: 'number' }).notNull(),
    placeUpload: bytes('place_upload').notNull(),
    placeNumber: bigint('place_number', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.upload, table.number] }),
    uniqueIndex('record_versions_place').on(table.placeUpload, table.placeNumber),
  ],
);

/** Leases of compactions. They avoid duplicate work; correctness does not depend on them. */
export const leases = pgTable('leases', {
  schema: text('schema_id')
    .primaryKey()
    .references(() => schemas.id, { onDelete: 'cascade' }),
  holder: text('holder').notNull(),
  until: timestampColumn('until').notNull(),
});

export const segments = pgTable(
  'segments',
  {
    schema: belongsTo('schema_id', () => schemas.id),
    segment: bytes('segment').notNull(),
    header: bytes('header').notNull(),
    /** SHA-256 of the whole body: distinguishes a repeated segment from another one with the same id. */
    digest: bytes('digest').notNull(),
    /** The upload of the records that were sent with it; `records` is 0 for a compacted segment. */
    upload: bytes('upload').notNull(),
    first: bigint('first', { mode: 'number' }).notNull(),
    records: integer('records').notNull(),
    created: created(),
    /** Since when the manifest does not list it; null while it does. */
    loose: timestampColumn('loose').defaultNow(),
    /** Since when the manifest no longer lists it; null for one that is, or never was, listed. */
    retired: timestampColumn('retired'),
  },
  (table) => [
    primaryKey({ columns: [table.schema, table.segment] }),
    unique('segments_id').on(table.segment),
    index('segments_loose').on(table.schema, table.loose),
  ],
);

export const blocks = pgTable(
  'blocks',
  { segment: bytes('segment').notNull(), label: bytes('label').notNull(), data: bytes('data').notNull() },
  (table) => [primaryKey({ columns: [table.segment, table.label] })],
);

/** One row per upload, with the owner of its records. */
export const uploads = pgTable(
  'uploads',
  {
    upload: bytes('upload').primaryKey(),
    schema: belongsTo('schema_id', () => schemas.id),
    owner: text('owner_id').notNull(),
    created: created(),
    /** Since when none of its records is published. The row remains, so that its records can't be stored again. */
    removed: timestampColumn('removed'),
  },
  (table) => [index('uploads_schema').on(table.schema)],
);

/** Segments of deleted schemas, whose blocks are still to be deleted. */
export const removedSegments = pgTable(
  'removed_segments',
  {
    segment: bytes('segment').primaryKey(),
    /** The deleted schema; null for those of earlier versions. */
    schema: text('schema_id'),
  },
  (table) => [index('removed_segments_schema').on(table.schema)],
);

/** Unpublished records whose rows are still to be deleted: from `first` up to, not including, `end`. */
export const removals = pgTable(
  'removals',
  {
    upload: bytes('upload').notNull(),
    first: bigint('first', { mode: 'number' }).notNull(),
    end: bigint('end_number', { mode: 'number' }).notNull(),
    /**
     * How many records it had when it was scheduled: the span of an upload's last group may be longer. Null for those that
     * earlier versions scheduled.
     */
    records: bigint('records', { mode: 'number' }),
    /** The deleted schema; null where only records were deleted. */
    schema: text('schema_id'),
  },
  (table) => [
    primaryKey({ columns: [table.upload, table.first] }),
    index('removals_schema').on(table.schema),
  ],
);

/** Deleted schemas, until all their records and blocks are deleted. */
export const schemaRemovals = pgTable(
  'schema_removals',
  {
    schema: text('schema_id').primaryKey(),
    organization: belongsTo('organization_id', () => organizations.id),
    dataset: text('dataset_id').notNull(),
    name: text('name').notNull(),
    /** Published records at the deletion. */
    records: bigint('records', { mode: 'number' }).notNull(),
    /** The total length of its spans in `removals`. */
    scheduled: bigint('scheduled', { mode: 'number' }).notNull(),
    since: timestampColumn('since').notNull().defaultNow(),
  },
  (table) => [index('schema_removals_organization').on(table.organization)],
);

/**
 * Groups of neighbouring records that are sealed together, by upload and number of the group. Groups of up to 8 kB are stored in
 * the row, not in a TOAST table: their bytes cannot be compressed.
 */
export const recordGroups = pgTable(
  'record_groups',
  {
    upload: bytes('upload').notNull(),
    number: bigint('number', { mode: 'number' }).notNull(),
    data: bytes('data').notNull(),
  },
  (table) => [primaryKey({ columns: [table.upload, table.number] })],
);

/**
 * Groups with deleted records, whose values remain in the group until a data owner's proxy seals it anew. Other records of the
 * group are still published.
 */
export const staleGroups = pgTable(
  'stale_groups',
  {
    upload: bytes('upload').notNull(),
    number: bigint('number', { mode: 'number' }).notNull(),
    /** Since when a deleted record is in it. */
    since: timestampColumn('since').notNull().defaultNow(),
    /** The version of the manifest that deleted the last one. */
    version: bigint('version', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.upload, table.number] })],
);

/** Records that earlier versions sealed one by one. */
export const records = pgTable(
  'records',
  {
    upload: bytes('upload').notNull(),
    number: bigint('number', { mode: 'number' }).notNull(),
    data: bytes('data').notNull(),
  },
  (table) => [primaryKey({ columns: [table.upload, table.number] })],
);
