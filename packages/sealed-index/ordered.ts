/** Pages in the order of a number field: its run, block by block, until the page is certain. */
import { fullBitmap, countBits, subtractBits, hasBit, ordinalsIn } from './bits.ts';
import { type KeyRange, wholeRange } from './filters.ts';
import { blockEntriesOf } from './groups.ts';
import { matchesOf } from './matches.ts';
import type { OpenSegment } from './openSegment.ts';
import type { Ranges } from './ranges.ts';
import { ranksOf } from './ranks.ts';
import type { SegmentCache } from './segmentCache.ts';

type Order = { field: number; descending: boolean };
export type PageWindow = { offset: number; limit: number };

/** A record by its segment and ordinal. */
export type RecordPosition = { segment: OpenSegment; ordinal: number };

/** A segment with what can be in the result: `bits` where filters on other fields decide, else the ranks of its run. */
type Source = { segment: OpenSegment; count: number; bits: Uint8Array | null; from: number; to: number };

/** A block of the run: the keys nearest to and farthest from the beginning of the order that it can hold. */
type PendingBlock = { source: number; block: number; near: number; far: number; entries: number };
type FoundEntry = { key: number; source: number; block: number; ordinal: number };

/**
 * The records that match the ranges, by the field's value, equal values in upload order, records without a value
 * last. @throws {IndexRefused}
 */
export async function orderedPage(
  segmentCache: SegmentCache,
  segments: readonly OpenSegment[],
  order: Order,
  ranges: Ranges,
  window: PageWindow,
): Promise<{ total: number; members: RecordPosition[] }> {
  await segmentCache.prepare(segments, [order.field, ...ranges.fields]);
  const own = ranges.ofNumber(order.field);
  const range = own ?? wholeRange(order.field);
  const sources = await sourcesOf(segmentCache, segments, ranges, range);
  const total = sources.reduce((sum, { count }) => sum + count, 0);
  const { members, before } = await scanRun(segmentCache, sources, order, range, window);
  const missing = Math.min(window.limit, total - window.offset) - members.length;
  if (own || missing <= 0) return { total, members };
  const skip = Math.max(0, window.offset - before);
  return {
    total,
    members: [...members, ...(await withoutValue(segmentCache, sources, range, skip, missing))],
  };
}

/** The segments with results, their number, and how to test a record. */
async function sourcesOf(
  segmentCache: SegmentCache,
  segments: readonly OpenSegment[],
  ranges: Ranges,
  range: KeyRange,
): Promise<Source[]> {
  if (ranges.fields.some((field) => field !== range.field)) {
    const matches = await matchesOf(segmentCache, segments, ranges.in);
    return matches.map((one) => ({ ...one, from: 0, to: one.segment.run(range.field).entries }));
  }
  const whole = segments.filter((segment) => !segmentCache.deleted(segment));
  const ranks = await ranksOf(segmentCache, whole, () => range);
  const sources = new Map<OpenSegment, Source>(
    whole.map((segment, i) => {
      const { from, to } = ranks[i]!;
      const count = ranges.fields.length > 0 ? to - from : segment.records;
      return [segment, { segment, from, to, bits: null, count }];
    }),
  );
  // Ranks count deleted records too.
  const withDeletions = segments.filter((segment) => segmentCache.deleted(segment));
  for (const one of await matchesOf(segmentCache, withDeletions, ranges.in))
    sources.set(one.segment, { ...one, from: 0, to: one.segment.run(range.field).entries });
  return segments.flatMap((segment) => sources.get(segment) ?? []);
}

/** The blocks that can hold results, those with the nearest keys first. */
function pendingBlocks(sources: readonly Source[], range: KeyRange, descending: boolean): PendingBlock[] {
  const waiting = sources.flatMap(({ segment, from, to }, source) => {
    const span = segment.span(range);
    if (!span) return [];
    const { first, rank } = segment.fencePointers(range.field);
    const { greatest } = segment.run(range.field);
    return Array.from({ length: span.to - span.from + 1 }, (_, i): PendingBlock => {
      const block = span.from + i;
      const [least, most] = [first[block]!, first[block + 1] ?? greatest];
      const entries = Math.min(rank[block + 1]!, to) - Math.max(rank[block]!, from);
      return { source, block, entries, near: descending ? most : least, far: descending ? least : most };
    });
  });
  const sign = descending ? -1 : 1;
  return waiting.sort((a, b) => sign * (a.near - b.near) || a.source - b.source || a.block - b.block);
}

/**
 * How many entries and which blocks are certain to come before the page, by their fences alone: a deep page costs what a
 * first one costs.
 */
function skipped(
  waiting: readonly PendingBlock[],
  offset: number,
  sign: number,
): { rest: PendingBlock[]; skip: number } {
  let reached = 0;
  let at = 0;
  while (at + 1 < waiting.length && reached + waiting[at]!.entries <= offset)
    reached += waiting[at++]!.entries;
  const pivot = waiting[at]?.near ?? 0;
  const isBefore = (block: PendingBlock) => sign * (block.far - pivot) < 0;
  return {
    rest: waiting.filter((block) => !isBefore(block)),
    skip: waiting.filter(isBefore).reduce((sum, { entries }) => sum + entries, 0),
  };
}

/** Reads blocks until no unread one can hold a record of the page. `before` counts all entries when it read them all. */
async function scanRun(
  segmentCache: SegmentCache,
  sources: readonly Source[],
  { field, descending }: Order,
  range: KeyRange,
  { offset, limit }: PageWindow,
): Promise<{ members: RecordPosition[]; before: number }> {
  const sign = descending ? -1 : 1;
  const all = pendingBlocks(sources, range, descending);
  const filtered = sources.some(({ bits }) => bits);
  const { rest, skip } = filtered ? { rest: all, skip: 0 } : skipped(all, offset, sign);
  const end = offset + limit - skip;
  const share = filtered ? shareOf(sources) : 1;
  const found: FoundEntry[] = [];
  let at = 0;
  for (let wantedEntries = (end * 1.3) / share + 10; at < rest.length; wantedEntries *= 2) {
    const batch = rest.slice(at, batchEnd(rest, at, wantedEntries, sources.length));
    const addresses = batch.map(({ source, block }) => {
      const { segment } = sources[source]!;
      return { segment, number: segment.run(field).start + block };
    });
    const blocks = await segmentCache.blocks(addresses);
    batch.forEach((one, i) => {
      const { segment, number } = addresses[i]!;
      collect(found, one, sources[one.source]!, range, blocks(segment, number));
    });
    at += batch.length;
    found.sort((a, b) => sign * (a.key - b.key) || a.source - b.source || a.ordinal - b.ordinal);
    const [last, next] = [found[end - 1], rest[at]];
    if (last && next && comesBefore(last, next, sign)) break;
  }
  const page = found.slice(offset - skip, end);
  return {
    members: page.map(({ source, ordinal }) => ({ segment: sources[source]!.segment, ordinal })),
    before: skip + found.length,
  };
}

/** The part of all entries that is in the result. */
function shareOf(sources: readonly Source[]): number {
  const [count, records] = sources.reduce(
    ([c, r], { count, segment }) => [c + count, r + segment.records],
    [0, 0],
  );
  return records === 0 ? 1 : count / records;
}

/** The end of the blocks that contain the wanted entries, and at least one a segment. */
function batchEnd(rest: readonly PendingBlock[], from: number, wantedEntries: number, least: number): number {
  let end = from;
  for (let sum = 0; end < rest.length && (sum < wantedEntries || end < from + least); end++)
    sum += rest[end]!.entries;
  return end;
}

/** Whether an entry comes before all that an unread block, and those after it, can hold. */
const comesBefore = (last: FoundEntry, { near, source, block }: PendingBlock, sign: number): boolean =>
  (sign * (last.key - near) || last.source - source || last.block - block) < 0;

function collect(
  found: FoundEntry[],
  { source, block }: PendingBlock,
  from: Source,
  range: KeyRange,
  plain: Buffer,
): void {
  const { keys, ordinals, count } = blockEntriesOf(plain, from.segment.width);
  for (let i = 0; i < count; i++) {
    const [key, ordinal] = [keys[i]!, ordinals[i]!];
    if (key < range.low || key > range.high || (from.bits && !hasBit(from.bits, ordinal))) continue;
    found.push({ key, source, block, ordinal });
  }
}

/** Results that lack the field, in upload order. */
async function withoutValue(
  segmentCache: SegmentCache,
  sources: readonly Source[],
  range: KeyRange,
  skip: number,
  take: number,
): Promise<RecordPosition[]> {
  const gaps = sources.filter(({ segment }) => segment.run(range.field).entries < segment.records);
  const present = await matchesOf(
    segmentCache,
    gaps.map(({ segment }) => segment),
    () => [range],
  );
  const members: RecordPosition[] = [];
  let before = 0;
  for (const { segment, bits } of gaps) {
    const absent = bits?.slice() ?? fullBitmap(segment.records);
    const having = present.find((one) => one.segment === segment);
    if (having) subtractBits(absent, having.bits);
    const ordinals = ordinalsIn(absent, Math.max(0, skip - before), take - members.length);
    members.push(...ordinals.map((ordinal) => ({ segment, ordinal })));
    before += countBits(absent);
  }
  return members;
}
