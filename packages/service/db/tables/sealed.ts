/** Sealed data, reached by primary key and prefix alone. */
import { bigint, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { bytes, created, moment } from './columns.ts';
import { schemas } from './datasets.ts';

export const manifests = pgTable('manifests', {
  schema: text('schema_id')
    .primaryKey()
    .references(() => schemas.id, { onDelete: 'cascade' }),
  version: integer('version').notNull(),
  /** The manifest as its publisher signed it, in JSON. */
  body: text('body').notNull(),
  /** Its MAC once more, so that who knows it already is answered without reading it. */
  mac: text('mac').notNull().default(''),
});

/** Who merges a schema's segments just now: spares others the work, and decides nothing. */
export const leases = pgTable('leases', {
  schema: text('schema_id')
    .primaryKey()
    .references(() => schemas.id, { onDelete: 'cascade' }),
  holder: text('holder').notNull(),
  until: moment('until').notNull(),
});

export const segments = pgTable(
  'segments',
  {
    schema: text('schema_id')
      .notNull()
      .references(() => schemas.id, { onDelete: 'cascade' }),
    segment: bytes('segment').notNull(),
    header: bytes('header').notNull(),
    /** SHA-256 of the whole body, so that the same segment twice is told from another one under its id. */
    digest: bytes('digest').notNull(),
    /** The records that came with it: `records` of them, none with a merged segment. */
    upload: bytes('upload').notNull(),
    first: bigint('first', { mode: 'number' }).notNull(),
    records: integer('records').notNull(),
    created: created(),
    /** Since when no manifest names it; null while one does. */
    loose: moment('loose').defaultNow(),
    /** Since when a manifest that named it doesn't any more. */
    retired: moment('retired'),
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

/** One row an upload: whose records they are, once instead of with each of them. */
export const uploads = pgTable(
  'uploads',
  {
    upload: bytes('upload').primaryKey(),
    schema: text('schema_id')
      .notNull()
      .references(() => schemas.id, { onDelete: 'cascade' }),
    owner: text('owner_id').notNull(),
    created: created(),
    /** Since when none of its records is published any more. The row stays, so that its records are not stored again. */
    removed: moment('removed'),
  },
  (table) => [index('uploads_schema').on(table.schema)],
);

/** Records that no manifest publishes any more and whose rows are still to be deleted: those from `first` up to `end`. */
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
