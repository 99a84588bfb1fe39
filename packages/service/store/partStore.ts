/**
 * The bytes of the parts of long manifests. They are in PostgreSQL, or in objects of a folder or an object store; a row of
 * `manifest_parts` says in every case that a part is stored, and where.
 */
import { LRUCache } from 'lru-cache';
import type { Queries } from '../db/client.ts';

/** Parts by hash, which never change. */
export type PartCache = LRUCache<string, Uint8Array>;

/** Of the cached parts of all schemas together. */
const maxCacheBytes = 32 * 1024 * 1024;

export const partCache = (): PartCache =>
  new LRUCache({ maxSize: maxCacheBytes, sizeCalculation: ({ length }) => length + 1 });

/** The manifest that names parts. */
export type PartsOwner = { schema: string; version: number };

/** Parts that are durable, or are inserted with their rows. */
export type WrittenParts = {
  /**
   * Makes parts readable once the transaction is committed; a part that is stored already is replaced by the same bytes. The
   * caller has locked the manifest.
   * @param hashes - of the written parts, those that the manifest names. @throws {StoreUnavailable} if writing took too long.
   */
  insert: (transaction: Queries, hashes: readonly string[]) => Promise<void>;
  /** Deletes the bytes of parts that were not inserted. Does not throw: what remains is swept later. */
  discard: () => Promise<void>;
};

export type PartStore = {
  /** Parts that were read. A part in it is not necessarily stored still. */
  cache: PartCache;
  /**
   * Writes parts before the transaction that publishes the manifest. They are invisible until they are inserted.
   * @param parts - by hash, which the caller has computed. @throws {StoreUnavailable}
   */
  write: (owner: PartsOwner, parts: ReadonlyMap<string, Uint8Array>) => Promise<WrittenParts>;
  /**
   * The first of a schema's parts, in the order of the hashes; undefined for those that are not stored, lost or damaged. At
   * least one; the last of them makes the answer longer than `maxBytes`, if there are more. @throws {StoreUnavailable}
   */
  read: (
    queries: Queries,
    schema: string,
    hashes: readonly string[],
    maxBytes?: number,
  ) => Promise<(Uint8Array | undefined)[]>;
};

/** The bytes of a hash in hex. */
export const hashBytes = (hash: string): Buffer => Buffer.from(hash, 'hex');
