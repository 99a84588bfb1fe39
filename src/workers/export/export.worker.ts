/** Writes records into a file, off the main thread. */
import { expose } from 'comlink';
import { setPageUser } from '#src/shared/http/pageUser.ts';
import { writeExport, type Exported, type ExportOrder } from './writeExport.ts';

const exporter = {
  write: (
    order: ExportOrder,
    user: string | null,
    file: FileSystemFileHandle | null,
    onWritten: (records: number, total: number) => void,
  ): Promise<Exported> => {
    setPageUser(user);
    return writeExport(order, file, onWritten);
  },
};

export type Exporter = typeof exporter;
expose(exporter);
