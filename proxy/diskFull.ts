/** What is told where the proxy's disk has no room. */
import { HttpProblem } from '#host/problem.ts';

/**
 * What the caller is told of something that found no room.
 * @param outcome - what has become of the call, and what to do when there is room, as sentences.
 */
export const diskFull = (outcome: string, cause: unknown): HttpProblem =>
  new HttpProblem(507, `The disk of the machine that runs the proxy is full. ${outcome}`, { cause });
