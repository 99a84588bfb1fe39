/** Keeps the body of a segment on disk while it arrives and is checked: however many arrive, memory stays as it is. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SegmentSource } from '@cloakroom/wire/segmentBody.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';

const megabyte = 1024 * 1024;
const largest = 256 * megabyte;

/** A body that has arrived whole. */
export type Arrival = SegmentSource & {
  /** SHA-256 of all its bytes. */
  digest: Buffer;
};

/** Let bodies of bytes reach their handlers unread: who may send is decided before a byte is kept. */
export function passBytes(app: FastifyInstance): void {
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
}

/**
 * Take a request's body of bytes whole, then use it: nobody who sends slowly keeps a database connection waiting. Its
 * file has no name as long as it has bytes, so that nothing of it stays whatever happens to the service.
 * @param dataDir - the service's data folder.
 * @throws {HttpProblem} 411 without a length, 413 above 256 MB, 415 when it didn't come as bytes.
 */
export async function withArrival<Result>(
  { body, headers }: FastifyRequest,
  dataDir: string,
  use: (arrival: Arrival) => Promise<Result>,
): Promise<Result> {
  if (!(body instanceof Readable))
    throw new HttpProblem(415, 'Send the segment as application/octet-stream.');
  const announced = Number(headers['content-length'] ?? NaN);
  if (Number.isNaN(announced)) throw new HttpProblem(411, 'Say the length of the segment.');
  if (announced > largest)
    throw new HttpProblem(413, `A segment has at most ${largest / megabyte} MB. Send smaller segments.`);
  const file = await openNameless(join(dataDir, 'arriving'));
  try {
    const hash = createHash('sha256');
    let length = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      hash.update(chunk);
      await file.appendFile(chunk);
      length += chunk.length;
    }
    return await use({ length, digest: hash.digest(), read: (at, bytes) => readAt(file, at, bytes) });
  } finally {
    await file.close();
  }
}

async function openNameless(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  return file;
}

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.allocUnsafeSlow(length), 0, length, at);
  if (bytesRead < length) throw new Error(`The file of a segment ended after ${at + bytesRead} bytes.`);
  return buffer;
}
