import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { throttle } from '@cloakroom/proxy/routes/throttle.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('the first news passes at once, then only the newest, and the last always', () => {
  const passed: [number, number][] = [];
  const started = Date.now();
  const { put } = throttle<number>(250, (news) => passed.push([Date.now() - started, news]));
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

test('what is cancelled is not heard any more', () => {
  const passed: number[] = [];
  const { put, cancel } = throttle<number>(250, (news) => passed.push(news));
  put(1);
  put(2);
  cancel();
  vi.advanceTimersByTime(1000);
  expect(passed).toEqual([1]);
});
