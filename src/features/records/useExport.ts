/** One export at a time; it ends with the dialog that it was begun in. */
import { useEffect, useRef, useState } from 'react';
import { counted } from '#src/shared/format/counts.ts';
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
    const own = new AbortController();
    running.current = own;
    const tell = (next: State) => {
      if (!own.signal.aborted) setState(next);
    };
    const file = fileName(name, order);
    const onWritten = (written: number, total: number) => tell({ running: true, written, total });
    tell({ running: true, written: 0 });
    try {
      const count = await saveExport(order, file, { onWritten, signal: own.signal });
      if (own.signal.aborted) return;
      tell(idle);
      if (count === null) return;
      raiseAlert({
        type: 'success',
        source: 'File',
        content: `Exported ${counted(count, 'record')} of ${name}.`,
        duration: 5,
      });
      onDone();
    } catch (thrown) {
      tell({ ...idle, failed: Failure.from(thrown).message });
    }
  };
  return { state, start };
}
