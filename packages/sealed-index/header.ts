/** A segment's header: the positions of everything in it. Its size reveals only the number of fields. */
import { envelopeOverhead } from './crypto/aead.ts';
import { headerNumber, plainBytes } from './format.ts';
import { IndexRefused } from './refused.ts';
import { openBlock, otherFormatOf, sealBlock, type SegmentKeys } from './sealing.ts';
import { maxVarintBytes, VarintReader, VarintWriter } from './varint.ts';

/** One field's run. A run without entries has no blocks, and 0 for both keys. */
export type RunLayout = {
  /** The number of its first block. */
  start: number;
  blocks: number;
  /** The number of blocks of its prefix bitmaps, which follow its own. */
  prefixBlocks: number;
  entries: number;
  least: number;
  greatest: number;
  /** The byte positions of its fence pointers in the directory, and of the sums after them, which strings do not have. */
  fenceOffset: number;
  fenceBytes: number;
  sumsOffset: number;
  sumsBytes: number;
};

/** Blocks are numbered: the runs of field 0, 1, …, each with its prefix bitmaps; then the directory: record ranges and all fence pointers, one byte stream. */
export type SegmentHeader = {
  records: number;
  /** The number of the directory's first block. */
  directory: number;
  /** The number of blocks, including those of the directory. */
  blocks: number;
  rangesBytes: number;
  runs: RunLayout[];
};

/** What a header stores; the rest follows by addition. */
export type RunSummary = Omit<RunLayout, 'start' | 'fenceOffset' | 'sumsOffset'>;

const headerStepBytes = 256;
const [sharedBytes, bytesPerField] = [2 * maxVarintBytes, 5 * 4 + 2 * maxVarintBytes];

/** Bytes of a sealed header: a multiple of 256 with room for the longest numbers, so that its size does not reveal short ones. */
export const headerBytes = (fields: number): number =>
  Math.ceil((envelopeOverhead + sharedBytes + bytesPerField * fields) / headerStepBytes) * headerStepBytes;

export function sealHeader(
  keys: SegmentKeys,
  records: number,
  rangesBytes: number,
  runs: readonly RunSummary[],
): Buffer {
  const writer = new VarintWriter();
  writer.number(records);
  writer.number(rangesBytes);
  for (const { blocks, prefixBlocks, entries, fenceBytes, sumsBytes, least, greatest } of runs)
    for (const number of [blocks, prefixBlocks, entries, fenceBytes, sumsBytes, least, greatest])
      writer.number(number);
  const plain = Buffer.alloc(headerBytes(runs.length) - envelopeOverhead);
  plain.set(writer.done());
  return sealBlock(keys, headerNumber, plain);
}

/** A run of a field that the records were sealed without. */
const absentRun: RunSummary = {
  blocks: 0,
  prefixBlocks: 0,
  entries: 0,
  fenceBytes: 0,
  sumsBytes: 0,
  least: 0,
  greatest: 0,
};

/**
 * Opens the header of a segment of a schema with this number of fields.
 * @param isSealed - whether the segment's records were sealed with a field; the others have empty runs.
 * @throws {IndexRefused} if it is not the header that was sealed for this segment.
 */
export function openHeader(
  keys: SegmentKeys,
  sealed: Uint8Array,
  fields: number,
  isSealed: (field: number) => boolean = () => true,
): SegmentHeader {
  const present = Array.from({ length: fields }, (_, field) => isSealed(field));
  const reader = new VarintReader(plainHeader(keys, sealed, present.filter(Boolean).length));
  const records = reader.number();
  const rangesBytes = reader.number();
  let start = 0;
  let fenceOffset = rangesBytes;
  const runs = present.map((isPresent): RunLayout => {
    const summary = isPresent ? readSummary(reader) : absentRun;
    const sumsOffset = fenceOffset + summary.fenceBytes;
    const run = { ...summary, start, fenceOffset, sumsOffset };
    start += summary.blocks + summary.prefixBlocks;
    fenceOffset = sumsOffset + summary.sumsBytes;
    return run;
  });
  const blocks = start + Math.ceil(fenceOffset / plainBytes);
  return { records, directory: start, blocks, rangesBytes, runs };
}

const readSummary = (reader: VarintReader): RunSummary => ({
  blocks: reader.number(),
  prefixBlocks: reader.number(),
  entries: reader.number(),
  fenceBytes: reader.number(),
  sumsBytes: reader.number(),
  least: reader.number(),
  greatest: reader.number(),
});

function plainHeader(keys: SegmentKeys, sealed: Uint8Array, fields: number): Buffer {
  try {
    if (sealed.length === headerBytes(fields)) return openBlock(keys, headerNumber, sealed);
  } catch (error) {
    if (!(error instanceof IndexRefused)) throw error;
  }
  throw new IndexRefused(keys.id, 'header', otherFormatOf(keys, sealed));
}
