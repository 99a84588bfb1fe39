/** Fetches, opens and caches what queries read: headers, fence pointers, blocks. */
import { createHash } from 'node:crypto';
import { firstGeneration, type SignedDefinition } from '@cloakroom/contract/definitions.ts';
import type { Field } from '@cloakroom/contract/fields.ts';
import { blockBytes, type SegmentEntry } from '@cloakroom/contract/segments.ts';
import type { BlockCache } from './blockCache.ts';
import { decodeFencePointers, decodeSums, decodeTextFencePointers } from './fencePointers.ts';
import { plainBytes } from './format.ts';
import { openHeader } from './header.ts';
import { ForwardIndex, forwardIndexBytes } from './forwardIndex.ts';
import { OpenSegment } from './openSegment.ts';
import { IndexRefused } from './refused.ts';
import { openBlock, segmentKeys, sortedLabels } from './sealing.ts';
import { deletedBits } from './tombstones.ts';

export type BlockRequest = {
  segment: Uint8Array;
  /** 8 bytes each, joined. */
  labels: Uint8Array;
};

export type BlockStore = {
  /** The sealed headers of these segments, in the order of the request. */
  headers(ids: readonly Uint8Array[]): Promise<readonly Uint8Array[]>;
  /** For each request, its sealed blocks, joined, in the order of its labels. */
  blocks(requests: readonly BlockRequest[]): Promise<readonly Uint8Array[]>;
};

/** The parts of a segment's manifest entry that reading needs. */
export type SegmentRef = Pick<
  SegmentEntry,
  'id' | 'records' | 'generation' | 'header_hash' | 'ranges' | 'deleted'
>;

/** A schema's query key of a generation. @throws if the key is missing. */
export type QueryKeys = (generation: number) => Uint8Array;

type SegmentCacheSource = {
  fields: readonly Field[];
  /** The first generation of keys of each field that segments of earlier generations lack. */
  added?: SignedDefinition['added'];
  queryKeys: QueryKeys;
  store: BlockStore;
  cache: BlockCache;
};

/** A block by its number in its segment. */
export type BlockAddress = { segment: OpenSegment; number: number };

/** Blocks that are read in one call while a segment is loaded: few, so that other work can run in between. */
const maxBlocksPerRead = 1024;

/** Opened blocks by segment and number. @throws {Error} if the block was not read. */
export type Blocks = (segment: OpenSegment, number: number) => Buffer;

/** The hash of a header in its manifest: SHA-256, in hex. */
export const headerHash = (header: Uint8Array): string => createHash('sha256').update(header).digest('hex');

const cacheKey = ({ serial }: OpenSegment, number: number) => serial * 2 ** 24 + number;
/** Forward indexes are cached under numbers that no block has. */
const forwardIndexKey = (segment: OpenSegment, field: number) => cacheKey(segment, 2 ** 24 - 1 - field);

export class SegmentCache {
  readonly source: SegmentCacheSource;
  readonly #open = new Map<string, OpenSegment>();
  readonly #deleted = new Map<OpenSegment, Uint8Array>();

  /** @param other - a cache of the same schema, whose open segments need not be fetched again if its fields are the same. */
  constructor(source: SegmentCacheSource, refs: readonly SegmentRef[], other?: SegmentCache) {
    this.source = source;
    // Open segments number the fields of their cache.
    const reused = other && haveSameNames(other.source.fields, source.fields) ? other : undefined;
    for (const { id } of refs) {
      const open = reused?.opened(id);
      if (open) this.#open.set(id, open);
    }
    if (other?.source.cache === source.cache) other.#forgetAllBut(this.#open);
  }

  /** Drops the cached blocks of segments that were merged or deleted since. */
  #forgetAllBut(present: ReadonlyMap<string, OpenSegment>): void {
    const { cache, fields } = this.source;
    for (const [id, segment] of this.#open) {
      if (present.has(id)) continue;
      for (let number = 0; number < segment.header.blocks; number++) cache.delete(cacheKey(segment, number));
      for (const field of fields.keys()) cache.delete(forwardIndexKey(segment, field));
    }
  }

  /** The segment with this id, if its header was opened before. */
  opened(id: string): OpenSegment | undefined {
    return this.#open.get(id);
  }

  /** The segments with their headers open, in the same order. @throws {IndexRefused} */
  async open(refs: readonly SegmentRef[]): Promise<OpenSegment[]> {
    const missing = refs.filter(({ id }) => !this.#open.has(id));
    if (missing.length > 0) {
      const headers = await this.source.store.headers(missing.map(({ id }) => Buffer.from(id, 'hex')));
      missing.forEach((ref, i) => this.#open.set(ref.id, this.#openOne(ref, headers[i])));
    }
    return refs.map((ref) => {
      const segment = this.#open.get(ref.id)!;
      const deleted = this.#deleted.has(segment) ? null : deletedBits(ref);
      if (deleted) this.#deleted.set(segment, deleted);
      return segment;
    });
  }

  /** The deleted records of a segment, as a set of ordinals; null if there are none. */
  deleted(segment: OpenSegment): Uint8Array | null {
    return this.#deleted.get(segment) ?? null;
  }

  #openOne(ref: SegmentRef, sealed: Uint8Array | undefined): OpenSegment {
    const keys = segmentKeys(this.source.queryKeys(ref.generation), Buffer.from(ref.id, 'hex'));
    if (!sealed || headerHash(sealed) !== ref.header_hash) throw new IndexRefused(keys.id, 'header');
    const { fields, added } = this.source;
    const isSealed = (field: number) => firstGeneration(added, fields[field]!.name) <= ref.generation;
    const header = openHeader(keys, sealed, fields.length, isSealed);
    if (header.records !== ref.records) throw new IndexRefused(keys.id, 'header');
    return new OpenSegment(keys, ref, header);
  }

  /**
   * Reads the fence pointers of some fields, and the sums of `summedFields`, in one round trip. @throws {IndexRefused}
   */
  async prepare(
    segments: readonly OpenSegment[],
    fields: readonly number[],
    summedFields: readonly number[] = [],
  ): Promise<void> {
    const parts = segments.flatMap((segment) => [
      ...fields
        .filter((field) => !segment.fences.has(field))
        .map((field) => fenceOf(segment, field, this.#isText(field))),
      ...summedFields.filter((field) => !segment.sums.has(field)).map((field) => sumsOf(segment, field)),
    ]);
    const blocks = await this.blocks(parts.flatMap(directoryAddresses));
    for (const part of parts) {
      const stream = Buffer.concat(
        directoryAddresses(part).map(({ number }) => blocks(part.segment, number)),
      );
      const skip = part.at % plainBytes;
      part.open(stream.subarray(skip, skip + part.bytes));
    }
  }

  /**
   * Reads all blocks of a segment into the cache, including those of its directory. They are read in the order of their
   * labels, so that no call shows which blocks belong together. @throws {IndexRefused}
   */
  async load(segment: OpenSegment): Promise<void> {
    const { numbers } = sortedLabels(segment.keys, Array(segment.header.blocks).keys());
    for (let from = 0; from < numbers.length; from += maxBlocksPerRead)
      await this.blocks(numbers.slice(from, from + maxBlocksPerRead).map((number) => ({ segment, number })));
  }

  /** Drops the cached blocks of a directory that is prepared: it isn't read again. */
  forgetDirectory(segment: OpenSegment): void {
    const { directory, blocks } = segment.header;
    for (let number = directory; number < blocks; number++)
      this.source.cache.delete(cacheKey(segment, number));
  }

  #isText(field: number): boolean {
    return this.source.fields[field]!.type === 'string';
  }

  /** The key of each record in a field if the whole run is in memory, else null. */
  forwardIndex(segment: OpenSegment, field: number): ForwardIndex | null {
    const { cache } = this.source;
    const key = forwardIndexKey(segment, field);
    const cached = cache.forwardIndex(key);
    if (cached) return cached;
    const { start, blocks, greatest } = segment.run(field);
    const shape = { records: segment.records, greatest };
    if (!cache.hasRoom(forwardIndexBytes(shape))) return null;
    const run: Buffer[] = [];
    for (let number = start; number < start + blocks; number++) {
      const block = cache.peek(cacheKey(segment, number));
      if (!block) return null;
      run.push(block);
    }
    const forwardIndex = new ForwardIndex(shape, run, segment.width);
    cache.setForwardIndex(key, forwardIndex);
    return forwardIndex;
  }

  /** Opens these blocks: from the cache, and the rest in one round trip. @throws {IndexRefused} */
  async blocks(addresses: readonly BlockAddress[]): Promise<Blocks> {
    const found = new Map<number, Buffer>();
    const missing = new Map<OpenSegment, Set<number>>();
    for (const { segment, number } of addresses) {
      const key = cacheKey(segment, number);
      const block = this.source.cache.get(key);
      if (block) found.set(key, block);
      else missing.set(segment, (missing.get(segment) ?? new Set()).add(number));
    }
    if (missing.size > 0) await this.#fetch(missing, found);
    return (segment, number) => {
      const block = found.get(cacheKey(segment, number));
      if (!block) throw new Error(`Block ${number} was not read.`);
      return block;
    };
  }

  async #fetch(missing: Map<OpenSegment, Set<number>>, found: Map<number, Buffer>): Promise<void> {
    const requests = Array.from(missing, ([segment, wanted]) => ({
      segment,
      ...sortedLabels(segment.keys, wanted),
    }));
    const replies = await this.source.store.blocks(
      requests.map(({ segment, labels }) => ({ segment: segment.keys.id, labels })),
    );
    requests.forEach(({ segment, numbers }, i) => {
      numbers.forEach((number, at) => {
        const sealed = replies[i]?.subarray(at * blockBytes, (at + 1) * blockBytes) ?? new Uint8Array();
        const block = openBlock(segment.keys, number, sealed);
        const key = cacheKey(segment, number);
        found.set(key, block);
        this.source.cache.set(key, block);
      });
    });
  }
}

const haveSameNames = (one: readonly Field[], other: readonly Field[]): boolean =>
  one.length === other.length && one.every(({ name }, at) => name === other[at]!.name);

/** A part of a segment's directory, and what to do with its bytes. */
type DirectoryPart = { segment: OpenSegment; at: number; bytes: number; open: (bytes: Buffer) => void };

function fenceOf(segment: OpenSegment, field: number, isText: boolean): DirectoryPart {
  const { fenceOffset: at, fenceBytes: bytes, blocks } = segment.run(field);
  const decode = isText ? decodeTextFencePointers : decodeFencePointers;
  return { segment, at, bytes, open: (content) => segment.fences.set(field, decode(content, blocks)) };
}

/** The sums of a field. Its fence pointers must be open. */
function sumsOf(segment: OpenSegment, field: number): DirectoryPart {
  const { sumsOffset: at, sumsBytes: bytes } = segment.run(field);
  const open = (content: Buffer) =>
    segment.sums.set(field, decodeSums(content, segment.fencePointers(field)));
  return { segment, at, bytes, open };
}

/** The blocks of a part of the directory. */
function directoryAddresses({ segment, at, bytes }: DirectoryPart): BlockAddress[] {
  const [from, to] = [Math.floor(at / plainBytes), Math.ceil((at + bytes) / plainBytes)];
  return bytes === 0 ? [] : blockAddresses(segment, segment.header.directory, from, to - 1);
}

/** The blocks `from` to `to`, both included, counted from a first one. */
export const blockAddresses = (
  segment: OpenSegment,
  first: number,
  from: number,
  to: number,
): BlockAddress[] => Array.from({ length: to - from + 1 }, (_, i) => ({ segment, number: first + from + i }));
