/** Reads a file piece by piece, so that its size never matters. */
import { Failure } from './failure.ts';

/** Slices of 4 MB read as fast as anything and are soon gone again. */
const sliceBytes = 4 * 1024 * 1024;

/**
 * The bytes of a file in order.
 * @param onRead - told after each slice how many bytes have been read.
 * @throws {Failure} `invalid` when the file can't be read: it was moved, deleted or changed meanwhile.
 */
export async function* fileChunks(file: Blob, onRead: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += sliceBytes) {
    const slice = file.slice(at, at + sliceBytes);
    const bytes = await slice.arrayBuffer().catch((cause: unknown) => {
      throw new Failure('invalid', 'Failed to read file.', { cause });
    });
    yield new Uint8Array(bytes);
    onRead(at + bytes.byteLength);
  }
}
