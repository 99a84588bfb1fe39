/** Searches sealed records. The index is decrypted here; the service sees only labels and the ids of a page's records. */
import { LRUCache } from 'lru-cache';
import { liveCount, unreadableCount } from '@cloakroom/contract/liveRecords.ts';
import type { SearchBody, SealedRecord } from '@cloakroom/contract/records.ts';
import { idIn, urlOf } from '@cloakroom/contract/reference.ts';
import { readRecords, type Manifest, type SegmentEntry } from '@cloakroom/contract/segments.ts';
import { recordId } from '@cloakroom/wire/shortId.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import type { Credentials } from '../credentials.ts';
import { BlockCache } from '@cloakroom/sealed-index/blockCache.ts';
import { IndexReader } from '@cloakroom/sealed-index/reader.ts';
import { IndexRefused } from '@cloakroom/sealed-index/refused.ts';
import { chooseCompaction } from '@cloakroom/sealed-index/compaction/chooseCompaction.ts';
import type { Compactor } from '../compaction/compactor.ts';
import type { Rebuilder } from '../compaction/rebuilder.ts';
import { holdsQueryKey, queryKeyOf } from '../schemaKeys.ts';
import type { OwnSchema } from '../schemas.ts';
import type { Upstream } from '../upstream.ts';
import type { Caller } from '../callers.ts';
import { aggregateIn, aggregateValue } from './aggregates.ts';
import { blockStore } from './blockStore.ts';
import {
  DamagedSegments,
  damagedIndex,
  lostValues,
  maxDamagedSegments,
  type PartialAnswer,
} from './damagedSegments.ts';
import { manifestContextOf, type PendingManifest, type Manifests } from './manifests.ts';

/** Schemas whose decrypted headers and fence pointers are cached. */
const maxReaders = 32;

export type SearchQuery = Pick<SearchBody, 'filters' | 'order_by' | 'limit' | 'offset'> &
  Partial<Pick<SearchBody, 'partial'>>;

export type SearchResult =
  | { total: number; records: SealedRecord[] }
  /** An aggregate's value; null if nothing matched. */
  | { value: number | string | null };

export class Searches {
  readonly #upstream: Upstream;
  readonly #manifests: Manifests;
  readonly #compactor: Pick<Compactor, 'consider'>;
  readonly #rebuilder: Pick<Rebuilder, 'consider' | 'considerUnreadable'>;
  readonly #cache: BlockCache;
  readonly #readers = new LRUCache<string, IndexReader>({ max: maxReaders });
  /** Running preloads of indexes, by reader. */
  readonly #preloading = new Map<string, Promise<void>>();
  readonly #damaged = new DamagedSegments();
  /** Manifests in which no segments need to be merged. */
  readonly #compacted = new WeakSet<Manifest>();

  /**
   * @param compactor - considers every searched schema.
   * @param rebuilder - rebuilds damaged segments that a search finds.
   * @param indexCacheBytes - limit of cached index blocks of all schemas together.
   */
  constructor(
    upstream: Upstream,
    manifests: Manifests,
    compactor: Pick<Compactor, 'consider'>,
    rebuilder: Pick<Rebuilder, 'consider' | 'considerUnreadable'>,
    indexCacheBytes: number,
  ) {
    this.#cache = new BlockCache(indexCacheBytes);
    this.#upstream = upstream;
    this.#manifests = manifests;
    this.#compactor = compactor;
    this.#rebuilder = rebuilder;
  }

  /** Requests the manifest while permissions and keys are still being checked. */
  prefetch({ credentials }: Caller, schema: string): PendingManifest {
    return this.#manifests.ask(credentials, schema);
  }

  /**
   * One page of matches, or the requested aggregate.
   * @param pending - the result of {@link prefetch} for this schema.
   * @throws {HttpProblem} 422 if part of the schema can't be read, unless the query is `partial`; errors of the index.
   */
  async run(
    caller: Caller,
    own: OwnSchema,
    query: SearchQuery,
    pending?: PendingManifest,
  ): Promise<PartialAnswer<SearchResult>> {
    const { limit, offset, order_by, partial = false } = query;
    const aggregate = aggregateIn(query.filters, own.fields);
    if (aggregate) {
      const { label, filters, measure } = aggregate;
      const mode = { partial, byValues: true };
      const read = (reader: IndexReader) => reader.aggregate(label, filters);
      const { answer, unreadable } = await this.#read(caller, own, read, mode, pending);
      return { answer: { value: aggregateValue(answer, measure) }, unreadable };
    }
    const order = order_by === undefined ? {} : { order: orderOf(order_by) };
    const mode = { partial, byValues: query.filters.length > 0 || order_by !== undefined };
    const page = async (reader: IndexReader) => {
      const { total, records } = await reader.page(query.filters, { limit, offset, ...order });
      const references = records.map(({ upload, number }): [string, number] => [upload, number]);
      const found = await this.sealed(caller.credentials, own.schema.id, references, partial);
      return { total, records: found, asked: references.length };
    };
    const { answer, unreadable } = await this.#read(caller, own, page, mode, pending);
    const { total, records } = answer;
    return { answer: { total, records }, unreadable: unreadable + answer.asked - records.length };
  }

  /** How many records match, including an aggregate's own filter. @throws as {@link run}. */
  async count(
    caller: Caller,
    own: OwnSchema,
    { filters, partial = false }: Pick<SearchQuery, 'filters' | 'partial'>,
    pending?: PendingManifest,
  ): Promise<PartialAnswer<number>> {
    const aggregate = aggregateIn(filters, own.fields);
    const mode = { partial, byValues: filters.length > 0 };
    const read = (reader: IndexReader) => reader.count(aggregate?.filters ?? filters);
    return this.#read(caller, own, read, mode, pending);
  }

  /**
   * Sealed records by upload and number, in that order.
   * @param partial - omits records that the service can't read, instead of failing.
   * @throws {HttpProblem} 422 if the service sends others.
   */
  async sealed(
    credentials: Credentials,
    schema: string,
    records: [string, number][],
    partial = false,
  ): Promise<SealedRecord[]> {
    if (records.length === 0) return [];
    const body = { schema, records, partial };
    const found = await this.#upstream.call(readRecords, { credentials, body });
    const requestedIds = records.map(([upload, number]) => recordId(Buffer.from(upload, 'hex'), number));
    let position = -1;
    const inOrder = found.every(({ id }) => (position = requestedIds.indexOf(id, position + 1)) >= 0);
    const areOfSchema = found.every((record) => idIn(record.schema) === schema);
    if (!inOrder || !areOfSchema || (found.length < requestedIds.length && !partial))
      throw new HttpProblem(
        422,
        'The service answered with other records than were asked for, so they are not shown. Tell the operator of the service.',
      );
    return found.map((record) => ({
      ...record,
      ...{ url: urlOf('records', record.id), schema: urlOf('schemas', schema) },
    }));
  }

  /** The schema's manifest, verified with this person's query key. */
  async manifest({ credentials }: Caller, own: OwnSchema, pending?: PendingManifest): Promise<Manifest> {
    // A missing permission is reported before a missing key.
    await pending?.answer;
    return this.#manifests.read(manifestContextOf(credentials, own), pending);
  }

  /**
   * Runs a query on the present manifest. If part of it is missing, a merge or deletion may have been published meanwhile, so
   * the query is repeated once on a newer manifest. If there is none, or it fails again, the stored data is damaged: the segment
   * is omitted from a partial answer, or the search fails.
   */
  async #read<Answer>(
    caller: Caller,
    own: OwnSchema,
    ask: (reader: IndexReader) => Promise<Answer>,
    { partial, byValues }: { partial: boolean; byValues: boolean },
    pending?: PendingManifest,
  ): Promise<PartialAnswer<Answer>> {
    let manifest = await this.manifest(caller, own, pending);
    this.#considerCompaction(caller, own, manifest);
    for (let isNewest = false; ;) {
      const known = this.#damaged.of(manifest);
      const damaged = manifest.segments.filter(({ id }) => known.has(id));
      if (damaged.length > 0) {
        const rebuilding = damaged.map((entry) => this.#rebuilder.consider(caller, own, entry));
        const all = manifest.segments.reduce((sum, entry) => sum + liveCount(entry), 0);
        if (!partial || damaged.length > maxDamagedSegments)
          throw damagedIndex(damaged, all, rebuilding.every(Boolean), known);
      }
      const readable = manifest.segments.filter(({ id }) => !known.has(id));
      const incomplete = readable.filter(({ unreadable }) => unreadable !== undefined);
      for (const entry of incomplete) this.#rebuilder.considerUnreadable(caller, own, entry);
      const lost = byValues ? incomplete.filter((entry) => unreadableCount(entry) > 0) : [];
      if (lost.length > 0 && !partial) throw lostValues(lost);
      try {
        const answer = await ask(await this.#reader(caller, own, manifest, readable));
        const unreadable =
          damaged.reduce((sum, entry) => sum + liveCount(entry), 0) +
          lost.reduce((sum, entry) => sum + unreadableCount(entry), 0);
        return { answer, unreadable };
      } catch (error) {
        if (!mayBeOutdated(error)) throw error;
        const now = isNewest ? manifest : await this.manifest(caller, own);
        if (now.version === manifest.version) {
          if (!(error instanceof IndexRefused)) throw error;
          this.#damaged.add(manifest, error.segment, error.format);
        }
        manifest = now;
        isNewest = true;
      }
    }
  }

  #considerCompaction(caller: Caller, own: OwnSchema, manifest: Manifest): void {
    if (this.#compacted.has(manifest)) return;
    if (chooseCompaction(manifest.segments, holdsQueryKey(own.keyring, own.schema)))
      this.#compactor.consider(caller, own);
    else this.#compacted.add(manifest);
  }

  /**
   * A reader of a manifest with these credentials, which reuses the decrypted headers of the previous one. An index that fits
   * into memory is completely read when this resolves, so that labels reveal nothing about a search.
   */
  async #reader(
    caller: Caller,
    own: OwnSchema,
    manifest: Manifest,
    segments: readonly SegmentEntry[],
  ): Promise<IndexReader> {
    const { user, credentials } = caller;
    const { schema, keyring, fields } = own;
    const store = blockStore(this.#upstream, credentials, schema.id);
    const key = `${user} ${schema.id}`;
    // Looked up each time, so that a removed key opens no cached reader.
    const generations = new Set(segments.map(({ generation }) => generation));
    const keys = new Map(Array.from(generations, (one) => [one, queryKeyOf(keyring, schema, one)]));
    const queryKeys = (generation: number) => keys.get(generation)!;
    const source = { fields, queryKeys, store, segments, cache: this.#cache };
    // Another search may be reading the same index into memory.
    while (this.#preloading.has(key)) await this.#preloading.get(key);
    const reader = new IndexReader(source, this.#readers.get(key));
    this.#readers.set(key, reader);
    const preloading = this.#preload(key, reader, ({ segment, format }) => {
      this.#damaged.add(manifest, segment, format);
      const entry = segments.find(({ id }) => id === segment);
      if (entry) this.#rebuilder.consider(caller, own, entry);
    });
    await preloading;
    return reader;
  }

  /**
   * Reads the index into memory. Never throws.
   * @param onDamaged - called for the first damaged segment.
   */
  #preload(key: string, reader: IndexReader, onDamaged: (refused: IndexRefused) => void): Promise<void> {
    const preloading = reader
      .preload()
      // Any other error occurs again in the search, which reports it.
      .catch((error: unknown) => {
        if (error instanceof IndexRefused) onDamaged(error);
      })
      .finally(() => this.#preloading.delete(key));
    this.#preloading.set(key, preloading);
    return preloading;
  }
}

/** Whether an error may be due to an outdated manifest: a rejected block, or a missing block or record. */
const mayBeOutdated = (error: unknown): boolean =>
  error instanceof IndexRefused ||
  (error instanceof HttpProblem && (error.status === 404 || error.status === 422));

const orderOf = (label: string) =>
  label.startsWith('-') ? { label: label.slice(1), descending: true } : { label, descending: false };
