/** Parses a segment's body in memory. */
import { openSegmentBody, type SegmentSource } from '@cloakroom/wire/segmentBody.ts';

export const inMemory = (bytes: Uint8Array): SegmentSource => ({
  length: bytes.length,
  read: (offset, length) => Promise.resolve(bytes.subarray(offset, offset + length)),
});

/**
 * Reads all parts of a body.
 * @throws {RangeError} if it is not a complete segment.
 */
export async function readSegmentBody(bytes: Uint8Array) {
  const segment = await openSegmentBody(inMemory(bytes));
  const blocks: Uint8Array[] = [];
  for await (const chunk of segment.blocks()) blocks.push(chunk);
  const items: Uint8Array[] = [];
  for await (const batch of segment.items()) items.push(...batch);
  return { ...segment, blocks: Buffer.concat(blocks), items };
}
