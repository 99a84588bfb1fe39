/** Reads a file in chunks, so that memory does not grow with its size. */
import { messages } from '@cloakroom/ingest/messages.ts';
import { Failure } from '#src/shared/failure.ts';

const unreadable = (cause: unknown) => new Failure('invalid', messages.unreadable, { cause });

/**
 * Reads a part of a file.
 * @throws {Failure} `invalid` if the file can't be read: for example because it was moved, deleted or changed meanwhile.
 */
export async function bytesOf(piece: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await piece.arrayBuffer());
  } catch (cause) {
    throw unreadable(cause);
  }
}

/**
 * Reads a file in chunks, with read-ahead by the browser. Requesting the next chunk detaches the previous one.
 * @param onRead - called after each chunk with the number of bytes read so far.
 * @throws {Failure} as {@link bytesOf} does.
 */
export async function* fileChunks(file: Blob, onRead: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  let read = 0;
  const drain = openDrain();
  const reader = file.stream().getReader();
  const next = () =>
    reader.read().catch((cause: unknown) => {
      throw unreadable(cause);
    });
  try {
    for (let piece = await next(); !piece.done; piece = await next()) {
      yield piece.value;
      read += piece.value.byteLength;
      onRead(read);
      drain.postMessage(null, [piece.value.buffer]);
    }
  } finally {
    drain.close();
    void reader.cancel().catch(() => undefined);
  }
}

/**
 * A port that frees the memory of transferred buffers, since its other end is closed. If the chunks are left to the garbage
 * collector, those of a gigabyte take up 230 MB; detached by `transfer`, which hides them from it, 820 MB.
 */
function openDrain() {
  const { port1, port2 } = new MessageChannel();
  port2.close();
  return port1;
}
