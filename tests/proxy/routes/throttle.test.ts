import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { throttle } from '@cloakroom/proxy/routes/throttle.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A throttle with its values, each with the milliseconds since the start. */
function throttled() {
  const passed: [number, number][] = [];
  const started = Date.now();
  const limits = { intervalMs: 250, initialDelayMs: 1000 };
  return { passed, ...throttle<number>(limits, (value) => passed.push([Date.now() - started, value])) };
}

test('passes the newest after the quiet time, then once per interval, and always the last', () => {
  const { passed, put } = throttled();
  for (let i = 0; i < 200; i++) {
    put(i);
    vi.advanceTimersByTime(10);
  }
  vi.advanceTimersByTime(1000);
  expect(passed).toEqual([
    [1000, 99],
    [1250, 124],
    [1500, 149],
    [1750, 174],
    [2000, 199],
  ]);
});

test.each([
  { what: 'at once during the quiet time, and no value before it', endMs: 400, expected: [[400, 2]] },
  {
    what: 'after the interval once a value was passed',
    endMs: 1100,
    expected: [
      [1000, 1],
      [1250, 2],
    ],
  },
])('passes the end $what', ({ endMs, expected }) => {
  const { passed, put, end } = throttled();
  put(1);
  vi.advanceTimersByTime(endMs);
  end(2);
  vi.advanceTimersByTime(1000);
  expect(passed).toEqual(expected);
});

test('passes a value at once when the quiet time ended without one', () => {
  const { passed, put } = throttled();
  vi.advanceTimersByTime(3000);
  put(1);
  expect(passed).toEqual([[3000, 1]]);
});

test('passes nothing after it was cancelled', () => {
  const { passed, put, cancel } = throttled();
  put(1);
  vi.advanceTimersByTime(1000);
  put(2);
  cancel();
  vi.advanceTimersByTime(1000);
  expect(passed).toEqual([[1000, 1]]);
});
