/** Writes records into a file, off the main thread. */
import { expose } from 'comlink';
import { setPageUser } from '#src/shared/http/pageUser.ts';
import type { ExportOrder } from '#src/shared/exportOrder.ts';
import { createExport, type Exported, type OnWritten } from './writeExport.ts';

/** Each worker runs one export. */
export class Exporter {
  #current: ReturnType<typeof createExport> | null = null;

  /** Sets what `run` exports. */
  open(order: ExportOrder, user: string | null, file: FileSystemFileHandle | null): void {
    setPageUser(user);
    this.#current = createExport(order, file);
  }

  /** Starts the export, or continues an interrupted one. */
  run(onWritten: OnWritten): Promise<Exported> {
    if (!this.#current) throw new Error('The export is not opened.');
    return this.#current.run(onWritten);
  }
}

expose(new Exporter());
