/** Checks the body of one sealed segment: what stands before its records at once, the records as they are read. */
import { scanPacked } from '@cloakroom/wire/packedRecord.ts';
import { openSegmentBody, type SegmentBody, type SegmentSource } from '@cloakroom/wire/segmentBody.ts';
import { labelBytes } from '@cloakroom/contract/segments.ts';
import { invalid } from '@cloakroom/server-kit/problem.ts';

/** Record numbers have 32 bits. */
const numbers = 2 ** 32;

/**
 * A sealed segment whose parts are whole, as far as they have been read.
 * @param fields - how many fields the schema has.
 * @throws {HttpProblem} 400 saying what is wrong with the body; so do its records.
 */
export async function checkedSegment(source: SegmentSource, fields: number): Promise<SegmentBody> {
  try {
    const segment = await openSegmentBody(source);
    if (segment.header.length === 0) throw new RangeError('The segment has no header.');
    if (segment.first + segment.recordCount > numbers)
      throw new RangeError('Its records are numbered beyond 32 bits.');
    if (!rising(segment.labels)) throw new RangeError('Its labels are not in rising order.');
    return { ...segment, records: () => checkedRecords(segment, fields) };
  } catch (error) {
    throw told(error);
  }
}

async function* checkedRecords(segment: SegmentBody, fields: number): AsyncGenerator<Uint8Array[]> {
  let record = 0;
  try {
    for await (const some of segment.records()) {
      for (const packed of some) {
        scanPacked(packed, fields);
        record++;
      }
      yield some;
    }
  } catch (error) {
    throw told(error, record);
  }
}

/** What the sender is told of a body that is wrong. Other errors stay what they are. */
function told(error: unknown, record = 0): unknown {
  if (!(error instanceof RangeError)) return error;
  return invalid({ body: [error.message.replace('This', `Record ${record} of the segment`)] });
}

function rising(labels: Uint8Array): boolean {
  const bytes = Buffer.from(labels.buffer, labels.byteOffset, labels.length);
  for (let at = labelBytes; at < bytes.length; at += labelBytes)
    if (bytes.compare(bytes, at, at + labelBytes, at - labelBytes, at) >= 0) return false;
  return true;
}
