/** Reads a file piece by piece, so that its size never matters. */
import { messages } from '@cloakroom/ingest/messages.ts';
import { Failure } from '#src/shared/failure.ts';

const unreadable = (cause: unknown) => new Failure('invalid', messages.unreadable, { cause });

/**
 * The bytes of a piece of a file.
 * @throws {Failure} `invalid` when the file can't be read: it was moved, deleted or changed meanwhile.
 */
export async function bytesOf(piece: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await piece.arrayBuffer());
  } catch (cause) {
    throw unreadable(cause);
  }
}

/**
 * The bytes of a file in order, in pieces as they come: while one is looked at, the browser gets the next ones ready.
 * Asking for the next one empties the last.
 * @param onRead - told after each piece how many bytes have been read.
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
 * Frees the memory of what is sent to it, since nobody is at its other end. Left to the garbage collector, pieces of a
 * gigabyte gather to 230 MB; emptied with `transfer`, which hides them from it, to 820 MB.
 */
function openDrain() {
  const { port1, port2 } = new MessageChannel();
  port2.close();
  return port1;
}
