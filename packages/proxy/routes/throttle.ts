/** Throttles a stream of values: the newest replaces a pending one, and the last is always emitted. */

export type Throttled<Value> = {
  put: (value: Value) => void;
  /** Takes the last value. It does not wait for the end of the quiet time, and waits for the end of an interval. */
  end: (value: Value) => void;
  /** Drops the pending value. */
  cancel: () => void;
};

/**
 * Calls `emit` at most once per interval.
 * @param limits - milliseconds: `intervalMs` between two calls, `quietMs` before the first of a stream that goes on.
 */
export function throttle<Value>(
  { intervalMs, quietMs }: { intervalMs: number; quietMs: number },
  emit: (value: Value) => void,
): Throttled<Value> {
  let waiting: { value: Value } | null = null;
  let isQuiet = true;
  let timer: NodeJS.Timeout | null = setTimeout(flush, quietMs);

  function flush() {
    isQuiet = false;
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
      if (isQuiet) flush();
    },
    cancel: () => {
      waiting = null;
      if (timer) clearTimeout(timer);
    },
  };
}
