/** Writes the records of a search into a file as they are read. */
import { throttle } from '#src/shared/throttle.ts';
import { exportText, type ExportShape } from '@cloakroom/ingest/exportText.ts';
import { exportRecords, type ExportQuery } from './exportRecords.ts';

export type ExportOrder = ExportQuery & ExportShape;

/** `file` is null if the caller passed one. */
export type Exported = { records: number; file: Blob | null };

/** The number of characters buffered before they are written. */
const chunkCharacters = 256 * 1024;

const types = { csv: 'text/csv', json: 'application/json' };

/** Opens the target: the file, or blobs, which the browser stores on disk. */
async function openSink(file: FileSystemFileHandle | null, type: string) {
  if (file) {
    const stream = await file.createWritable();
    return {
      write: (chunk: string) => stream.write(chunk),
      close: async () => {
        await stream.close();
        return null;
      },
      // The file keeps its previous content.
      drop: () => stream.abort().catch(() => undefined),
    };
  }
  const parts: Blob[] = [];
  return {
    write: async (chunk: string) => void parts.push(new Blob([chunk])),
    close: async () => new Blob(parts, { type }),
    drop: async () => undefined,
  };
}

/**
 * @param file - null: returns a blob.
 * @param onWritten - called a few times a second with the number of written records and the total.
 * @throws {Failure} as `exportRecords` does; then nothing is written.
 */
export async function writeExport(
  order: ExportOrder,
  file: FileSystemFileHandle | null,
  onWritten: (records: number, total: number) => void,
): Promise<Exported> {
  const text = exportText(order);
  const sink = await openSink(file, types[order.format]);
  const report = throttle(onWritten);
  const abort = new AbortController();
  let chunk = text.head;
  let written = 0;
  try {
    for await (const { records, total } of exportRecords(order, abort.signal)) {
      for (const record of records) chunk += text.record(record, written++);
      report(written, total);
      if (chunk.length < chunkCharacters) continue;
      await sink.write(chunk);
      chunk = '';
    }
    await sink.write(chunk + text.foot);
    return { records: written, file: await sink.close() };
  } catch (thrown) {
    abort.abort();
    await sink.drop();
    throw thrown;
  }
}
