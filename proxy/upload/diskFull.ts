/** Tells a full disk from other failures. */
import { HttpProblem } from '#host/problem.ts';

const codes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Whether something could not be written because there is no room for it. */
export const isDiskFull = (error: unknown): boolean =>
  codes.has((error as NodeJS.ErrnoException | undefined)?.code ?? '');

/** What its sender is told of a body that found no room. */
export const diskFull = (cause: unknown): HttpProblem =>
  new HttpProblem(
    507,
    'The disk of the machine that runs the proxy is full. Nothing was stored: make room in its data folder, then upload the file again.',
    { cause },
  );
