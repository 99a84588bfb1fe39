/** A segment whose header is open, and where in it a range of keys can be. */
import type { SegmentEntry } from '@cloakroom/contract/segments.ts';
import type { OpenFencePointers } from './fencePointers.ts';
import type { KeyRange } from './filters.ts';
import { ordinalBytes } from './format.ts';
import type { RunLayout, SegmentHeader } from './header.ts';
import { RecordFinder, type RecordReference } from './recordRanges.ts';
import type { SegmentKeys } from './sealing.ts';
import { lowerBound } from './lowerBound.ts';

/** Header and fences never change: once opened they stay in memory. */
export class OpenSegment {
  static #opened = 0;
  /** One of its kind in this process: names the segment in caches. */
  readonly serial = OpenSegment.#opened++;
  readonly keys: SegmentKeys;
  /** Of the query key that sealed it. */
  readonly generation: number;
  readonly header: SegmentHeader;
  readonly fences = new Map<number, OpenFencePointers>();
  /** By field: the sums of its fence. */
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

  /** The record at an ordinal. @throws {RangeError} when the segment has none there. */
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

  /** A field's fence. @throws {Error} if it was not prepared. */
  fencePointers(field: number): OpenFencePointers {
    return prepared(this.fences, field);
  }

  /** The sums of a number field's fence. @throws {Error} if they were not prepared. */
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
  if (part === undefined) throw new Error(`The fence of field ${field} was not prepared.`);
  return part;
}
