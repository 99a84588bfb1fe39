/** Parses a segment's body in memory. */
import { openSegmentBody, type SegmentSource } from '@cloakroom/wire/segmentBody.ts';

export const inMemory = (bytes: Uint8Array): SegmentSource => ({
  length: bytes.length,
  read: (at, length) => Promise.resolve(bytes.subarray(at, at + length)),
});

/**
 * Every part of a body.
 * @throws {RangeError} if it is no complete segment.
 */
export async function readSegmentBody(bytes: Uint8Array) {
  const segment = await openSegmentBody(inMemory(bytes));
  const blocks: Uint8Array[] = [];
  for await (const some of segment.blocks()) blocks.push(some);
  const items: Uint8Array[] = [];
  for await (const some of segment.items()) items.push(...some);
  return { ...segment, blocks: Buffer.concat(blocks), items };
}
