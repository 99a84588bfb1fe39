/** Exports: chosen in the page, written in a worker. */
import { untilTheyGo } from '#src/shared/http/person.ts';
import type { ExportOrder } from '#src/workers/export/writeExport.ts';
import { exportInWorker, type ExportWatch } from '#src/workers/export/export.ts';

export type { ExportOrder };

type Picker = (options: {
  suggestedName: string;
}) => Promise<FileSystemFileHandle & { remove?: () => Promise<void> }>;

/** Where the browser can write into a file of one's choice; it asks for one, which needs a press just before. */
const picker = () => (globalThis as { showSaveFilePicker?: Picker }).showSaveFilePicker;

/** The browser saves it where it keeps downloads. */
function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  // The browser needs the address until it has begun to save.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/**
 * Write records into a file.
 * @param watch.signal - aborting it ends the export, as does whoever asked for it by leaving.
 * @returns how many were written; null when no file was chosen.
 * @throws {Failure} as the calls for the records do; then there is no file.
 */
export async function saveExport(
  order: ExportOrder,
  name: string,
  watch: ExportWatch,
): Promise<number | null> {
  const chosen = await picker()?.({ suggestedName: name }).catch((thrown: unknown) => {
    if (thrown instanceof DOMException && thrown.name === 'AbortError') return null;
    throw thrown;
  });
  if (chosen === null) return null;
  const signal = AbortSignal.any([watch.signal, untilTheyGo()]);
  const before = await chosen?.getFile();
  try {
    const { records, file } = await exportInWorker(order, chosen ?? null, { ...watch, signal });
    if (file) save(file, name);
    return records;
  } catch (thrown) {
    // The file that the browser made for it is empty.
    if (before?.size === 0) await chosen?.remove?.().catch(() => undefined);
    throw thrown;
  }
}
