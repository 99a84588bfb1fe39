/** Passes news on at a bearable pace: the newest counts, and the last is never lost. */

export type Throttled<News> = {
  put: (news: News) => void;
  /** Forget what still waits. */
  cancel: () => void;
};

/** At most one call of `pass` in so many milliseconds. */
export function throttled<News>(milliseconds: number, pass: (news: News) => void): Throttled<News> {
  let waiting: { news: News } | null = null;
  let timer: NodeJS.Timeout | null = null;
  const turn = () => {
    timer = null;
    if (!waiting) return;
    const { news } = waiting;
    waiting = null;
    timer = setTimeout(turn, milliseconds);
    pass(news);
  };
  return {
    put: (news) => {
      waiting = { news };
      if (!timer) turn();
    },
    cancel: () => {
      waiting = null;
      if (timer) clearTimeout(timer);
    },
  };
}
