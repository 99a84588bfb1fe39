/** Exports records in a worker. */
import { proxy } from 'comlink';
import { withSessionRenewal } from '#src/shared/http/renewedSession.ts';
import { pageUser } from '#src/shared/http/pageUser.ts';
import type { ExportOrder } from '#src/shared/exportOrder.ts';
import type { Exported, OnWritten } from './writeExport.ts';
import { withWorker } from '#src/workers/withWorker.ts';
import type { Exporter } from './export.worker.ts';

type ExportWatch = {
  onWritten: OnWritten;
  /** Called when the export is interrupted; resolves when the export is to continue. */
  onInterrupted: (thrown: unknown) => Promise<void>;
  signal: AbortSignal;
};

/**
 * Writes records into a chosen file or, without one, into a blob.
 * Aborting the signal terminates the worker; an existing file then stays unchanged.
 * @throws {Error} if the worker breaks.
 */
export const exportInWorker = (
  order: ExportOrder,
  file: FileSystemFileHandle | null,
  { onWritten, onInterrupted, signal }: ExportWatch,
): Promise<Exported> =>
  withWorker<Exporter, Exported>(
    () => new Worker(new URL('./export.worker.ts', import.meta.url), { type: 'module', name: 'export' }),
    async (exporter) => {
      await exporter.open(order, pageUser(), file);
      for (;;)
        try {
          return await withSessionRenewal(() => exporter.run(proxy(onWritten)));
        } catch (thrown) {
          await onInterrupted(thrown);
        }
    },
    signal,
  );
