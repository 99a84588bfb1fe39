/** Records are exported in a worker of its own, which goes with the file. */
import { proxy } from 'comlink';
import { withSessionRenewal } from '#src/shared/http/renewedSession.ts';
import { pageUser } from '#src/shared/http/pageUser.ts';
import type { Exported, ExportOrder } from './writeExport.ts';
import { withWorker } from '#src/workers/withWorker.ts';
import type { Exporter } from './export.worker.ts';

export type ExportWatch = { onWritten: (records: number, total: number) => void; signal: AbortSignal };

/**
 * Write records into a file that somebody has chosen, or into one that the browser saves.
 * Aborting the signal ends it at once; a file that was there before stays as it was.
 */
export const exportInWorker = (
  order: ExportOrder,
  file: FileSystemFileHandle | null,
  { onWritten, signal }: ExportWatch,
): Promise<Exported> =>
  withSessionRenewal(() =>
    withWorker<Exporter, Exported>(
      () => new Worker(new URL('./export.worker.ts', import.meta.url), { type: 'module', name: 'export' }),
      (exporter) => exporter.write(order, pageUser(), file, proxy(onWritten)),
      signal,
    ),
  );
