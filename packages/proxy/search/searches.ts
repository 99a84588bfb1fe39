/** Searches sealed records. The index is decrypted here; the service sees only labels and the ids of a page's records. */
import { LRUCache } from 'lru-cache';
import { totalLiveCount, unreadableCount } from '@cloakroom/contract/liveRecords.ts';
import type { SearchBody, SealedRecord } from '@cloakroom/contract/records.ts';
import type { Manifest, SegmentEntry } from '@cloakroom/contract/segments.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { BlockCache } from '@cloakroom/sealed-index/blockCache.ts';
import { IndexReader } from '@cloakroom/sealed-index/reader.ts';
import type { RecordReference } from '@cloakroom/sealed-index/recordRanges.ts';
import { IndexRefused } from '@cloakroom/sealed-index/refused.ts';
import type { Compactor } from '../compaction/compactor.ts';
import type { GroupResealer } from '../compaction/groupResealer.ts';
import type { Rebuilder } from '../compaction/rebuilder.ts';
import { queryKeyOf } from '../schemaKeys.ts';
import type { Upstream } from '../upstream.ts';
import { aggregateIn, aggregateValue } from './aggregates.ts';
import { blockStore } from './blockStore.ts';
import {
  DamagedSegments,
  damagedIndex,
  lostValues,
  maxDamagedSegments,
  type PartialAnswer,
} from './damagedSegments.ts';
import type { RecordPages } from './recordPages.ts';
import type { SchemaRead } from './schemaReads.ts';

/** Background work that a search schedules. */
export type Maintenance = {
  compactor: Pick<Compactor, 'scheduleCheck' | 'hasWork'>;
  /** Rebuilds damaged segments that a search finds. */
  rebuilder: Pick<Rebuilder, 'scheduleCheck' | 'scheduleReread'>;
  /** Reseals groups from which records were deleted. */
  resealer: Pick<GroupResealer, 'scheduleCheck'>;
};

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
  readonly #pages: RecordPages;
  readonly #maintenance: Maintenance;
  readonly #cache: BlockCache;
  readonly #readers = new LRUCache<string, IndexReader>({ max: maxReaders });
  /** Running preloads of indexes, by reader. */
  readonly #preloading = new Map<string, Promise<void>>();
  readonly #damaged = new DamagedSegments();
  /** Manifests in which no segments need to be merged. */
  readonly #compacted = new WeakSet<Manifest>();

  /** @param indexCacheBytes - limit of cached index blocks of all schemas together. */
  constructor(upstream: Upstream, pages: RecordPages, maintenance: Maintenance, indexCacheBytes: number) {
    this.#cache = new BlockCache(indexCacheBytes);
    this.#upstream = upstream;
    this.#pages = pages;
    this.#maintenance = maintenance;
  }

  /**
   * One page of matches, or the requested aggregate.
   * @throws {HttpProblem} 422 if part of the schema can't be read, unless the query is `partial`; errors of the index.
   */
  async run(source: SchemaRead, query: SearchQuery): Promise<PartialAnswer<SearchResult>> {
    const { own, caller, expected } = source;
    const { limit, offset, order_by, partial = false } = query;
    const aggregate = aggregateIn(query.filters, own.fields);
    if (aggregate) {
      const { label, filters, measure } = aggregate;
      const mode = { partial, byValues: true };
      const read = (reader: IndexReader) => reader.aggregate(label, filters);
      const { answer, unreadable } = await this.#read(source, read, mode);
      await source.confirm();
      return { answer: { value: aggregateValue(answer, measure) }, unreadable };
    }
    const order = order_by === undefined ? {} : { order: orderOf(order_by) };
    const mode = { partial, byValues: query.filters.length > 0 || order_by !== undefined };
    const page = async (reader: IndexReader, manifest: Manifest) => {
      const { total, records } = await reader.page(query.filters, { limit, offset, ...order });
      const place = { credentials: caller.credentials, own, manifest };
      const found = await this.#pages.read(place, records, { partial, expected: expected(manifest) });
      return { total, records: found, requested: records.length };
    };
    const { answer, unreadable } = await this.#read(source, page, mode);
    const { total, records } = answer;
    return { answer: { total, records }, unreadable: unreadable + answer.requested - records.length };
  }

  /** The matches of a page in upload order, by upload and number, and how many there are in all. The caller has the state confirmed. @throws as {@link run}. */
  async references(
    source: SchemaRead,
    { filters, limit, offset, partial = false }: Omit<SearchQuery, 'order_by'>,
  ): Promise<{ records: RecordReference[]; total: number; manifest: Manifest }> {
    const mode = { partial, byValues: filters.length > 0 };
    const read = async (reader: IndexReader, manifest: Manifest) => ({
      ...(await reader.page(filters, { limit, offset })),
      manifest,
    });
    return (await this.#read(source, read, mode)).answer;
  }

  /** How many records match, including an aggregate's own filter. @throws as {@link run}. */
  async count(
    source: SchemaRead,
    { filters, partial = false }: Pick<SearchQuery, 'filters' | 'partial'>,
  ): Promise<PartialAnswer<number>> {
    const aggregate = aggregateIn(filters, source.own.fields);
    const mode = { partial, byValues: filters.length > 0 };
    const read = (reader: IndexReader) => reader.count(aggregate?.filters ?? filters);
    const counted = await this.#read(source, read, mode);
    await source.confirm();
    return counted;
  }

  /**
   * Runs a query on the present manifest. If part of it is missing, a merge or deletion may have been published meanwhile, so
   * the query is repeated once on a newer manifest. If there is none, or it fails again, the stored data is damaged: the segment
   * is omitted from a partial answer, or the search fails.
   */
  async #read<Answer>(
    source: SchemaRead,
    ask: (reader: IndexReader, manifest: Manifest) => Promise<Answer>,
    { partial, byValues }: { partial: boolean; byValues: boolean },
  ): Promise<PartialAnswer<Answer>> {
    const { caller, own } = source;
    let { manifest } = source;
    this.#scheduleMaintenance(source);
    for (let isNewest = false; ;) {
      const known = this.#damaged.of(manifest);
      const damaged = manifest.segments.filter(({ id }) => known.has(id));
      if (damaged.length > 0) {
        const rebuilding = damaged.map((entry) =>
          this.#maintenance.rebuilder.scheduleCheck(caller, { own, manifest }, entry),
        );
        const all = totalLiveCount(manifest.segments);
        if (!partial || damaged.length > maxDamagedSegments)
          throw damagedIndex(damaged, all, rebuilding.every(Boolean), known);
      }
      const readable = manifest.segments.filter(({ id }) => !known.has(id));
      const incomplete = readable.filter(({ unreadable }) => unreadable !== undefined);
      for (const entry of incomplete)
        this.#maintenance.rebuilder.scheduleReread(caller, { own, manifest }, entry);
      const lost = byValues ? incomplete.filter((entry) => unreadableCount(entry) > 0) : [];
      if (lost.length > 0 && !partial) throw lostValues(lost);
      try {
        const answer = await ask(await this.#reader(source, manifest, readable), manifest);
        const unreadable =
          totalLiveCount(damaged) + lost.reduce((sum, entry) => sum + unreadableCount(entry), 0);
        return { answer, unreadable };
      } catch (error) {
        if (!mayBeOutdated(error)) throw error;
        const now = isNewest ? manifest : await source.newest();
        if (now.version === manifest.version) {
          if (!(error instanceof IndexRefused)) throw error;
          this.#damaged.add(manifest, error.segment, error.format);
        }
        manifest = now;
        isNewest = true;
      }
    }
  }

  #scheduleMaintenance({ caller, own, manifest }: SchemaRead): void {
    this.#maintenance.resealer.scheduleCheck(caller, own, manifest);
    if (this.#compacted.has(manifest)) return;
    if (this.#maintenance.compactor.hasWork(own, manifest))
      this.#maintenance.compactor.scheduleCheck(caller, own);
    else this.#compacted.add(manifest);
  }

  /**
   * A reader of a manifest with these credentials, which reuses the decrypted headers of the previous one. An index that fits
   * into memory is completely read when this resolves, so that labels reveal nothing about a search.
   */
  async #reader(
    { caller, own }: SchemaRead,
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
    const added = manifest.definition?.added;
    const source = { fields, added, queryKeys, store, segments, cache: this.#cache };
    // Another search may be reading the same index into memory.
    while (this.#preloading.has(key)) await this.#preloading.get(key);
    const reader = new IndexReader(source, this.#readers.get(key));
    this.#readers.set(key, reader);
    const preloading = this.#preload(key, reader, ({ segment, format }) => {
      this.#damaged.add(manifest, segment, format);
      const entry = segments.find(({ id }) => id === segment);
      if (entry) this.#maintenance.rebuilder.scheduleCheck(caller, { own, manifest }, entry);
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
  error instanceof IndexRefused || (error instanceof HttpProblem && [404, 412, 422].includes(error.status));

const orderOf = (label: string) =>
  label.startsWith('-') ? { label: label.slice(1), descending: true } : { label, descending: false };
