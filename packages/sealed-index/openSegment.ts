/** A segment whose header is open, and the positions of key ranges in it. */
import type { SegmentEntry } from '@cloakroom/contract/segments.ts';
import type { OpenFencePointers } from './fencePointers.ts';
import type { KeyRange } from './filters.ts';
import { ordinalBytes } from './format.ts';
import type { RunLayout, SegmentHeader } from './header.ts';
import { RecordFinder, type RecordReference } from './recordRanges.ts';
import type { SegmentKeys } from './sealing.ts';
import { lowerBound } from './lowerBound.ts';

/** Headers and fence pointers never change, so they stay in memory once opened. */
export class OpenSegment {
  static #opened = 0;
  /** Unique in this process: names the segment in caches. */
  readonly serial = OpenSegment.#opened++;
  readonly keys: SegmentKeys;
  /** The generation of the query key that sealed it. */
  readonly generation: number;
  readonly header: SegmentHeader;
  readonly fences = new Map<number, OpenFencePointers>();
  /** The sums of the fence pointers, by field. */
  readonly sums = new Map<number, readonly bigint[]>();
  readonly #ranges: SegmentEntry['ranges'];
  #finder: RecordFinder | null = null;
  /** Whether all its blocks were loaded into memory. */
  isInMemory = false;

  constructor(
    keys: SegmentKeys,
    { generation, ranges }: Pick<SegmentEntry, 'generation' | 'ranges'>,
    header: SegmentHeader,
  ) {
    this.keys = keys;
    this.generation = generation;
    this.header = header;
    this.#ranges = ranges;
  }

  /** The record at an ordinal. @throws {RangeError} if the segment has none there. */
  recordAt(ordinal: number): RecordReference {
    this.#finder ??= new RecordFinder(this.#ranges);
    return this.#finder.at(ordinal);
  }

  get records(): number {
    return this.header.records;
  }

  /** Bytes of an ordinal. */
  get width(): number {
    return ordinalBytes(this.header.records);
  }

  run(field: number): RunLayout {
    return this.header.runs[field]!;
  }

  /** A field's fence pointers. @throws {Error} if it was not prepared. */
  fencePointers(field: number): OpenFencePointers {
    return prepared(this.fences, field);
  }

  /** The sums of a number field's fence pointers. @throws {Error} if they were not prepared. */
  fenceSums(field: number): readonly bigint[] {
    return prepared(this.sums, field);
  }

  /** The first and last block of a field's run, counted within the run, that can hold keys of a range; null for none. */
  span({ field, low, high }: KeyRange): { from: number; to: number } | null {
    const run = this.run(field);
    if (run.entries === 0 || low > run.greatest || high < run.least) return null;
    const { first } = this.fencePointers(field);
    return { from: Math.max(0, lowerBound(first, low) - 1), to: lowerBound(first, high + 1) - 1 };
  }

  /** Whether every record is in the range, which then needs no reading. */
  within({ field, low, high }: KeyRange): boolean {
    const run = this.run(field);
    return run.entries === this.records && low <= run.least && high >= run.greatest;
  }
}

function prepared<Part>(parts: ReadonlyMap<number, Part>, field: number): Part {
  const part = parts.get(field);
  if (part === undefined) throw new Error(`The fence pointers of field ${field} were not prepared.`);
  return part;
}
