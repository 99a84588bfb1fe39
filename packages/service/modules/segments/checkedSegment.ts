/** Validates the body of a sealed segment: everything before its records at once, the records as they are read. */
import { scanPacked } from '@cloakroom/wire/packedRecord.ts';
import { openSegmentBody, type SegmentBody, type SegmentSource } from '@cloakroom/wire/segmentBody.ts';
import { labelBytes } from '@cloakroom/contract/segments.ts';
import { invalid } from '@cloakroom/server-kit/problem.ts';

/** Record numbers have 32 bits. */
const maxRecordNumbers = 2 ** 32;

/**
 * Opens a sealed segment and validates it.
 * @param fields - the number of the schema's fields.
 * @throws {HttpProblem} 400 with what is wrong with the body; reading its records throws as well.
 */
export async function checkedSegment(source: SegmentSource, fields: number): Promise<SegmentBody> {
  try {
    const segment = await openSegmentBody(source);
    if (segment.header.length === 0) throw new RangeError('The segment has no header.');
    if (segment.first + segment.recordCount > maxRecordNumbers)
      throw new RangeError('Its records are numbered beyond 32 bits.');
    if (!areAscending(segment.labels)) throw new RangeError('Its labels are not in rising order.');
    return { ...segment, records: () => checkedRecords(segment, fields) };
  } catch (error) {
    throw toProblem(error);
  }
}

async function* checkedRecords(segment: SegmentBody, fields: number): AsyncGenerator<Uint8Array[]> {
  let record = 0;
  try {
    for await (const batch of segment.records()) {
      for (const packed of batch) {
        scanPacked(packed, fields);
        record++;
      }
      yield batch;
    }
  } catch (error) {
    throw toProblem(error, record);
  }
}

/** Converts a RangeError to a 400; returns other errors unchanged. */
function toProblem(error: unknown, record = 0): unknown {
  if (!(error instanceof RangeError)) return error;
  return invalid({ body: [error.message.replace('This', `Record ${record} of the segment`)] });
}

function areAscending(labels: Uint8Array): boolean {
  const bytes = Buffer.from(labels.buffer, labels.byteOffset, labels.length);
  for (let at = labelBytes; at < bytes.length; at += labelBytes)
    if (bytes.compare(bytes, at, at + labelBytes, at - labelBytes, at) >= 0) return false;
  return true;
}
