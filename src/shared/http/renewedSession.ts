/** Repeats a call that was refused because its session had ended, once the same user has signed in again. */
import { Failure } from '#src/shared/failure.ts';
import { http } from './http.ts';

/**
 * Does a task; when it is refused for want of a session, does it once more in the next session of the same user.
 * @throws {Failure} `signed-out` when there is none to be had; else what the task throws.
 */
export async function withSessionRenewal<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (thrown) {
    if (Failure.from(thrown).code !== 'signed-out' || !(await http.regainAccess())) throw thrown;
    return task();
  }
}
