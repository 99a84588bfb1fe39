/** Prepares an object: its length and digests are computed before it is written. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ObjectSource } from './objectStore.ts';

/** Reads the bytes once, for their number and digests. */
export async function measured(open: () => AsyncIterable<Uint8Array>): Promise<ObjectSource> {
  const [sha256, md5] = [createHash('sha256'), createHash('md5')];
  let bytes = 0;
  for await (const chunk of open()) {
    sha256.update(chunk);
    md5.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: sha256.digest(), md5: md5.digest(), open };
}

const chunkBytes = 256 * 1024;

/** Joins small pieces to chunks of about 256 kB. */
export async function* inChunks(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const piece of pieces) {
    waiting.push(piece);
    length += piece.length;
    if (length < chunkBytes) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(waiting);
}

/** A stream of the bytes, which fails with their error. */
export const toReadable = (pieces: AsyncIterable<Uint8Array>): Readable =>
  Readable.from(pieces, { objectMode: false });
