/** Runs one export at a time; unmounting cancels it. */
import { useEffect, useRef, useState } from 'react';
import { formatQuantity } from '#src/shared/format/counts.ts';
import { downloadFile } from '#src/shared/downloadFile.ts';
import { Failure } from '#src/shared/failure.ts';
import { useActors } from '#src/features/root/index.ts';
import { pageUserSignal } from '#src/shared/http/pageUser.ts';
import type { ExportOrder } from '#src/workers/export/writeExport.ts';
import { exportInWorker, type ExportWatch } from '#src/workers/export/export.ts';

type State = { running: boolean; written: number; total?: number; failed?: string };

const idle: State = { running: false, written: 0 };

const fileName = (name: string, { format, open }: ExportOrder) =>
  `${name.replace(/[^\p{L}\p{N}._-]+/gu, '-')}${open ? '' : '.encrypted'}.${format}`;

export function useExport(name: string, onDone: () => void) {
  const { raiseAlert } = useActors();
  const [state, setState] = useState(idle);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async (order: ExportOrder) => {
    const controller = new AbortController();
    running.current = controller;
    const update = (next: State) => {
      if (!controller.signal.aborted) setState(next);
    };
    const file = fileName(name, order);
    const onWritten = (written: number, total: number) => update({ running: true, written, total });
    update({ running: true, written: 0 });
    try {
      const count = await saveExport(order, file, { onWritten, signal: controller.signal });
      if (controller.signal.aborted) return;
      update(idle);
      if (count === null) return;
      raiseAlert({
        type: 'success',
        source: 'File',
        content: `Exported ${formatQuantity(count, 'record')} of ${name}.`,
        duration: 5,
      });
      onDone();
    } catch (thrown) {
      update({ ...idle, failed: Failure.from(thrown).message });
    }
  };
  return { state, start };
}

export type { ExportOrder };

type Picker = (options: {
  suggestedName: string;
}) => Promise<FileSystemFileHandle & { remove?: () => Promise<void> }>;

/** Undefined where the browser has no file picker. Showing it requires a user gesture. */
const picker = () => (globalThis as { showSaveFilePicker?: Picker }).showSaveFilePicker;

/**
 * Writes records into a file: the page picks the file, a worker writes it.
 * @param watch.signal - cancels the export, as does the end of the session.
 * @returns the number of records written; null if no file was picked.
 * @throws {Failure} if fetching the records fails; no file is left then.
 */
async function saveExport(order: ExportOrder, name: string, watch: ExportWatch): Promise<number | null> {
  const picked = await picker()?.({ suggestedName: name }).catch((thrown: unknown) => {
    if (thrown instanceof DOMException && thrown.name === 'AbortError') return null;
    throw thrown;
  });
  if (picked === null) return null;
  const signal = AbortSignal.any([watch.signal, pageUserSignal()]);
  const before = await picked?.getFile();
  try {
    const { records, file } = await exportInWorker(order, picked ?? null, { ...watch, signal });
    if (file) downloadFile(file, name);
    return records;
  } catch (thrown) {
    // The picker created an empty file.
    if (before?.size === 0) await picked?.remove?.().catch(() => undefined);
    throw thrown;
  }
}
