/**
 * The sealed bytes of segments: blocks of the index, and groups of records; and the parts of manifests. They are in PostgreSQL, or in objects of a folder
 * or an object store; their metadata is in PostgreSQL in every case.
 *
 * Bytes are removed through their metadata, in the transaction that removes the records: `removeBlocks`, `removeGroups`,
 * `removeSchemaBytes`. Objects of which the metadata are removed are deleted in the background.
 */
import type { SegmentBody } from '@cloakroom/wire/segmentBody.ts';
import type { Queries } from '../db/client.ts';
import type { Copy } from './copy.ts';
import type { PartStore } from './partStore.ts';

/** A validated segment that is to be stored. */
export type NewSegment = SegmentBody & { schema: string; id: Buffer };

/** A block: the id of its segment in hex, and its label. */
export type BlockKey = { id: string; label: Buffer };
/** The primary key of a group: its upload in hex, and its number in the upload. */
export type GroupKey = readonly [upload: string, number: number];

/** A segment whose bytes are durable, or are inserted with its row. */
export type WrittenSegment = {
  /**
   * Makes the bytes readable once the transaction is committed.
   * @throws {HttpProblem} 409 if one of the records is stored already.
   */
  insert: (transaction: Queries, copy: Copy) => Promise<void>;
  /** Deletes the bytes of a segment that was not inserted. Does not throw: what remains is swept later. */
  discard: () => Promise<void>;
};

export type SegmentStore = {
  parts: PartStore;
  /**
   * Writes the bytes of a segment. They are invisible until they are inserted.
   * @throws {HttpProblem} 400 for invalid groups or records. @throws {StoreUnavailable}
   */
  write: (segment: NewSegment) => Promise<WrittenSegment>;
  /** Blocks of a schema's segments, in the order of the keys; undefined for those that are lost. @throws {StoreUnavailable} */
  readBlocks: (schema: string, keys: readonly BlockKey[]) => Promise<(Buffer | undefined)[]>;
  /**
   * The first of a schema's groups, in the order of the keys; undefined for those that are lost. At least one, if there are
   * keys; about {@link maxPortionBytes} at most. @throws {StoreUnavailable}
   */
  readGroups: (schema: string, keys: readonly GroupKey[]) => Promise<(Buffer | undefined)[]>;
};

/** Groups are read in portions, each of which ends with the group that makes it longer than this. */
export const maxPortionBytes = 8 * 1024 * 1024;
