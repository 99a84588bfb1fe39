/** Writes records into a file, off the main thread. */
import { expose } from 'comlink';
import { setPageUser } from '#src/shared/http/pageUser.ts';
import type { ExportOrder } from '#src/shared/exportOrder.ts';
import { createExport, type Exported, type OnWritten } from './writeExport.ts';

let current: ReturnType<typeof createExport> | null = null;

const exporter = {
  /** Sets what `run` exports. */
  open(order: ExportOrder, user: string | null, file: FileSystemFileHandle | null): void {
    setPageUser(user);
    current = createExport(order, file);
  },
  /** Exports, or goes on with an interrupted export. */
  run(onWritten: OnWritten): Promise<Exported> {
    if (!current) throw new Error('The export is not opened.');
    return current.run(onWritten);
  },
};

export type Exporter = typeof exporter;
expose(exporter);
