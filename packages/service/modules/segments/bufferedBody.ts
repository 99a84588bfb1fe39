/** Buffers the body of a segment in a temporary file while it is received and validated, so that it takes no memory. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SegmentSource } from '@cloakroom/wire/segmentBody.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';

const megabyte = 1024 * 1024;
const maxSegmentBytes = 256 * megabyte;

/** A completely received body. */
export type BufferedBody = SegmentSource & {
  /** SHA-256 of all its bytes. */
  digest: Buffer;
};

/** Passes raw bodies to handlers as streams, so that permissions are checked before anything is stored. */
export function acceptRawBodies(app: FastifyInstance): void {
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
}

/**
 * Receives a whole raw body before it is used, so that a slow sender blocks no database connection. The file is unlinked
 * before it is written, so that nothing remains of it if the service is killed.
 * @param dataDir - the service's data folder.
 * @throws {HttpProblem} 411 without a length, 413 above 256 MB, 415 for another content type.
 */
export async function withBufferedBody<Result>(
  { body, headers }: FastifyRequest,
  dataDir: string,
  use: (body: BufferedBody) => Promise<Result>,
): Promise<Result> {
  if (!(body instanceof Readable))
    throw new HttpProblem(415, 'Send the segment as application/octet-stream.');
  const contentLength = Number(headers['content-length'] ?? NaN);
  if (Number.isNaN(contentLength)) throw new HttpProblem(411, 'Say the length of the segment.');
  if (contentLength > maxSegmentBytes)
    throw new HttpProblem(
      413,
      `A segment has at most ${maxSegmentBytes / megabyte} MB. Send smaller segments.`,
    );
  const file = await openUnlinked(join(dataDir, 'arriving'));
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

async function openUnlinked(folder: string): Promise<FileHandle> {
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
