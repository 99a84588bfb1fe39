/** Which records of a schema are published, and which are on a page of them. */
import { eq, sql } from 'drizzle-orm';
import type { ListedEntry } from '@cloakroom/contract/manifestParts.ts';
import type { RecordRange, SignedManifest } from '@cloakroom/contract/segments.ts';
import {
  decodeLeaf,
  decodeNodes,
  decodeRangeIndex,
  decodeRangesAmong,
} from '@cloakroom/wire/manifestParts.ts';
import type { Database, Queries } from '../../db/client.ts';
import { prepared } from '../../db/prepared.ts';
import { manifests } from '../../db/schema.ts';
import type { PartStore } from '../../store/partStore.ts';
import type { SegmentStore } from '../../store/segmentStore.ts';
import { listedCount } from './manifestDiff.ts';
import { ownParts, PartReader } from './manifestParts.ts';
import { lockManifest } from './manifests.ts';
import { askedValues, rangesAmong, spansAmong, type FoundRow } from './publishedRanges.ts';
import type { Span, Spans } from './spans.ts';

const rangesAt = prepared<FoundRow>(
  'published_at',
  rangesAmong({
    schema: sql.placeholder('schema'),
    uploads: sql.placeholder('uploads'),
    firsts: sql.placeholder('firsts'),
    ends: sql.placeholder('ends'),
  }),
);

/** Where published records are looked up. */
export type PublishedSource = { database: Database; store: Pick<SegmentStore, 'parts'> };

/**
 * The published ranges of a schema that have some of the asked records, whole. A schema that an earlier version of the program
 * has written gets its rows first.
 */
export async function publishedAmong(
  { database, store: { parts } }: PublishedSource,
  schema: string,
  asked: readonly RecordRange[],
): Promise<Spans> {
  if (asked.length === 0) return new Map();
  const values = askedValues(schema, asked);
  let rows = await rangesAt(database, values);
  if (!rows[0]?.current) {
    await ensurePublished(database, schema, parts);
    rows = await rangesAt(database, values);
  }
  return spansAmong(asked, rows);
}

/** Makes sure that the table of published ranges has the records of the present manifest. */
export async function ensurePublished(database: Queries, schema: string, parts: PartStore): Promise<void> {
  const [row] = await database
    .select({ isCurrent: sql<boolean>`${manifests.mac} = ${manifests.publishedMac}` })
    .from(manifests)
    .where(eq(manifests.schema, schema));
  if (!row?.isCurrent) await database.transaction((transaction) => lockManifest(transaction, schema, parts));
}

/** A page of the published records, in order: reads the parts on the way to it that are not cached. */
export async function pageOfRecords(
  queries: Queries,
  manifest: SignedManifest,
  { offset, limit }: { offset: number; limit: number },
  parts: PartStore,
): Promise<RecordRange[]> {
  const { tree, segments = [], schema } = manifest;
  const page = new PageReader(new PartReader(queries, parts, schema), offset, limit);
  if (tree) await page.addNodes(tree.level, tree.nodes);
  else await page.addEntries(segments);
  return page.ranges;
}

class PageReader {
  readonly ranges: RecordRange[] = [];
  readonly #reader: PartReader;
  #skip: number;
  #remaining: number;

  constructor(reader: PartReader, skip: number, remaining: number) {
    this.#reader = reader;
    this.#skip = skip;
    this.#remaining = remaining;
  }

  /** Whether an item with so many records has none of the page; if so, it counts as read. */
  #passes(records: number): boolean {
    if (this.#remaining > 0 && records > this.#skip) return false;
    this.#skip -= records;
    return true;
  }

  async addNodes(level: number, nodes: readonly { part: string; records: number }[]): Promise<void> {
    for (const { part, records } of nodes) {
      if (this.#remaining === 0) return;
      if (this.#passes(records)) continue;
      await this.#reader.load([part]);
      const bytes = this.#reader.bytes(part);
      if (level > 1) await this.addNodes(level - 1, decodeNodes(bytes));
      else await this.addEntries(decodeLeaf(bytes));
    }
  }

  async addEntries(entries: readonly ListedEntry[]): Promise<void> {
    for (const entry of entries) {
      if (this.#remaining === 0) return;
      if (this.#passes(listedCount(entry))) continue;
      await this.#reader.load(ownParts(entry));
      const ordinals = liveOrdinals(entry.records, this.#reader.deleted(entry), this.#skip, this.#remaining);
      for (const { first, end } of ordinals) this.#remaining -= end - first;
      this.#skip = 0;
      this.ranges.push(...(await recordsAt(this.#reader, entry, ordinals)));
    }
  }
}

/** The ordinals of the live records `skip` to `skip + limit − 1` of a segment. */
export function liveOrdinals(
  records: number,
  deleted: readonly (readonly [number, number])[],
  skip: number,
  limit: number,
): Span[] {
  const live: Span[] = [];
  let [at, toSkip, rest] = [0, skip, limit];
  for (const [first, count] of [...deleted, [records, 0] as const]) {
    const from = at + Math.min(toSkip, first - at);
    toSkip -= from - at;
    const end = Math.min(first, from + rest);
    if (end > from) live.push({ first: from, end });
    rest -= end - from;
    if (rest === 0) break;
    at = first + count;
  }
  return live;
}

/**
 * The records at ascending ordinals of a segment: reads the parts that have them.
 * @throws {MissingPart} {PartRefused}
 */
export async function recordsAt(
  reader: PartReader,
  entry: ListedEntry,
  ordinals: readonly Span[],
): Promise<RecordRange[]> {
  const { id, ranges, range_index } = entry;
  if (range_index === undefined) return rangesIn(ranges ?? [], 0, ordinals);
  await reader.load([range_index]);
  let start = 0;
  const parts = decodeRangeIndex(reader.bytes(range_index), id).flatMap(([part, , records]) => {
    const from = start;
    start += records;
    return ordinals.some(({ first, end }) => first < from + records && end > from) ? [{ part, from }] : [];
  });
  await reader.load(parts.map(({ part }) => part));
  const [first, end] = [ordinals[0]?.first ?? 0, ordinals.at(-1)?.end ?? 0];
  return parts.flatMap(({ part, from }) => {
    const wanted = { first: first - from, end: end - from };
    const { before, ranges: some } = decodeRangesAmong(reader.bytes(part), id, wanted);
    return rangesIn(some, from + before, ordinals);
  });
}

/** @param start - the ordinal of the first record of the ranges. */
function rangesIn(ranges: readonly RecordRange[], start: number, ordinals: readonly Span[]): RecordRange[] {
  const found: RecordRange[] = [];
  let [at, next] = [start, 0];
  for (const { upload, first, count } of ranges) {
    const until = at + count;
    while (next < ordinals.length && ordinals[next]!.end <= at) next++;
    for (let i = next; i < ordinals.length && ordinals[i]!.first < until; i++) {
      const [low, high] = [Math.max(at, ordinals[i]!.first), Math.min(until, ordinals[i]!.end)];
      if (high > low) found.push({ upload, first: first + low - at, count: high - low });
    }
    at = until;
  }
  return found;
}
