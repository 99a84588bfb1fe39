/** Reads files in workers. */
import { proxy } from 'comlink';
import { getFileChoices, type Choices } from './choices.ts';
import type { RowPreview } from './rowPreview.ts';
import type { TargetSchema, CheckResult } from './checkFile.ts';
import { WorkerPool } from '#src/workers/withWorker.ts';
import type { Parser } from './parse.worker.ts';

type CheckOptions = { onRead: (bytes: number) => void; signal: AbortSignal };

const parsers = new WorkerPool<Parser>(
  () => new Worker(new URL('./parse.worker.ts', import.meta.url), { type: 'module', name: 'parse' }),
);

/**
 * Checks a file, read with the user's choices. Aborting the signal terminates the worker.
 * @param options.onRead - called with the bytes read so far, not after the result.
 */
export async function checkUpload(
  file: File,
  target: TargetSchema,
  { onRead, signal }: CheckOptions,
): Promise<CheckResult> {
  const choices = await getFileChoices(file);
  let isChecking = true;
  // The calls arrive through a separate port, so the last ones may come after the result.
  const onReadProxy = proxy((bytes: number) => isChecking && onRead(bytes));
  try {
    return await parsers.run<CheckResult>(
      (parser) => parser.check(file, target, choices, onReadProxy),
      signal,
    );
  } finally {
    isChecking = false;
  }
}

/** Reads a file's first rows with these choices. */
export const previewRowsInWorker = (
  file: File,
  target: TargetSchema,
  choices: Choices,
  signal: AbortSignal,
): Promise<RowPreview | null> => parsers.run((parser) => parser.preview(file, target, choices), signal);

/** The bad rows of a file as CSV, read with the user's choices. */
export async function badRowsOf(file: File, target: TargetSchema, signal: AbortSignal): Promise<Blob | null> {
  const choices = await getFileChoices(file);
  return parsers.run<Blob | null>((parser) => parser.badRows(file, target, choices), signal);
}
