import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onInactive } from '#src/machines/recordsView/effects.ts';

const minute = 60_000;
const ended: (() => void)[] = [];

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  ended.splice(0).forEach((end) => end());
  vi.restoreAllMocks();
});

function watched() {
  const then = vi.fn();
  ended.push(onInactive(15 * minute, then));
  return then;
}
const hide = (hidden: boolean) => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  document.dispatchEvent(new Event('visibilitychange'));
};

test('reports a page without input as inactive once, after the timeout', () => {
  const then = watched();
  vi.advanceTimersByTime(15 * minute - 1);
  expect(then).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60 * minute);
  expect(then).toHaveBeenCalledOnce();
});

test.each(['pointermove', 'keydown', 'wheel'])('%s restarts the time', (sign) => {
  const then = watched();
  vi.advanceTimersByTime(10 * minute);
  document.body.dispatchEvent(new Event(sign, { bubbles: true }));
  vi.advanceTimersByTime(14 * minute);
  expect(then).not.toHaveBeenCalled();
  vi.advanceTimersByTime(minute);
  expect(then).toHaveBeenCalledOnce();
});

test('hiding the page doesn’t restart the timeout; showing it does', () => {
  const then = watched();
  vi.advanceTimersByTime(10 * minute);
  hide(true);
  vi.advanceTimersByTime(4 * minute);
  hide(false);
  vi.advanceTimersByTime(14 * minute);
  expect(then).not.toHaveBeenCalled();
  hide(true);
  vi.advanceTimersByTime(minute);
  expect(then).toHaveBeenCalledOnce();
});

test('a machine that slept too long reports inactivity as soon as it wakes', () => {
  const then = watched();
  vi.setSystemTime(Date.now() + 60 * minute);
  hide(false);
  expect(then).toHaveBeenCalledOnce();
});

test('unsubscribing prevents the call', () => {
  const then = vi.fn();
  onInactive(minute, then)();
  vi.advanceTimersByTime(5 * minute);
  expect(then).not.toHaveBeenCalled();
});
