/** An event emitter, for changes outside of machines and queries. */

export function createEmitter<Args extends unknown[] = []>() {
  const listeners = new Set<(...args: Args) => void>();
  return {
    emit: (...args: Args): void => {
      for (const listener of listeners) listener(...args);
    },
    /** @returns a function that unsubscribes. */
    subscribe: (listener: (...args: Args) => void): (() => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
