/** Exports records in a worker. */
import { proxy } from 'comlink';
import { withSessionRenewal } from '#src/shared/http/renewedSession.ts';
import { pageUser } from '#src/shared/http/pageUser.ts';
import type { Exported, ExportOrder } from './writeExport.ts';
import { withWorker } from '#src/workers/withWorker.ts';
import type { Exporter } from './export.worker.ts';

export type ExportWatch = { onWritten: (records: number, total: number) => void; signal: AbortSignal };

/**
 * Writes records into a chosen file or, without one, into a blob.
 * Aborting the signal terminates the worker; an existing file then stays unchanged.
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
