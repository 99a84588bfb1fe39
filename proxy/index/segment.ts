/** Builds a sealed segment: runs, directory, padding, labels, header. */
import type { Field } from '#contract/fields.ts';
import type { RecordRange } from '#contract/segments.ts';
import { encodeFence } from './fence.ts';
import { ordinalBytes, plainBytes, segmentRecords } from './format.ts';
import { type RunSummary, sealHeader } from './header.ts';
import { paddedBlocks } from './padding.ts';
import { encodeRanges, recordsIn } from './recordRanges.ts';
import { sealBlock, segmentKeys, sortedLabels } from './sealing.ts';
import { type Run, sortedRun } from './sortRun.ts';
import { writeRun } from './writeRun.ts';

/** What goes to the service, which can read none of it. */
export type SealedSegment = {
  id: Uint8Array;
  records: number;
  header: Buffer;
  /** 8 bytes a block, ascending. */
  labels: Buffer;
  /** 1,024 bytes a block, in the order of the labels. */
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
 * Build the segment of up to 65,536 records.
 * @param columns - for each field its key per record, NaN where absent, as a {@link ColumnCollector} gives them.
 * @throws {RangeError} when there are no records, too many, or columns that don't fit fields and ranges.
 */
export function buildSegment(source: SegmentSource, columns: readonly Float64Array[]): SealedSegment {
  const records = recordsIn(source.ranges);
  if (records < 1 || records > segmentRecords)
    throw new RangeError(`A segment holds 1 to ${segmentRecords} records, not ${records}.`);
  if (columns.length !== source.fields.length || columns.some(({ length }) => length !== records))
    throw new RangeError(`A segment needs ${source.fields.length} columns of ${records} keys.`);
  return packSegment(source, (field) => sortedRun(columns[field]!));
}

/** Pack and seal the runs of a segment, asked for one after the other so that only one need be in memory. */
export function packSegment(source: SegmentSource, runOf: (field: number) => Run): SealedSegment {
  const records = recordsIn(source.ranges);
  const width = ordinalBytes(records);
  const plain: Buffer[] = [];
  const directory = [encodeRanges(source.ranges)];
  const rangesBytes = directory[0]!.length;
  const runs = source.fields.map((field, number): RunSummary => {
    const run = runOf(number);
    const entries = run.keys.length;
    const fence = writeRun(run, width, plain);
    const encoded = encodeFence(fence, field.type !== 'string');
    directory.push(encoded);
    return {
      blocks: fence.first.length,
      entries,
      fenceBytes: encoded.length,
      least: run.keys[0] ?? 0,
      greatest: run.keys[entries - 1] ?? 0,
    };
  });
  plain.push(...cut(Buffer.concat(directory)));
  const keys = segmentKeys(source.queryKey, source.id);
  const { labels, numbers } = sortedLabels(keys, Array(paddedBlocks(plain.length)).keys());
  const dummy = Buffer.alloc(plainBytes);
  const blocks = numbers.map((number) => sealBlock(keys, number, plain[number] ?? dummy));
  const header = sealHeader(keys, records, rangesBytes, runs);
  return { id: source.id, records, header, labels, blocks: Buffer.concat(blocks) };
}

/** A byte stream as zero-filled plain blocks. */
function cut(stream: Buffer): Buffer[] {
  return Array.from({ length: Math.ceil(stream.length / plainBytes) }, (_, block) => {
    const plain = Buffer.alloc(plainBytes);
    plain.set(stream.subarray(block * plainBytes, (block + 1) * plainBytes));
    return plain;
  });
}
