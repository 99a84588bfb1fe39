/** A file is read in a worker of its own. */
import { proxy } from 'comlink';
import { getFileChoices, type Choices } from './choices.ts';
import type { RowPreview } from './rowPreview.ts';
import type { TargetSchema, CheckResult } from './uploadBody.ts';
import { withWorker } from '#src/workers/withWorker.ts';
import type { Parser } from './parse.worker.ts';

type Watch = { onRead: (bytes: number) => void; signal: AbortSignal };

const hire = () =>
  new Worker(new URL('./parse.worker.ts', import.meta.url), { type: 'module', name: 'parse' });

/** Check one upload in a worker, read as the person has chosen. Aborting the signal kills the worker in mid-file. */
export async function checkUpload(
  file: File,
  target: TargetSchema,
  { onRead, signal }: Watch,
): Promise<CheckResult> {
  const choices = await getFileChoices(file);
  return withWorker<Parser, CheckResult>(
    hire,
    (parser) => parser.check(file, target, choices, proxy(onRead)),
    signal,
  );
}

/** Look at a file's first rows, read with these choices. */
export const previewRowsInWorker = (
  file: File,
  target: TargetSchema,
  choices: Choices,
  signal: AbortSignal,
): Promise<RowPreview | null> =>
  withWorker<Parser, RowPreview | null>(hire, (parser) => parser.look(file, target, choices), signal);

/** The bad rows of a file as CSV, read as the person has chosen. */
export async function badRowsOf(file: File, target: TargetSchema, signal: AbortSignal): Promise<Blob | null> {
  const choices = await getFileChoices(file);
  return withWorker<Parser, Blob | null>(hire, (parser) => parser.badRows(file, target, choices), signal);
}
