/** Repeats a call that was rejected because its session had ended, once the same user has signed in again. */
import { Failure } from '#src/shared/failure.ts';
import { http } from './http.ts';

/**
 * Runs a task; if it is rejected because the session has ended, runs it once more in the next session of the same user.
 * @throws {Failure} `signed-out` if the session is not renewed; else what the task throws.
 */
export async function withSessionRenewal<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (thrown) {
    if (Failure.from(thrown).code !== 'signed-out' || !(await http.regainAccess())) throw thrown;
    return task();
  }
}
