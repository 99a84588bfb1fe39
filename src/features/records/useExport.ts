/** Runs one export at a time; unmounting cancels it. */
import { useEffect, useRef, useState } from 'react';
import { formatQuantity } from '#src/shared/format/counts.ts';
import { Failure } from '#src/shared/failure.ts';
import { useActors } from '#src/features/root/index.ts';
import { saveExport, type ExportOrder } from './saveExport.ts';

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
