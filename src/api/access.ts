/** What becomes of a call that is refused because its session has ended: it waits, and goes out again. */
import { Failure } from '#src/lib/failure.ts';

/** @returns true once the same person is signed in again; false when the refusal stands. */
type Regain = () => Promise<boolean>;

/** Nobody is asked until the page says who; a worker never asks. */
let regain: Regain = async () => false;

/** Say who is asked for a new session. */
export function whenAccessIsLost(ask: Regain): void {
  regain = ask;
}

/**
 * Do a task; when it is refused for want of a session, do it once more in the next one of the same person.
 * @throws {Failure} `signed-out` when there is none to be had; else what the task throws.
 */
export async function withAccess<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (thrown) {
    if (Failure.from(thrown).code !== 'signed-out' || !(await regain())) throw thrown;
    return task();
  }
}
