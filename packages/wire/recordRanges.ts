/** Ranges of records in bytes: their number, then for each the upload (12 bytes), its first record and their count as varints. */
import type { RecordRange } from '@cloakroom/contract/segments.ts';
import { putHex } from './hex.ts';
import { putVarint, varintLength } from './varint.ts';

/** Bytes of the id of an upload. */
export const uploadBytes = 12;

/** Bytes that {@link putRanges} writes. */
export const rangesLength = (ranges: readonly RecordRange[]): number =>
  ranges.reduce(
    (sum, { first, count }) => sum + uploadBytes + varintLength(first) + varintLength(count),
    varintLength(ranges.length),
  );

/** Writes ranges; returns the position after them. */
export function putRanges(target: Uint8Array, start: number, ranges: readonly RecordRange[]): number {
  let at = putVarint(target, start, ranges.length);
  for (const { upload, first, count } of ranges) {
    at = putHex(target, at, upload);
    at = putVarint(target, at, first);
    at = putVarint(target, at, count);
  }
  return at;
}
