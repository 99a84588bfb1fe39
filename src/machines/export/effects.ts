/** Effects of an export: a worker writes the file; the browser saves it. */
import { fromCallback } from 'xstate';
import { downloadFile } from '#src/shared/downloadFile.ts';
import { Failure } from '#src/shared/failure.ts';
import { pageUserSignal } from '#src/shared/http/pageUser.ts';
import { exportMachine } from './machine.ts';
import type { ExportContext, ExportEvent, WritableFile } from './types.ts';

/** The file picker creates an empty file, which is removed if nothing is written. */
async function removeIfEmpty(file: WritableFile): Promise<void> {
  if ((await file.getFile()).size === 0) await file.remove?.();
}

/** Stopping `writeRecords` terminates the worker; an existing file then stays unchanged. */
export const createExportMachine = () =>
  exportMachine.provide({
    actors: {
      writeRecords: fromCallback<ExportEvent, ExportContext>(({ input, sendBack, receive }) => {
        const { order, handle } = input;
        const abort = new AbortController();
        const signal = AbortSignal.any([abort.signal, pageUserSignal()]);
        let resume: () => void = () => undefined;
        let completed = false;
        receive(() => resume());
        const send = (event: ExportEvent) => {
          if (!signal.aborted) sendBack(event);
        };
        const onInterrupted = (thrown: unknown) => {
          const resumed = new Promise<void>((resolve) => (resume = resolve));
          send({ type: 'export.interrupted', failure: Failure.from(thrown) });
          return resumed;
        };
        const onWritten = (written: number, total: number) =>
          send({ type: 'records.written', written, total, at: performance.now() });
        const run = async (): Promise<void> => {
          try {
            const { exportInWorker } = await import('#src/workers/export/export.ts');
            const result = await exportInWorker(order, handle, { onWritten, onInterrupted, signal });
            completed = true;
            send({ type: 'export.completed', ...result });
          } catch (thrown) {
            // The worker is lost with everything that it has written: the next one starts over.
            await onInterrupted(thrown);
            await run();
          }
        };
        void run();
        return () => {
          abort.abort();
          // Safe to ignore: only an empty file is left.
          if (handle && !completed) removeIfEmpty(handle).catch(() => undefined);
        };
      }),
    },
    actions: {
      saveFile: ({ context: { file, name } }) => {
        if (file) downloadFile(file, name);
      },
    },
  });
