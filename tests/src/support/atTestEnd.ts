/** What has to be done at the end of the running test. Modules are loaded once for many files, so their own hooks would run for one. */

const tasks: (() => unknown)[] = [];

/** Registers a task for the end of the test. */
export const atTestEnd = (task: () => unknown): void => void tasks.push(task);

/** Runs the tasks, the last one first; all of them, even if one fails. @throws {unknown} the first error. */
export async function endTest(): Promise<void> {
  const errors: unknown[] = [];
  for (const task of tasks.splice(0).reverse())
    try {
      await task();
    } catch (error) {
      errors.push(error);
    }
  if (errors.length > 0) throw errors[0];
}
