/** Lets the shares of a sealing thread take turns. */
import { setImmediate } from 'node:timers/promises';

let last: Promise<unknown> = Promise.resolve();

/**
 * Resolves when the caller may continue: first come, first served, one caller in each iteration of the event loop. Messages
 * and finished writes are processed in between, so that a short share waits for one turn of each longer one, not for all.
 */
export function nextTurn(): Promise<void> {
  const turn = last.then(() => setImmediate());
  last = turn;
  return turn;
}
