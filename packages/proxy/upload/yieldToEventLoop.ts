/** Gives way: on one thread many bodies are sealed, a little of each in turn. */

/** Resolves after whatever else waits on this thread has had its turn. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
