/** An event emitter, for changes outside of machines and queries. */

export type Emitter<News extends unknown[]> = {
  emit: (...news: News) => void;
  /** @returns a function that unsubscribes. */
  subscribe: (listener: (...news: News) => void) => () => void;
};

export function createEmitter<News extends unknown[] = []>(): Emitter<News> {
  const listeners = new Set<(...news: News) => void>();
  return {
    emit: (...news) => {
      for (const listener of listeners) listener(...news);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
