/** Lets other work of the thread run: each thread seals many bodies at the same time. */

/** Resolves after the work that is queued now. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
