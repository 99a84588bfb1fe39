/** The content of a file that is compressed by gzip, or of a spreadsheet. */
import { messages } from '@cloakroom/ingest/messages.ts';
import { Failure } from '#src/shared/failure.ts';
import { fileChunks } from '#src/workers/parse/fileChunks.ts';
import { compressionOf } from './compression.ts';

/** The number of bytes buffered before they go into a blob, which is not in the worker's memory. */
const partBytes = 4 * 1024 * 1024;

/**
 * Decompresses a file, or writes the first sheet of a spreadsheet as CSV.
 * @param onRead - called with the number of bytes of the file read so far.
 * @returns null if the file is neither.
 * @throws {Failure | RowsError} if the file can't be read or decompressed.
 */
export async function unpackedFile(file: File, onRead: (bytes: number) => void): Promise<File | null> {
  const form = await compressionOf(file);
  if (form === 'sheet') return (await import('./spreadsheet.ts')).sheetAsCsv(file);
  if (form === null) return null;
  const parts: Blob[] = [];
  let buffered: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const flush = () => {
    parts.push(new Blob(buffered));
    buffered = [];
    bytes = 0;
  };
  for await (const chunk of decompressed(fileChunks(file, onRead))) {
    buffered.push(chunk);
    bytes += chunk.length;
    if (bytes >= partBytes) flush();
  }
  flush();
  return new File(parts, file.name.replace(/\.(gz|gzip)$/i, ''));
}

/** @throws {Failure} `invalid` if the bytes are not valid gzip. */
async function* decompressed(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const { readable, writable } = new DecompressionStream('gzip');
  const written = writeAll(chunks, writable.getWriter());
  // Reading reports the failure.
  written.catch(() => undefined);
  const reader = readable.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
    await written;
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    throw new Failure('invalid', `${messages.unreadable} It is not a valid gzip file.`, {
      cause,
    });
  }
}

async function writeAll(
  chunks: AsyncIterable<Uint8Array>,
  writer: WritableStreamDefaultWriter<BufferSource>,
): Promise<void> {
  try {
    // A copy, because the chunk is detached when the next one is requested.
    for await (const chunk of chunks) await writer.write(chunk.slice());
    await writer.close();
  } catch (thrown) {
    await writer.abort(thrown).catch(() => undefined);
    throw thrown;
  }
}
