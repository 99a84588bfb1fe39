/** Exports records: the page picks the file, a worker writes it. */
import { pageUserSignal } from '#src/shared/http/pageUser.ts';
import type { ExportOrder } from '#src/workers/export/writeExport.ts';
import { exportInWorker, type ExportWatch } from '#src/workers/export/export.ts';

export type { ExportOrder };

type Picker = (options: {
  suggestedName: string;
}) => Promise<FileSystemFileHandle & { remove?: () => Promise<void> }>;

/** Undefined where the browser has no file picker. Showing it requires a user gesture. */
const picker = () => (globalThis as { showSaveFilePicker?: Picker }).showSaveFilePicker;

/** Saves a file into the browser's downloads folder. */
function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  // The browser needs the URL until the download has begun.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * Writes records into a file.
 * @param watch.signal - cancels the export, as does the end of the session.
 * @returns the number of records written; null if no file was picked.
 * @throws {Failure} if fetching the records fails; no file is left then.
 */
export async function saveExport(
  order: ExportOrder,
  name: string,
  watch: ExportWatch,
): Promise<number | null> {
  const picked = await picker()?.({ suggestedName: name }).catch((thrown: unknown) => {
    if (thrown instanceof DOMException && thrown.name === 'AbortError') return null;
    throw thrown;
  });
  if (picked === null) return null;
  const signal = AbortSignal.any([watch.signal, pageUserSignal()]);
  const before = await picked?.getFile();
  try {
    const { records, file } = await exportInWorker(order, picked ?? null, { ...watch, signal });
    if (file) download(file, name);
    return records;
  } catch (thrown) {
    // The picker created an empty file.
    if (before?.size === 0) await picked?.remove?.().catch(() => undefined);
    throw thrown;
  }
}
