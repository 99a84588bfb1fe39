import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { throttle } from '@cloakroom/proxy/routes/throttle.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('passes the first value at once, then only the newest, and always the last', () => {
  const passed: [number, number][] = [];
  const started = Date.now();
  const { put } = throttle<number>(250, (value) => passed.push([Date.now() - started, value]));
  for (let i = 0; i < 100; i++) {
    put(i);
    vi.advanceTimersByTime(10);
  }
  vi.advanceTimersByTime(1000);
  expect(passed).toEqual([
    [0, 0],
    [250, 24],
    [500, 49],
    [750, 74],
    [1000, 99],
  ]);
});

test('passes nothing after it was cancelled', () => {
  const passed: number[] = [];
  const { put, cancel } = throttle<number>(250, (value) => passed.push(value));
  put(1);
  put(2);
  cancel();
  vi.advanceTimersByTime(1000);
  expect(passed).toEqual([1]);
});
