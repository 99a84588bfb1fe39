/** Throttles a stream of values: the newest replaces a pending one, and the last is always emitted. */

export type Throttled<Value> = {
  put: (value: Value) => void;
  /** Emits the last value: at once during the initial delay, otherwise at the end of the interval. */
  end: (value: Value) => void;
  /** Drops the pending value. */
  cancel: () => void;
};

/**
 * Calls `emit` at most once per interval.
 * @param limits - milliseconds: `intervalMs` between two calls, `initialDelayMs` before the first one, unless the stream ends earlier.
 */
export function throttle<Value>(
  { intervalMs, initialDelayMs }: { intervalMs: number; initialDelayMs: number },
  emit: (value: Value) => void,
): Throttled<Value> {
  let waiting: { value: Value } | null = null;
  let isDelayed = true;
  let timer: NodeJS.Timeout | null = setTimeout(flush, initialDelayMs);

  function flush() {
    isDelayed = false;
    if (timer) clearTimeout(timer);
    timer = null;
    if (!waiting) return;
    const { value } = waiting;
    waiting = null;
    timer = setTimeout(flush, intervalMs);
    emit(value);
  }

  const put = (value: Value) => {
    waiting = { value };
    if (!timer) flush();
  };
  return {
    put,
    end: (value) => {
      put(value);
      if (isDelayed) flush();
    },
    cancel: () => {
      waiting = null;
      if (timer) clearTimeout(timer);
    },
  };
}
