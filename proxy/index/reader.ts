/** Search over sealed segments: counts, pages, aggregates, with nothing but labels shown to who keeps them. */
import { setImmediate } from 'node:timers/promises';
import type { Field } from '#contract/fields.ts';
import type { Filter } from '#contract/records.ts';
import { type Aggregate, aggregateOf, emptyAggregate } from './aggregate.ts';
import { allBits, membersOf } from './bits.ts';
import { BlockCache } from './blockCache.ts';
import type { BlockStore } from './blockStore.ts';
import { earliestMatches, pagePlaces } from './earliest.ts';
import { fieldNumber, FilterRefused, type KeyRange, rangesOf } from './filters.ts';
import { inverseBytes } from './inverse.ts';
import { keywordsOf } from './keywords.ts';
import { matchesOf } from './matches.ts';
import type { OpenSegment } from './openSegment.ts';
import { type Member, orderedPage, type Window } from './ordered.ts';
import { Ranges } from './ranges.ts';
import { ranksOf } from './ranks.ts';
import type { RecordReference } from './recordRanges.ts';
import { placesOf, type QueryKeys, type SegmentRef, Shelf } from './shelf.ts';

type IndexSource = {
  fields: readonly Field[];
  queryKeys: QueryKeys;
  store: BlockStore;
  /** The manifest's segments, in its order: upload order. */
  segments: readonly SegmentRef[];
  /** Opened blocks; one of 256 MB of its own when left out. */
  cache?: BlockCache;
};

type PageOptions = Window & {
  /** A number field to order the whole result by. */
  order?: { label: string; descending: boolean };
};

export type Page = { total: number; records: RecordReference[] };

/** Blocks that are read at once to be held: few enough for searches to come in between. */
const holdBlocks = 1024;

type Part = { segment: OpenSegment; count: number; bits: Uint8Array | null };

/**
 * Answers queries over the segments of one manifest. All methods throw {@link FilterRefused} for a filter that makes
 * no sense, and `IndexRefused` for a header or block that is not what was sealed: never a wrong answer.
 */
export class IndexReader {
  readonly #source: IndexSource;
  /** What this reader has opened so far. */
  readonly shelf: Shelf;

  /** @param before - the reader of an older manifest of the same schema: what it opened is kept. */
  constructor(source: IndexSource, before?: IndexReader) {
    this.#source = source;
    const cache = source.cache ?? before?.shelf.source.cache ?? new BlockCache();
    this.shelf = new Shelf({ ...source, cache }, source.segments, before?.shelf);
  }

  /** How many records match all filters. */
  async count(filters: readonly Filter[]): Promise<number> {
    const ranges = this.#ranges(filters);
    return ranges ? sizeOf(await this.#parts(ranges)) : 0;
  }

  /** How many records match all filters, and which are on a page of them, in upload order or the order asked for. */
  async page(filters: readonly Filter[], { order, ...window }: PageOptions): Promise<Page> {
    const by = order && { field: this.#numberField(order.label), descending: order.descending };
    const ranges = this.#ranges(filters);
    if (!ranges) return { total: 0, records: [] };
    if (by) {
      const { total, members } = await orderedPage(this.shelf, await this.#segments(), by, ranges, window);
      return { total, records: await this.#references(members) };
    }
    const parts = await this.#parts(ranges, window);
    const records = await this.#references(await this.#members(parts, ranges, window));
    return { total: sizeOf(parts), records };
  }

  /** Count, sum, average, least and greatest of a number field over the records that match all filters. */
  async aggregate(label: string, filters: readonly Filter[]): Promise<Aggregate> {
    const number = this.#numberField(label);
    const ranges = this.#ranges(filters);
    return ranges ? aggregateOf(this.shelf, await this.#segments(), number, ranges) : emptyAggregate;
  }

  /**
   * Read every block into memory, if all fit: from then on whoever keeps them sees no search. Segments that were held
   * before are not read again. Runs are turned round beforehand as far as there is room.
   */
  async hold(): Promise<void> {
    const segments = await this.#segments();
    const blocks = segments.reduce((sum, { header }) => sum + header.directory, 0);
    if (blocks > this.shelf.source.cache.most) return;
    await this.shelf.prepare(segments, [...this.#source.fields.keys()]);
    for (const segment of segments) {
      if (segment.held) continue;
      for (let from = 0; from < segment.header.directory; from += holdBlocks)
        await this.shelf.blocks(
          placesOf(segment, from, 0, Math.min(holdBlocks, segment.header.directory - from) - 1),
        );
      await this.#turnRound(segment);
      segment.held = true;
    }
  }

  async #turnRound(segment: OpenSegment): Promise<void> {
    for (const field of this.#source.fields.keys()) {
      const { greatest } = segment.run(field);
      if (inverseBytes({ records: segment.records, greatest }) > this.shelf.source.cache.spare) continue;
      this.shelf.inverse(segment, field);
      // One at a time: searches come in between.
      await setImmediate();
    }
  }

  #segments(): Promise<OpenSegment[]> {
    return this.shelf.open(this.#source.segments);
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
      const ranges = rangesIn((field, text) => keywordsOf(queryKeys(generation), field)(text));
      if (!ranges) return null;
      byGeneration.set(generation, ranges);
    }
    return new Ranges(byGeneration);
  }

  #numberField(label: string): number {
    const number = fieldNumber(this.#source.fields, label);
    if (this.#source.fields[number]!.type === 'string')
      throw new FilterRefused(`"${label}" is a text: only numbers can be summed up and put in order.`);
    return number;
  }

  /**
   * The matches of each segment: counted, and named where counting had to find them.
   * @param window - the page that is wanted next.
   */
  async #parts(ranges: Ranges, window?: Window): Promise<Part[]> {
    const segments = await this.#segments();
    const { length } = ranges.fields;
    await this.shelf.prepare(segments, ranges.fields);
    if (length > 1) return matchesOf(this.shelf, segments, ranges.in);
    const whole = segments.filter((segment) => !this.shelf.deleted(segment));
    const rangeIn = (segment: OpenSegment) => ranges.in(segment)[0]!;
    const soon = window && length > 0 ? pagePlaces(whole, rangeIn, window) : [];
    const ranks = length > 0 ? await ranksOf(this.shelf, whole, rangeIn, soon) : [];
    const counted = new Map<OpenSegment, Part>(
      whole.map((segment, i) => {
        const count = length > 0 ? ranks[i]!.to - ranks[i]!.from : segment.records;
        return [segment, { segment, count, bits: null }];
      }),
    );
    // Ranks count deleted records too: segments that have some are counted by what they hold.
    const holed = segments.filter((segment) => this.shelf.deleted(segment));
    for (const part of await matchesOf(this.shelf, holed, ranges.in)) counted.set(part.segment, part);
    return segments.flatMap((segment) => counted.get(segment) ?? []);
  }

  /** The members of a page. Only segments that hold some of it are read. */
  async #members(parts: readonly Part[], ranges: Ranges, window: Window): Promise<Member[]> {
    const wanted: (Part & { skip: number; take: number })[] = [];
    let [skip, left] = [window.offset, window.limit];
    for (const part of parts) {
      const take = Math.max(0, Math.min(left, part.count - skip));
      if (take > 0) wanted.push({ ...part, skip, take });
      skip = Math.max(0, skip - part.count);
      left -= take;
    }
    const unknown = wanted.filter(({ bits, count, segment }) => !bits && count < segment.records);
    const found = await earliestMatches(
      this.shelf,
      unknown.map(({ segment, skip, take }) => ({
        segment,
        range: ranges.in(segment)[0]!,
        wanted: skip + take,
      })),
    );
    const bitsOf = new Map(unknown.map(({ segment }, i) => [segment, found[i]!]));
    return wanted.flatMap(({ segment, bits, skip, take }) => {
      const known = bits ?? bitsOf.get(segment) ?? allBits(segment.records);
      return membersOf(known, skip, take).map((ordinal) => ({ segment, ordinal }));
    });
  }

  async #references(members: readonly Member[]): Promise<RecordReference[]> {
    await this.shelf.prepare([...new Set(members.map(({ segment }) => segment))], []);
    return members.map(({ segment, ordinal }) => segment.finder!.at(ordinal));
  }
}

const sizeOf = (parts: readonly Part[]): number => parts.reduce((sum, { count }) => sum + count, 0);
