/** Sealed data, read by primary key and prefix only. */
import { bigint, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { bytes, created, timestampColumn } from './columns.ts';
import { schemas } from './datasets.ts';

export const manifests = pgTable('manifests', {
  schema: text('schema_id')
    .primaryKey()
    .references(() => schemas.id, { onDelete: 'cascade' }),
  version: integer('version').notNull(),
  /** The manifest in JSON, as its publisher signed it. */
  body: text('body').notNull(),
  /** A copy of its MAC, so that a client with the same manifest is answered without reading the body. */
  mac: text('mac').notNull().default(''),
});

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
    schema: text('schema_id')
      .notNull()
      .references(() => schemas.id, { onDelete: 'cascade' }),
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
    schema: text('schema_id')
      .notNull()
      .references(() => schemas.id, { onDelete: 'cascade' }),
    owner: text('owner_id').notNull(),
    created: created(),
    /** Since when none of its records is published. The row remains, so that its records can't be stored again. */
    removed: timestampColumn('removed'),
  },
  (table) => [index('uploads_schema').on(table.schema)],
);

/** Unpublished records whose rows are still to be deleted: from `first` up to, not including, `end`. */
export const removals = pgTable(
  'removals',
  {
    upload: bytes('upload').notNull(),
    first: bigint('first', { mode: 'number' }).notNull(),
    end: bigint('end_number', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.upload, table.first] })],
);

export const records = pgTable(
  'records',
  {
    upload: bytes('upload').notNull(),
    number: bigint('number', { mode: 'number' }).notNull(),
    data: bytes('data').notNull(),
  },
  (table) => [primaryKey({ columns: [table.upload, table.number] })],
);
