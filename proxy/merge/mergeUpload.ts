/** One merge as far as it needs no manifest: inputs read from the service, the result stored there. */
import { segmentHead } from '#contract/segmentBody.ts';
import { putSegment, type SegmentEntry } from '#contract/segments.ts';
import { joinedRanges, recordsIn } from '../index/recordRanges.ts';
import { liveRanges } from '#contract/liveRecords.ts';
import { headerHash } from '../index/shelf.ts';
import { blockStore } from '../search/blockStore.ts';
import type { Upstream } from '../upstream.ts';
import type { MergeOrder } from './mergeOrder.ts';
import { mergeSegments } from './mergeSegments.ts';

/** A merged segment brings no records of its own. */
const noUpload = new Uint8Array(12);

/**
 * Merge and store. Nobody sees the result before a manifest names it.
 * @throws {HttpProblem} the service's refusal; {@link IndexRefused}.
 */
export async function mergeUpload(order: MergeOrder, upstream: Upstream): Promise<SegmentEntry> {
  const { credentials, schema, entries } = order;
  const { header, labels, blocks } = await mergeSegments(order, blockStore(upstream, credentials, schema));
  const id = Buffer.from(order.id).toString('hex');
  const head = segmentHead({ header, labels, blocks, upload: noUpload, first: 0 }, 0);
  await upstream.call(putSegment, {
    credentials,
    params: { id },
    query: { schema },
    body: Buffer.concat(head),
  });
  const ranges = joinedRanges(entries.flatMap(liveRanges));
  return {
    id,
    records: recordsIn(ranges),
    generation: entries[0]!.generation,
    header_hash: headerHash(header),
    ranges,
  };
}
