/** Pages in the order of a number field: reads its run block by block until the page is certain. */
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

/** A segment, and its entries that can be in the result: `bits` if there are filters on other fields, else the ranks of its run. */
type Source = { segment: OpenSegment; count: number; bits: Uint8Array | null; from: number; to: number };

/** A block of the run, and the nearest and farthest keys that it can hold, from the beginning of the order. */
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
  const ownRange = ranges.ofNumber(order.field);
  const range = ownRange ?? wholeRange(order.field);
  const sources = await sourcesOf(segmentCache, segments, ranges, range);
  const total = sources.reduce((sum, { count }) => sum + count, 0);
  const { members, before } = await scanRun(segmentCache, sources, order, range, window);
  const missing = Math.min(window.limit, total - window.offset) - members.length;
  if (ownRange || missing <= 0) return { total, members };
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
    return matches.map((match) => ({ ...match, from: 0, to: match.segment.run(range.field).entries }));
  }
  const withoutDeletions = segments.filter((segment) => !segmentCache.deleted(segment));
  const ranks = await ranksOf(segmentCache, withoutDeletions, () => range);
  const sources = new Map<OpenSegment, Source>(
    withoutDeletions.map((segment, i) => {
      const { from, to } = ranks[i]!;
      const count = ranges.fields.length > 0 ? to - from : segment.records;
      return [segment, { segment, from, to, bits: null, count }];
    }),
  );
  // Ranks count deleted records too.
  const withDeletions = segments.filter((segment) => segmentCache.deleted(segment));
  for (const match of await matchesOf(segmentCache, withDeletions, ranges.in))
    sources.set(match.segment, { ...match, from: 0, to: match.segment.run(range.field).entries });
  return segments.flatMap((segment) => sources.get(segment) ?? []);
}

/** The blocks that can hold results, those with the nearest keys first. */
function pendingBlocks(sources: readonly Source[], range: KeyRange, descending: boolean): PendingBlock[] {
  const pending = sources.flatMap(({ segment, from, to }, source) => {
    const span = segment.span(range);
    if (!span) return [];
    const { first, rank } = segment.fencePointers(range.field);
    const { greatest } = segment.run(range.field);
    return Array.from({ length: span.to - span.from + 1 }, (_, i): PendingBlock => {
      const block = span.from + i;
      const [lowest, highest] = [first[block]!, first[block + 1] ?? greatest];
      const entries = Math.min(rank[block + 1]!, to) - Math.max(rank[block]!, from);
      return {
        source,
        block,
        entries,
        near: descending ? highest : lowest,
        far: descending ? lowest : highest,
      };
    });
  });
  const direction = descending ? -1 : 1;
  return pending.sort((a, b) => direction * (a.near - b.near) || a.source - b.source || a.block - b.block);
}

/**
 * How many entries and which blocks are certain to come before the page, according to their fence pointers alone, so that a deep page costs as much as
 * the first.
 */
function skipped(
  pending: readonly PendingBlock[],
  offset: number,
  direction: number,
): { rest: PendingBlock[]; skip: number } {
  let reached = 0;
  let at = 0;
  while (at + 1 < pending.length && reached + pending[at]!.entries <= offset)
    reached += pending[at++]!.entries;
  const pivot = pending[at]?.near ?? 0;
  const isBefore = (block: PendingBlock) => direction * (block.far - pivot) < 0;
  return {
    rest: pending.filter((block) => !isBefore(block)),
    skip: pending.filter(isBefore).reduce((sum, { entries }) => sum + entries, 0),
  };
}

/** Reads blocks until no unread one can hold a record of the page. `before` is the number of all entries if it has read them all. */
async function scanRun(
  segmentCache: SegmentCache,
  sources: readonly Source[],
  { field, descending }: Order,
  range: KeyRange,
  { offset, limit }: PageWindow,
): Promise<{ members: RecordPosition[]; before: number }> {
  const direction = descending ? -1 : 1;
  const blocksInRange = pendingBlocks(sources, range, descending);
  const isFiltered = sources.some(({ bits }) => bits);
  const { rest, skip } = isFiltered
    ? { rest: blocksInRange, skip: 0 }
    : skipped(blocksInRange, offset, direction);
  const end = offset + limit - skip;
  const share = isFiltered ? shareOf(sources) : 1;
  const found: FoundEntry[] = [];
  let at = 0;
  for (let wantedEntries = (end * 1.3) / share + 10; at < rest.length; wantedEntries *= 2) {
    const batch = rest.slice(at, batchEnd(rest, at, wantedEntries, sources.length));
    const addresses = batch.map(({ source, block }) => {
      const { segment } = sources[source]!;
      return { segment, number: segment.run(field).start + block };
    });
    const blocks = await segmentCache.blocks(addresses);
    batch.forEach((pending, i) => {
      const { segment, number } = addresses[i]!;
      collect(found, pending, sources[pending.source]!, range, blocks(segment, number));
    });
    at += batch.length;
    found.sort((a, b) => direction * (a.key - b.key) || a.source - b.source || a.ordinal - b.ordinal);
    const [last, next] = [found[end - 1], rest[at]];
    if (last && next && comesBefore(last, next, direction)) break;
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

/** The end of the blocks that contain the wanted entries, with at least `minBlocks` blocks. */
function batchEnd(
  rest: readonly PendingBlock[],
  from: number,
  wantedEntries: number,
  minBlocks: number,
): number {
  let end = from;
  for (let sum = 0; end < rest.length && (sum < wantedEntries || end < from + minBlocks); end++)
    sum += rest[end]!.entries;
  return end;
}

/** Whether an entry comes before all that an unread block, and those after it, can hold. */
const comesBefore = (last: FoundEntry, { near, source, block }: PendingBlock, direction: number): boolean =>
  (direction * (last.key - near) || last.source - source || last.block - block) < 0;

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

/** Results without a value of the field, in upload order. */
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
    const matches = present.find((match) => match.segment === segment);
    if (matches) subtractBits(absent, matches.bits);
    const ordinals = ordinalsIn(absent, Math.max(0, skip - before), take - members.length);
    members.push(...ordinals.map((ordinal) => ({ segment, ordinal })));
    before += countBits(absent);
  }
  return members;
}
