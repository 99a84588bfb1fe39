/** Validates the body of a sealed segment: everything before its groups or records at once, these as they are read. */
import { decodeGroup, fieldCountOf } from '@cloakroom/wire/recordGroup.ts';
import { scanPacked } from '@cloakroom/wire/packedRecord.ts';
import { openSegmentBody, type SegmentBody, type SegmentSource } from '@cloakroom/wire/segmentBody.ts';
import { labelBytes, recordsPerGroup } from '@cloakroom/contract/segments.ts';
import { invalid } from '@cloakroom/server-kit/problem.ts';

/** Record numbers have 32 bits. */
const maxRecordNumbers = 2 ** 32;

/**
 * Opens a sealed segment and validates it.
 * @param fieldCounts - how many fields records of the schema may have, the newest number first: an upload may have begun before
 *   fields were added.
 * @throws {HttpProblem} 400 with what is wrong with the body; reading its items throws as well.
 */
export async function checkedSegment(
  source: SegmentSource,
  fieldCounts: readonly number[],
): Promise<SegmentBody> {
  try {
    const segment = await openSegmentBody(source);
    if (segment.header.length === 0) throw new RangeError('The segment has no header.');
    if (segment.first + segment.recordCount > maxRecordNumbers)
      throw new RangeError('Its records are numbered beyond 32 bits.');
    if (!areAscending(segment.labels)) throw new RangeError('Its labels are not in rising order.');
    if (segment.content === 'groups' && segment.first % recordsPerGroup > 0)
      throw new RangeError('It begins in the middle of a group of records.');
    return { ...segment, items: () => checkedItems(segment, fieldCounts) };
  } catch (error) {
    throw toProblem(error);
  }
}

async function* checkedItems(
  segment: SegmentBody,
  fieldCounts: readonly number[],
): AsyncGenerator<Uint8Array[]> {
  const check =
    segment.content === 'groups' ? groupCheck(segment, fieldCounts) : scanRecord(Math.max(...fieldCounts));
  let item = 0;
  try {
    for await (const batch of segment.items()) {
      for (const bytes of batch) {
        check(bytes, item);
        item++;
      }
      yield batch;
    }
  } catch (error) {
    throw toProblem(error, segment.content === 'groups' ? `Group ${item}` : `Record ${item}`);
  }
}

/** Checks an item of a segment, given its position among them. @throws {RangeError} */
type ItemCheck = (bytes: Uint8Array, item: number) => void;

const scanRecord =
  (fields: number): ItemCheck =>
  (bytes) =>
    scanPacked(bytes, fields);

const groupCheck =
  ({ recordCount }: SegmentBody, fieldCounts: readonly number[]): ItemCheck =>
  (bytes, item) => {
    const expected = Math.min(recordsPerGroup, recordCount - item * recordsPerGroup);
    const fields = fieldCounts.length > 1 ? fieldCountOf(bytes) : undefined;
    const isKnown = fields !== undefined && fieldCounts.includes(fields);
    if (decodeGroup(bytes, isKnown ? fields : fieldCounts[0]!).records !== expected)
      throw new RangeError(`This is not a group of ${expected} records.`);
  };

/** Converts a RangeError to a 400; returns other errors unchanged. */
function toProblem(error: unknown, item = 'This'): unknown {
  if (!(error instanceof RangeError)) return error;
  return invalid({ body: [error.message.replace('This', `${item} of the segment`)] });
}

function areAscending(labels: Uint8Array): boolean {
  const bytes = Buffer.from(labels.buffer, labels.byteOffset, labels.length);
  for (let at = labelBytes; at < bytes.length; at += labelBytes)
    if (bytes.compare(bytes, at, at + labelBytes, at - labelBytes, at) >= 0) return false;
  return true;
}
