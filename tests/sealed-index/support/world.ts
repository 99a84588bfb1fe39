/** Rows and the sealed segments made of them: the same data to search and to compare with. */
import { randomBytes } from 'node:crypto';
import { readDecimal } from '@cloakroom/contract/decimal.ts';
import { type Field, stepOf } from '@cloakroom/contract/fields.ts';
import type { RecordRange, SegmentEntry } from '@cloakroom/contract/segments.ts';
import { ColumnCollector } from '@cloakroom/sealed-index/column.ts';
import { IndexReader } from '@cloakroom/sealed-index/reader.ts';
import { buildSegment, type SealedSegment } from '@cloakroom/sealed-index/segment.ts';
import { headerHash } from '@cloakroom/sealed-index/segmentCache.ts';
import { MemoryStore } from './memoryStore.ts';

/** Field name → value as text; an omitted name is an absent value. */
export type Row = Record<string, string>;

export type World = {
  fields: Field[];
  /** Of the first generation. */
  queryKey: Buffer;
  queryKeys: (generation: number) => Buffer;
  store: MemoryStore;
  segments: SegmentEntry[];
  sealed: SealedSegment[];
  /** All rows in upload order, each with its record's identity. */
  rows: { row: Row; upload: string; number: number }[];
  reader: () => IndexReader;
};

/** Seals rows as one segment the way an upload does: row by row through collectors. */
export function sealRows(
  fields: readonly Field[],
  queryKey: Buffer,
  rows: readonly Row[],
  ranges: readonly RecordRange[],
  id: Uint8Array = randomBytes(16),
): SealedSegment {
  const columns = fields.map((field) => new ColumnCollector(field, queryKey));
  rows.forEach((row, ordinal) => {
    fields.forEach((field, i) => {
      const text = row[field.name];
      if (text === undefined) return;
      if (field.type === 'string') columns[i]!.addText(ordinal, text);
      else columns[i]!.addStep(ordinal, Number(stepOf(field, readDecimal(text)!).step));
    });
  });
  return buildSegment(
    { id, queryKey, fields, ranges },
    columns.map((column) => column.keys(rows.length)),
  );
}

export const entryOf = (sealed: SealedSegment, ranges: RecordRange[], generation = 1): SegmentEntry => ({
  id: Buffer.from(sealed.id).toString('hex'),
  records: sealed.records,
  generation,
  header_hash: headerHash(sealed.header),
  ranges,
});

/**
 * A world of segments with so many rows each. Segments of more than 100 rows have two ranges, as after a merge.
 * @param generationAt - the generation of keys for the segment at an index.
 */
export function makeWorld(
  fields: Field[],
  sizes: number[],
  rowAt: (index: number) => Row,
  generationAt: (index: number) => number = () => 1,
): World {
  const keys = new Map(
    Array.from(new Set([1, ...sizes.map((_, index) => generationAt(index))]), (one) => [
      one,
      randomBytes(32),
    ]),
  );
  const queryKeys = (generation: number) => {
    const key = keys.get(generation);
    if (!key) throw new Error(`There is no key of generation ${generation}.`);
    return key;
  };
  const world: World = {
    fields,
    queryKey: queryKeys(1),
    queryKeys,
    store: new MemoryStore(),
    segments: [],
    sealed: [],
    rows: [],
    reader: () => new IndexReader({ fields, queryKeys, store: world.store, segments: world.segments }),
  };
  for (const [index, size] of sizes.entries()) {
    const rows = Array.from({ length: size }, (_, i) => rowAt(world.rows.length + i));
    const counts = size > 100 ? [Math.floor(size / 3), size - Math.floor(size / 3)] : [size];
    const ranges = counts.map((count, i) => ({
      upload: randomBytes(12).toString('hex'),
      first: 1000 * i,
      count,
    }));
    const identities = ranges.flatMap(({ upload, first, count }) =>
      Array.from({ length: count }, (_, i) => ({ upload, number: first + i })),
    );
    rows.forEach((row, i) => world.rows.push({ row, ...identities[i]! }));
    const generation = generationAt(index);
    const sealed = sealRows(fields, queryKeys(generation), rows, ranges);
    world.store.add(sealed);
    world.sealed.push(sealed);
    world.segments.push(entryOf(sealed, ranges, generation));
  }
  return world;
}

/** A generator of numbers from 0 to 1 that gives the same ones every run (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
