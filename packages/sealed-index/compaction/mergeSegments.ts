/** Merges several segments into one, field by field, so that only one field's keys are in memory. */
import type { Field } from '@cloakroom/contract/fields.ts';
import { liveCount, liveRanges, totalLiveCount } from '@cloakroom/contract/liveRecords.ts';
import type { SegmentEntry } from '@cloakroom/contract/segments.ts';
import { hasBit } from '../bits.ts';
import { BlockCache } from '../blockCache.ts';
import { type BlockStore, SegmentCache, type BlockAddress } from '../segmentCache.ts';
import { blockEntriesOf } from '../groups.ts';
import type { OpenSegment } from '../openSegment.ts';
import { joinedRanges } from '../recordRanges.ts';
import { convertedColumn } from './convertKeys.ts';
import { SegmentPacker, type SealedSegment } from '../segment.ts';
import { sortedRun } from '../sortedRun.ts';
import { deletedBits } from '../tombstones.ts';

/** The segments to merge, their key, and the id of the result. */
export type MergeSource = {
  fields: readonly Field[];
  queryKey: Uint8Array;
  /** 16 random bytes, never used before. */
  id: Uint8Array;
  /** The fields of the result if their definition differs: the same fields, with lower minimums or more decimals. */
  target?: readonly Field[];
  /** Neighbours in a manifest, in its order, all of the query key's generation, either all with field-set tags or all without. */
  entries: readonly SegmentEntry[];
};

/** The number of blocks that are fetched at once. */
const maxBlocksPerBatch = 4096;

/** One input, and the new ordinals of its records, {@link dropped} for deleted ones. */
type MergeInput = { segment: OpenSegment; newOrdinals: Uint32Array };
const dropped = 0xffff_ffff;

/**
 * Merges segments into one that holds their records in the same order, without the deleted ones. Runs are converted back to
 * columns and sorted again, as in an upload: that costs no more than a merge of many runs.
 * @throws {IndexRefused} for a header or block that is not what was sealed.
 */
export async function mergeSegments(source: MergeSource, store: BlockStore): Promise<SealedSegment> {
  const { fields, queryKey, entries, id, target = fields } = source;
  // Each block is read once, so caching has no use.
  const segmentCache = new SegmentCache(
    { fields, queryKeys: () => queryKey, store, cache: new BlockCache(0) },
    entries,
  );
  const segments = await segmentCache.open(entries);
  const records = totalLiveCount(entries);
  let before = 0;
  const inputs = entries.map((entry, i): MergeInput => {
    const newOrdinals = newOrdinalsFrom(entry, before);
    before += liveCount(entry);
    return { segment: segments[i]!, newOrdinals };
  });
  const packer = new SegmentPacker({
    id,
    queryKey,
    fields: target,
    ranges: joinedRanges(entries.flatMap(liveRanges)),
  });
  for (const [number, field] of fields.entries()) {
    const column = await columnOf(segmentCache, inputs, number, records);
    packer.add(sortedRun(convertedColumn(column, field, target[number]!)));
  }
  return packer.seal();
}

function newOrdinalsFrom(entry: SegmentEntry, before: number): Uint32Array {
  const deleted = deletedBits(entry);
  const newOrdinals = new Uint32Array(entry.records);
  let next = before;
  for (let ordinal = 0; ordinal < entry.records; ordinal++)
    newOrdinals[ordinal] = deleted && hasBit(deleted, ordinal) ? dropped : next++;
  return newOrdinals;
}

/** A field's key for each record of the result, NaN if it has none. */
async function columnOf(
  segmentCache: SegmentCache,
  inputs: readonly MergeInput[],
  field: number,
  records: number,
): Promise<Float64Array> {
  const column = new Float64Array(records).fill(NaN);
  for (const batch of batchesOf(inputs, field)) {
    const blocks = await segmentCache.blocks(batch.map(({ address }) => address));
    for (const { input, address } of batch) {
      const plain = blocks(address.segment, address.number);
      const { keys, ordinals, count } = blockEntriesOf(plain, address.segment.width);
      for (let i = 0; i < count; i++) {
        const ordinal = input.newOrdinals[ordinals[i]!]!;
        if (ordinal !== dropped) column[ordinal] = keys[i]!;
      }
    }
  }
  return column;
}

/** The blocks of a field's runs, in batches. */
function* batchesOf(
  inputs: readonly MergeInput[],
  field: number,
): Generator<{ input: MergeInput; address: BlockAddress }[], undefined> {
  let batch: { input: MergeInput; address: BlockAddress }[] = [];
  for (const input of inputs) {
    const { start, blocks } = input.segment.run(field);
    for (let number = start; number < start + blocks; number++) {
      batch.push({ input, address: { segment: input.segment, number } });
      if (batch.length < maxBlocksPerBatch) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}
