/** Writes the records of a search into a file while they are read. */
import { Failure } from '#src/shared/failure.ts';
import { throttle } from '#src/shared/throttle.ts';
import { exportText } from '@cloakroom/ingest/exportText.ts';
import type { ExportOrder } from '#src/shared/exportOrder.ts';
import { exportRecords } from './exportRecords.ts';

/** `file` is null if the caller passed one. */
export type Exported = { records: number; file: Blob | null };

/** Called a few times a second with the number of written records and the total. */
export type OnWritten = (records: number, total: number) => unknown;

/** The number of characters buffered before they are written. */
const chunkCharacters = 256 * 1024;

const types = { csv: 'text/csv', json: 'application/json' };

/** Opens the target: the file, or else blobs, which the browser stores on disk. */
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

/** The state of an unfinished export. `last` is the id of the last record. */
type Written = {
  sink: Awaited<ReturnType<typeof openSink>>;
  chunk: string;
  records: number;
  total: number | undefined;
  last: string | undefined;
};

/** Creates an export, which continues where it was interrupted. @param file - null: the export returns a blob. */
export function createExport(order: ExportOrder, file: FileSystemFileHandle | null) {
  const text = exportText(order);
  let written: Written | null = null;

  async function drop(): Promise<void> {
    const { sink } = written ?? {};
    written = null;
    await sink?.drop();
  }

  async function open(): Promise<Written> {
    const sink = await openSink(file, types[order.format]);
    return { sink, chunk: text.head, records: 0, total: undefined, last: undefined };
  }

  async function writeChunk(state: Written): Promise<void> {
    const { chunk } = state;
    state.chunk = '';
    try {
      await state.sink.write(chunk);
    } catch (thrown) {
      // Part of the chunk may be in the file.
      await drop();
      throw thrown;
    }
  }

  async function writeRecords(state: Written, report: OnWritten, signal: AbortSignal): Promise<void> {
    const { last: after, records: offset, total: before } = state;
    const from = {
      offset,
      ...(after !== undefined && { after }),
      ...(before !== undefined && { total: before }),
    };
    for await (const { records, total } of exportRecords(order, from, signal)) {
      state.total ??= total;
      for (const record of records) state.chunk += text.record(record, state.records++);
      state.last = records.at(-1)?.id ?? state.last;
      report(state.records, state.total);
      if (state.chunk.length >= chunkCharacters) await writeChunk(state);
    }
  }

  return {
    /**
     * Writes the records that are not written yet.
     * @throws {Failure} as `exportRecords` does; the next call continues after the last record, or starts over if the records
     * before it have changed or the file can't be written.
     */
    async run(onWritten: OnWritten): Promise<Exported> {
      const abort = new AbortController();
      let total: number | undefined;
      const report = throttle(onWritten);
      const onRecords: OnWritten = (records, all) => report(records, (total = all));
      try {
        written ??= await open();
        const state = written;
        await writeRecords(state, onRecords, abort.signal);
        state.chunk += text.foot;
        await writeChunk(state);
        written = null;
        return { records: state.records, file: await state.sink.close() };
      } catch (thrown) {
        abort.abort();
        if (Failure.from(thrown).code === 'conflict') await drop();
        // The last reports may have been dropped.
        if (total !== undefined) await onWritten(written?.records ?? 0, total);
        throw thrown;
      }
    },
    /** Drops what is written: an existing file stays unchanged. */
    drop,
  };
}
