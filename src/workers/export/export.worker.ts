/** Writes records into a file, off the main thread. */
import { expose } from 'comlink';
import { setPageUser } from '#src/shared/http/pageUser.ts';
import type { ExportOrder } from '#src/shared/exportOrder.ts';
import { createExport, type Exported, type OnWritten } from './writeExport.ts';

/** A worker has one export. */
export class Exporter {
  #current: ReturnType<typeof createExport> | null = null;

  /** Sets what `run` exports. */
  open(order: ExportOrder, user: string | null, file: FileSystemFileHandle | null): void {
    setPageUser(user);
    this.#current = createExport(order, file);
  }

  /** Exports, or goes on with an interrupted export. */
  run(onWritten: OnWritten): Promise<Exported> {
    if (!this.#current) throw new Error('The export is not opened.');
    return this.#current.run(onWritten);
  }
}

expose(new Exporter());
