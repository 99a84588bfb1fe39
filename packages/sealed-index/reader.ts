/** Search over sealed segments: counts, pages, aggregates. The service sees only labels. */
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
  /** The first generation of keys of each field that records of earlier generations lack. */
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
 * Answers queries over the segments of one manifest. All methods throw {@link FilterRefused} for an invalid
 * filter, and `IndexRefused` for a header or block that is not what was sealed: an answer is never wrong.
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

  /** How many records match all filters, and which are on a page of them, in upload order or the requested order. */
  async page(filters: readonly Filter[], { order, ...window }: PageOptions): Promise<RecordReferencePage> {
    const numberOrder = order && { field: this.#numberField(order.label), descending: order.descending };
    const ranges = this.#ranges(filters);
    if (!ranges) return { total: 0, records: [] };
    if (numberOrder) {
      const { total, members } = await orderedPage(
        this.segmentCache,
        await this.#segments(),
        numberOrder,
        ranges,
        window,
      );
      return { total, records: referencesOf(members) };
    }
    const parts = await this.#parts(ranges, window);
    const members = await pageOf(this.segmentCache, parts, ranges, window);
    return { total: sizeOf(parts), records: referencesOf(members) };
  }

  /** Count, sum, average, minimum and maximum of a number field over the records that match all filters. */
  async aggregate(label: string, filters: readonly Filter[]): Promise<Aggregate> {
    const number = this.#numberField(label);
    const ranges = this.#ranges(filters);
    return ranges ? aggregateOf(this.segmentCache, await this.#segments(), number, ranges) : emptyAggregate;
  }

  /**
   * Reads every block into memory, if all fit: after that the service sees no search. Segments that are in memory are not
   * read again. What is read, and in which order, depends on the segments alone. Forward indexes are also built, as far
   * as there is room.
   */
  async preload(): Promise<void> {
    const segments = await this.#segments();
    const unread = segments.filter(({ isInMemory }) => !isInMemory);
    const blocks = segments.reduce((sum, { header }) => sum + header.blocks, 0);
    if (unread.length === 0 || blocks > this.segmentCache.source.cache.maxBlocks) return;
    for (const segment of unread) await this.segmentCache.load(segment);
    const allFields = [...this.#source.fields.keys()];
    await this.segmentCache.prepare(
      unread,
      allFields,
      allFields.filter((field) => this.#isNumber(field)),
    );
    for (const segment of unread) {
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
      // One at a time, so that searches can run in between.
      await setImmediate();
    }
  }

  #segments(): Promise<OpenSegment[]> {
    return this.segmentCache.open(this.#source.segments);
  }

  /** The filters' ranges in each generation of keys that a segment has; null if nothing can match. */
  #ranges(filters: readonly Filter[]): Ranges | null {
    const { fields, queryKeys, segments } = this.#source;
    const rangesIn = (textKeyOf: (field: string, text: string) => number) =>
      rangesOf(filters, fields, (field, text) => textKeyOf(fields[field]!.name, text));
    // Even without segments, an invalid filter is refused.
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
      throw new FilterRefused(`"${label}" is a text field: only numbers can be summed and ordered.`);
    return number;
  }

  #isNumber(field: number): boolean {
    return this.#source.fields[field]!.type !== 'string';
  }

  /** The matches of each segment. @param window - the page that is read next. */
  async #parts(ranges: Ranges, window?: PageWindow): Promise<Postings[]> {
    const segments = await this.#segments();
    await this.segmentCache.prepare(segments, ranges.fields);
    return postingsOf(this.segmentCache, segments, ranges, window);
  }
}

const referencesOf = (members: readonly RecordPosition[]): RecordReference[] =>
  members.map(({ segment, ordinal }) => segment.recordAt(ordinal));

const sizeOf = (parts: readonly Postings[]): number => parts.reduce((sum, { count }) => sum + count, 0);
