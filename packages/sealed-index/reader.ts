/** Search over sealed segments: counts, pages, aggregates, of which the service sees only labels. */
import { setImmediate } from 'node:timers/promises';
import type { SignedDefinition } from '@cloakroom/contract/definitions.ts';
import type { Field } from '@cloakroom/contract/fields.ts';
import type { Filter } from '@cloakroom/contract/records.ts';
import { type Aggregate, aggregateOf, emptyAggregate } from './aggregate.ts';
import { BlockCache } from './blockCache.ts';
import { type BlockStore, type QueryKeys, type SegmentRef, SegmentCache } from './segmentCache.ts';
import { fieldNumber, FilterRefused, type KeyRange, rangesOf } from './filters.ts';
import { forwardIndexBytes } from './forwardIndex.ts';
import { textKeysOf } from './textKeys.ts';
import type { OpenSegment } from './openSegment.ts';
import { type RecordPosition, orderedPage, type PageWindow } from './ordered.ts';
import { pageOf, type Postings, postingsOf } from './postings.ts';
import { Ranges } from './ranges.ts';
import type { RecordReference } from './recordRanges.ts';

type IndexSource = {
  fields: readonly Field[];
  /** The first generation of keys of fields that records of earlier ones were sealed without. */
  added?: SignedDefinition['added'];
  queryKeys: QueryKeys;
  store: BlockStore;
  /** The manifest's segments, in its order: upload order. */
  segments: readonly SegmentRef[];
  /** Opened blocks; by default a new cache of 256 MB. */
  cache?: BlockCache;
};

type PageOptions = PageWindow & {
  /** A number field to order the whole result by. */
  order?: { label: string; descending: boolean };
};

export type RecordReferencePage = { total: number; records: RecordReference[] };

/**
 * Answers queries over the segments of one manifest. All methods throw {@link FilterRefused} for a filter that makes
 * no sense, and `IndexRefused` for a header or block that is not what was sealed: never a wrong answer.
 */
export class IndexReader {
  readonly #source: IndexSource;
  /** What this reader has opened so far. */
  readonly segmentCache: SegmentCache;

  /** @param before - the reader of an older manifest of the same schema: what it opened is reused. */
  constructor(source: IndexSource, before?: IndexReader) {
    this.#source = source;
    const cache = source.cache ?? before?.segmentCache.source.cache ?? new BlockCache();
    this.segmentCache = new SegmentCache({ ...source, cache }, source.segments, before?.segmentCache);
  }

  /** How many records match all filters. */
  async count(filters: readonly Filter[]): Promise<number> {
    const ranges = this.#ranges(filters);
    return ranges ? sizeOf(await this.#parts(ranges)) : 0;
  }

  /** How many records match all filters, and which are on a page of them, in upload order or the order asked for. */
  async page(filters: readonly Filter[], { order, ...window }: PageOptions): Promise<RecordReferencePage> {
    const by = order && { field: this.#numberField(order.label), descending: order.descending };
    const ranges = this.#ranges(filters);
    if (!ranges) return { total: 0, records: [] };
    if (by) {
      const { total, members } = await orderedPage(
        this.segmentCache,
        await this.#segments(),
        by,
        ranges,
        window,
      );
      return { total, records: referencesOf(members) };
    }
    const parts = await this.#parts(ranges, window);
    const members = await pageOf(this.segmentCache, parts, ranges, window);
    return { total: sizeOf(parts), records: referencesOf(members) };
  }

  /** Count, sum, average, least and greatest of a number field over the records that match all filters. */
  async aggregate(label: string, filters: readonly Filter[]): Promise<Aggregate> {
    const number = this.#numberField(label);
    const ranges = this.#ranges(filters);
    return ranges ? aggregateOf(this.segmentCache, await this.#segments(), number, ranges) : emptyAggregate;
  }

  /**
   * Reads every block into memory, if all fit: from then on the service sees no search. Segments that are in memory are not
   * read again. What is read, and in which order, depends on the segments alone. Forward indexes are built beforehand as far
   * as there is room.
   */
  async preload(): Promise<void> {
    const segments = await this.#segments();
    const fresh = segments.filter(({ isInMemory }) => !isInMemory);
    const blocks = segments.reduce((sum, { header }) => sum + header.blocks, 0);
    if (fresh.length === 0 || blocks > this.segmentCache.source.cache.maxBlocks) return;
    for (const segment of fresh) await this.segmentCache.load(segment);
    const all = [...this.#source.fields.keys()];
    await this.segmentCache.prepare(
      fresh,
      all,
      all.filter((field) => this.#isNumber(field)),
    );
    for (const segment of fresh) {
      this.segmentCache.forgetDirectory(segment);
      await this.#buildForwardIndexes(segment);
      segment.isInMemory = true;
    }
  }

  async #buildForwardIndexes(segment: OpenSegment): Promise<void> {
    for (const field of this.#source.fields.keys()) {
      const { greatest } = segment.run(field);
      if (
        forwardIndexBytes({ records: segment.records, greatest }) > this.segmentCache.source.cache.freeBytes
      )
        continue;
      this.segmentCache.forwardIndex(segment, field);
      // One at a time: searches come in between.
      await setImmediate();
    }
  }

  #segments(): Promise<OpenSegment[]> {
    return this.segmentCache.open(this.#source.segments);
  }

  /** The filters' ranges in each generation of keys that a segment has; null when nothing can match. */
  #ranges(filters: readonly Filter[]): Ranges | null {
    const { fields, queryKeys, segments } = this.#source;
    const rangesIn = (keyword: (field: string, text: string) => number) =>
      rangesOf(filters, fields, (field, text) => keyword(fields[field]!.name, text));
    // Without segments too: a filter that makes no sense is always refused.
    if (segments.length === 0) rangesIn(() => 0);
    const byGeneration = new Map<number, KeyRange[]>();
    for (const generation of new Set(segments.map((segment) => segment.generation))) {
      const ranges = rangesIn((field, text) => textKeysOf(queryKeys(generation), field)(text));
      if (!ranges) return null;
      byGeneration.set(generation, ranges);
    }
    return new Ranges(byGeneration);
  }

  #numberField(label: string): number {
    const number = fieldNumber(this.#source.fields, label);
    if (!this.#isNumber(number))
      throw new FilterRefused(`"${label}" is a text: only numbers can be summed up and put in order.`);
    return number;
  }

  #isNumber(field: number): boolean {
    return this.#source.fields[field]!.type !== 'string';
  }

  /** The matches of each segment. @param window - the page that is wanted next. */
  async #parts(ranges: Ranges, window?: PageWindow): Promise<Postings[]> {
    const segments = await this.#segments();
    await this.segmentCache.prepare(segments, ranges.fields);
    return postingsOf(this.segmentCache, segments, ranges, window);
  }
}

const referencesOf = (members: readonly RecordPosition[]): RecordReference[] =>
  members.map(({ segment, ordinal }) => segment.recordAt(ordinal));

const sizeOf = (parts: readonly Postings[]): number => parts.reduce((sum, { count }) => sum + count, 0);
