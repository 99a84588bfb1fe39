/** A place for immutable objects: a folder, or an object store of a network. Names are never used twice. */

/** The bytes of an object that is to be written; they can be read several times. */
export type ObjectSource = {
  bytes: number;
  sha256: Buffer;
  md5: Buffer;
  open: () => AsyncIterable<Uint8Array>;
};

/** The object that says whose store it is. Without it a store is not there: its disk is not mounted, or its bucket is gone. */
export const markerName = 'cloakroom-store';

export type ListedObject = { name: string; modified: Date };

export type ObjectStore = {
  url: string;
  /** Ranges with at most so many bytes between them are read at once: the time of a call, in bytes. */
  maxGapBytes: number;
  /** Calls at a time. */
  concurrency: number;
  /** The service caches pages of this size. */
  pageBytes: number;
  /** Whether the store can be used. @throws {StoreUnavailable} with the reason. */
  check: () => Promise<void>;
  /** Writes an object. It is durable and complete when this returns. @throws {StoreUnavailable} */
  put: (name: string, source: ObjectSource) => Promise<void>;
  /** Reads a range. @throws {ObjectLost} if the object is missing or ends before. @throws {StoreUnavailable} */
  read: (name: string, at: number, length: number) => Promise<Buffer>;
  /** Lists the objects whose names begin with a prefix. @throws {StoreUnavailable} */
  list: (prefix: string) => AsyncIterable<ListedObject>;
  /** Deletes an object; a missing one is no error. @throws {StoreUnavailable} */
  remove: (name: string) => Promise<void>;
  /**
   * Deletes all objects whose names begin with a prefix, which ends in a slash: what a killed call has left, the next one deletes.
   * @returns their number. @throws {StoreUnavailable}
   */
  removePrefix: (prefix: string) => Promise<number>;
  close: () => void;
};

/** The store doesn't answer, or refuses the call. The message is a clause that says why. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** An object is missing, cut or damaged. */
export class ObjectLost extends Error {
  override readonly name = 'ObjectLost';
}
