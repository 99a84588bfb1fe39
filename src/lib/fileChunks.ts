/** Reads a file piece by piece, so that its size never matters. */
import { messages } from '#rows/messages.ts';
import { Failure } from './failure.ts';

/** Slices of 4 MB read as fast as anything and are soon gone again. */
const sliceBytes = 4 * 1024 * 1024;

/**
 * The bytes of a piece of a file.
 * @throws {Failure} `invalid` when the file can't be read: it was moved, deleted or changed meanwhile.
 */
export async function bytesOf(piece: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await piece.arrayBuffer());
  } catch (cause) {
    throw new Failure('invalid', messages.unreadable, { cause });
  }
}

/**
 * The bytes of a file in order.
 * @param onRead - told after each slice how many bytes have been read.
 * @throws {Failure} as {@link bytesOf} does.
 */
export async function* fileChunks(file: Blob, onRead: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  const sliceAt = (at: number) => bytesOf(file.slice(at, at + sliceBytes));
  let next = file.size > 0 ? sliceAt(0) : null;
  for (let at = 0; next; at += sliceBytes) {
    const bytes = await next;
    // The browser reads the next slice while this one is looked at.
    next = at + sliceBytes < file.size ? sliceAt(at + sliceBytes) : null;
    next?.catch(() => undefined);
    yield bytes;
    onRead(at + bytes.byteLength);
  }
}
