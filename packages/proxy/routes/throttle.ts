/** Throttles a stream of values: the newest replaces those that wait, and the last is always emitted. */

export type Throttled<News> = {
  put: (news: News) => void;
  /** Forget what still waits. */
  cancel: () => void;
};

/** Calls `emit` at most once per interval. */
export function throttle<News>(intervalMs: number, emit: (news: News) => void): Throttled<News> {
  let waiting: { news: News } | null = null;
  let timer: NodeJS.Timeout | null = null;
  const flush = () => {
    timer = null;
    if (!waiting) return;
    const { news } = waiting;
    waiting = null;
    timer = setTimeout(flush, intervalMs);
    emit(news);
  };
  return {
    put: (news) => {
      waiting = { news };
      if (!timer) flush();
    },
    cancel: () => {
      waiting = null;
      if (timer) clearTimeout(timer);
    },
  };
}
