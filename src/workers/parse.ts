/** A file is checked in a worker of its own. [Way 2/8] */
import { proxy } from 'comlink';
import type { Target, Verdict } from '#src/lib/uploadBody.ts';
import { borrow } from './borrow.ts';
import type { Parser } from './parse.worker.ts';

type Watch = { onRead: (bytes: number) => void; signal: AbortSignal };

/** Check one upload in a worker. Aborting the signal kills the worker in mid-file. */
export const checkUpload = (file: File, target: Target, { onRead, signal }: Watch): Promise<Verdict> =>
  borrow<Parser, Verdict>(
    () => new Worker(new URL('./parse.worker.ts', import.meta.url), { type: 'module', name: 'parse' }),
    (parser) => parser.check(file, target, proxy(onRead)),
    signal,
  );
