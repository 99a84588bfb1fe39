/** Reads and checks the body of one sealed segment before anything is stored. */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { walkPacked } from '#contract/packedRecord.ts';
import { readSegmentBody, type SegmentBody } from '#contract/segmentBody.ts';
import { labelBytes } from '#contract/segments.ts';
import { HttpProblem, invalid } from '#host/problem.ts';

const megabyte = 1024 * 1024;
const largest = 256 * megabyte;
/** Record numbers have 32 bits. */
const numbers = 2 ** 32;

/** Let bodies of bytes reach their handlers unread: who may send is decided before a byte is kept. */
export function passBytes(app: FastifyInstance): void {
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
}

/**
 * A request's body of bytes, whole: nobody who sends slowly keeps a database connection waiting. It is read into the place
 * that its announced length needs; memory that nothing is written to costs nothing.
 * @throws {HttpProblem} 411 without a length, 413 above 256 MB, 415 when it didn't come as bytes.
 */
export async function readBytes({ body, headers }: FastifyRequest): Promise<Buffer> {
  if (!(body instanceof Readable))
    throw new HttpProblem(415, 'Send the segment as application/octet-stream.');
  const length = Number(headers['content-length'] ?? NaN);
  if (Number.isNaN(length)) throw new HttpProblem(411, 'Say the length of the segment.');
  if (length > largest)
    throw new HttpProblem(413, `A segment has at most ${largest / megabyte} MB. Send smaller segments.`);
  const bytes = Buffer.allocUnsafeSlow(length);
  let at = 0;
  for await (const chunk of body) {
    bytes.set(chunk as Buffer, at);
    at += (chunk as Buffer).length;
  }
  return bytes.subarray(0, at);
}

/**
 * The parts of a sealed segment, every one of them whole.
 * @param fields - how many fields the schema has.
 * @throws {HttpProblem} 400 saying what is wrong with the body.
 */
export function checkedSegment(bytes: Buffer, fields: number): SegmentBody {
  let record = 0;
  try {
    const segment = readSegmentBody(bytes);
    if (segment.header.length === 0) throw new RangeError('The segment has no header.');
    if (segment.first + segment.records.length > numbers)
      throw new RangeError('Its records are numbered beyond 32 bits.');
    if (!rising(segment.labels)) throw new RangeError('Its labels are not in rising order.');
    for (const packed of segment.records) {
      walkPacked(packed, fields);
      record++;
    }
    return segment;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw invalid({ body: [error.message.replace('This', `Record ${record} of the segment`)] });
  }
}

function rising(labels: Uint8Array): boolean {
  const bytes = Buffer.from(labels.buffer, labels.byteOffset, labels.length);
  for (let at = labelBytes; at < bytes.length; at += labelBytes)
    if (bytes.compare(bytes, at, at + labelBytes, at - labelBytes, at) >= 0) return false;
  return true;
}
