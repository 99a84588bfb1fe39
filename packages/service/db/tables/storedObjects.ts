/** Objects with sealed bytes in a folder or an object store. Empty where PostgreSQL stores the bytes itself. */
import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, created, timestampColumn } from './columns.ts';

/** The folders and object stores that have objects of this deployment, or had some. */
export const stores = pgTable('stores', {
  /** Random; the store's own object `cloakroom-store` has it too, so that no deployment uses the store of another one. */
  id: text('id').primaryKey(),
  url: text('url').notNull().unique(),
  /** Random; the store's own object has it too, unless a copy of this database owns the store. A restore changes it. Empty in stores of earlier versions. */
  token: text('token').notNull().default(''),
});

/** Immutable objects. Their names are derived from schema, segment and id, and are never used again. */
export const storedObjects = pgTable(
  'stored_objects',
  {
    /** 16 random bytes. */
    object: bytes('object').primaryKey(),
    store: text('store_id')
      .notNull()
      .references(() => stores.id),
    /** No reference: objects of a deleted schema are removed later. */
    schema: text('schema_id').notNull(),
    /** The segment that the bytes arrived with; for parts the first half of the first one's hash. */
    segment: bytes('segment').notNull(),
    /** The blocks of a segment, groups of records, or parts of a manifest. */
    kind: text('kind', { enum: ['blocks', 'groups', 'parts'] }).notNull(),
    /** Blocks, groups or parts in it. */
    items: integer('items').notNull(),
    /** The number of its first group; 0 for blocks and parts. */
    first: bigint('first', { mode: 'number' }).notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    /** SHA-256 of all its bytes. */
    digest: bytes('digest').notNull(),
    /** Infinity for parts. */
    created: created(),
    /** From when on it may be rewritten without groups that were deleted or replaced; null while all are current. */
    rewrite: timestampColumn('rewrite'),
    /** Since when nothing refers to it; it is deleted from its store, then the row is. */
    removed: timestampColumn('removed'),
  },
  (table) => [
    uniqueIndex('stored_objects_blocks')
      .on(table.segment)
      .where(sql`${table.kind} = 'blocks' and ${table.removed} is null`),
    index('stored_objects_schema').on(table.schema),
    index('stored_objects_removed')
      .on(table.removed)
      .where(sql`${table.removed} is not null`),
    index('stored_objects_rewrite')
      .on(table.rewrite)
      .where(sql`${table.rewrite} is not null`),
  ],
);

/**
 * Which object has the groups of an upload from `first` up to, not including, `end`. A row of `record_groups` with the same
 * upload and number replaces the group of the object.
 */
export const groupRanges = pgTable(
  'group_ranges',
  {
    upload: bytes('upload').notNull(),
    first: bigint('first', { mode: 'number' }).notNull(),
    end: bigint('end_number', { mode: 'number' }).notNull(),
    object: bytes('object')
      .notNull()
      .references(() => storedObjects.object),
  },
  (table) => [
    primaryKey({ columns: [table.upload, table.first] }),
    index('group_ranges_object').on(table.object),
  ],
);

/** Deleted schemas of which a store may still have objects, with metadata or without. */
export const removedPrefixes = pgTable(
  'removed_prefixes',
  {
    store: text('store_id')
      .notNull()
      .references(() => stores.id),
    /** The names of its objects begin with it. */
    schema: text('schema_id').notNull(),
    /** From when on a process may delete them; later while one does. */
    due: timestampColumn('due').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.store, table.schema] }),
    index('removed_prefixes_due').on(table.due),
  ],
);
