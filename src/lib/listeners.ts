/** Those who want to hear of a change, outside of machines and queries. */

export type Listeners<News extends unknown[]> = {
  tell: (...news: News) => void;
  /** @returns what ends it. */
  subscribe: (listener: (...news: News) => void) => () => void;
};

export function openListeners<News extends unknown[] = []>(): Listeners<News> {
  const listeners = new Set<(...news: News) => void>();
  return {
    tell: (...news) => {
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
