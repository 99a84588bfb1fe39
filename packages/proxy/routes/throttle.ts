/** Throttles a stream of values: the newest replaces a pending one, and the last is always emitted. */

export type Throttled<Value> = {
  put: (value: Value) => void;
  /** Drops the pending value. */
  cancel: () => void;
};

/** Calls `emit` at most once per interval. */
export function throttle<Value>(intervalMs: number, emit: (value: Value) => void): Throttled<Value> {
  let waiting: { value: Value } | null = null;
  let timer: NodeJS.Timeout | null = null;
  const flush = () => {
    timer = null;
    if (!waiting) return;
    const { value } = waiting;
    waiting = null;
    timer = setTimeout(flush, intervalMs);
    emit(value);
  };
  return {
    put: (value) => {
      waiting = { value };
      if (!timer) flush();
    },
    cancel: () => {
      waiting = null;
      if (timer) clearTimeout(timer);
    },
  };
}
