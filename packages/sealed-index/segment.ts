/** Builds a sealed segment: runs, directory, padding, labels, header. */
import type { Field } from '@cloakroom/contract/fields.ts';
import { blockBytes, type RecordRange } from '@cloakroom/contract/segments.ts';
import { encodeFencePointers, encodeSums, encodeTextFencePointers } from './fencePointers.ts';
import { blocksOf, ordinalBytes, plainBytes, segmentRecords } from './format.ts';
import { type RunSummary, sealHeader } from './header.ts';
import { writePrefixBitmaps } from './prefixBitmaps.ts';
import { encodeRanges, recordsIn } from './recordRanges.ts';
import { sealBlock, segmentKeys, sortedLabels } from './sealing.ts';
import { type SortedRun, sortedRun } from './sortedRun.ts';
import { writeRun } from './writeRun.ts';

/** A segment as the service stores it. */
export type SealedSegment = {
  id: Uint8Array;
  records: number;
  header: Buffer;
  /** 8 bytes per block, ascending. */
  labels: Buffer;
  /** 1,024 bytes per block, in the order of the labels. */
  blocks: Buffer;
};

type SegmentSource = {
  /** 16 random bytes, never used before. */
  id: Uint8Array;
  queryKey: Uint8Array;
  fields: readonly Field[];
  /** Which records the ordinals 0, 1, … are, in order. */
  ranges: readonly RecordRange[];
};

/**
 * Builds the segment of up to 65,536 records.
 * @param columns - for each field its key per record, NaN if absent, as {@link ColumnCollector} collects them.
 * @throws {RangeError} if there are no records or too many, or the columns don't fit fields and ranges.
 */
export function buildSegment(source: SegmentSource, columns: readonly Float64Array[]): SealedSegment {
  const steps = segmentSteps(source, columns);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** {@link buildSegment} in steps of one column each, so that the caller can yield in between. */
export function* segmentSteps(
  source: SegmentSource,
  columns: readonly Float64Array[],
): Generator<undefined, SealedSegment> {
  const records = recordsIn(source.ranges);
  if (records < 1 || records > segmentRecords)
    throw new RangeError(`A segment holds 1 to ${segmentRecords} records, not ${records}.`);
  if (columns.length !== source.fields.length || columns.some(({ length }) => length !== records))
    throw new RangeError(`A segment needs ${source.fields.length} columns of ${records} keys.`);
  const packer = new SegmentPacker(source);
  for (const column of columns) {
    packer.add(sortedRun(column));
    yield;
  }
  return packer.seal();
}

/** Packs and seals a segment field by field, so that only one run has to be in memory. */
export class SegmentPacker {
  readonly #source: SegmentSource;
  readonly #width: number;
  readonly #records: number;
  readonly #plain: Buffer[] = [];
  readonly #directory: Buffer[];
  readonly #rangesBytes: number;
  readonly #runs: RunSummary[] = [];

  constructor(source: SegmentSource) {
    this.#source = source;
    this.#records = recordsIn(source.ranges);
    this.#width = ordinalBytes(this.#records);
    const ranges = encodeRanges(source.ranges);
    this.#directory = [ranges];
    this.#rangesBytes = ranges.length;
  }

  /** Packs the run of the next field, in the fields' order. */
  add(run: SortedRun): void {
    const field = this.#source.fields[this.#runs.length]!;
    const fencePointers = writeRun(run, this.#width, this.#plain);
    const isText = field.type === 'string';
    const encoded = isText ? encodeTextFencePointers(fencePointers) : encodeFencePointers(fencePointers);
    const sums = isText ? Buffer.alloc(0) : encodeSums(fencePointers);
    // Strings are searched by a single key.
    const prefixBlocks = isText
      ? 0
      : writePrefixBitmaps(run.ordinals, fencePointers.entries, this.#records, this.#plain);
    this.#directory.push(encoded, sums);
    this.#runs.push({
      blocks: fencePointers.first.length,
      prefixBlocks,
      entries: run.keys.length,
      fenceBytes: encoded.length,
      sumsBytes: sums.length,
      least: run.keys[0] ?? 0,
      greatest: run.keys.at(-1) ?? 0,
    });
  }

  /** Pads, labels and seals what was added. */
  seal(): SealedSegment {
    const { id, queryKey } = this.#source;
    const plain = [...this.#plain, ...blocksOf(Buffer.concat(this.#directory))];
    const keys = segmentKeys(queryKey, id);
    const { labels, numbers } = sortedLabels(keys, Array(paddedBlocks(plain.length)).keys());
    const dummy = Buffer.alloc(plainBytes);
    const blocks = Buffer.allocUnsafe(numbers.length * blockBytes);
    numbers.forEach((number, at) =>
      blocks.set(sealBlock(keys, number, plain[number] ?? dummy), at * blockBytes),
    );
    const header = sealHeader(keys, this.#records, this.#rangesBytes, this.#runs);
    return { id, records: this.#records, header, labels, blocks };
  }
}

const ladderFactor = 1.25;

/** The next step of the ladder 1.25^k (rounded up): the exact number of blocks would reveal how varied the data are. */
export function paddedBlocks(blocks: number): number {
  let step = 1;
  while (Math.ceil(step) < blocks) step *= ladderFactor;
  return Math.ceil(step);
}
