import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onInactive } from '#src/machines/recordsView/inactivity.ts';

const minute = 60_000;
const ended: (() => void)[] = [];

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  ended.splice(0).forEach((end) => end());
  vi.restoreAllMocks();
  vi.useRealTimers();
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

test('a page that nobody touches is unseen after its time, once', () => {
  const then = watched();
  vi.advanceTimersByTime(15 * minute - 1);
  expect(then).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60 * minute);
  expect(then).toHaveBeenCalledOnce();
});

test.each(['pointermove', 'keydown', 'wheel'])('%s starts the time anew', (sign) => {
  const then = watched();
  vi.advanceTimersByTime(10 * minute);
  document.body.dispatchEvent(new Event(sign, { bubbles: true }));
  vi.advanceTimersByTime(14 * minute);
  expect(then).not.toHaveBeenCalled();
  vi.advanceTimersByTime(minute);
  expect(then).toHaveBeenCalledOnce();
});

test('a hidden page is not seen by coming out of sight, only by coming back in time', () => {
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

test('a machine that slept too long seals the page as soon as it wakes', () => {
  const then = watched();
  vi.setSystemTime(Date.now() + 60 * minute);
  hide(false);
  expect(then).toHaveBeenCalledOnce();
});

test('whoever ends the waiting hears nothing', () => {
  const then = vi.fn();
  onInactive(minute, then)();
  vi.advanceTimersByTime(5 * minute);
  expect(then).not.toHaveBeenCalled();
});
