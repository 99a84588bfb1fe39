/** Tells a full disk from other failures. */
import { HttpProblem } from '#host/problem.ts';

const codes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Whether something could not be written because there is no room for it. */
export const isDiskFull = (error: unknown): boolean =>
  codes.has((error as NodeJS.ErrnoException | undefined)?.code ?? '');

/**
 * What the caller is told of something that found no room.
 * @param outcome - what has become of the call, and what to do when there is room, as sentences.
 */
export const diskFull = (outcome: string, cause: unknown): HttpProblem =>
  new HttpProblem(507, `The disk of the machine that runs the proxy is full. ${outcome}`, { cause });
