/** Progress, rate and time left of an upload. */
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stallTimeoutMs, startWatchdog } from '#src/machines/upload/effects.ts';
import {
  advance,
  noProgress,
  secondsLeft,
  type ProgressReport,
  type UploadProgressState,
} from '#src/machines/upload/progress.ts';

const walked = (...steps: ProgressReport[]): UploadProgressState =>
  steps.reduce<UploadProgressState>(advance, noProgress);
const stored = (processed: number, at: number): ProgressReport => ({
  phase: 'storing',
  processed,
  total: 10_000,
  sent: 0,
  size: 0,
  at,
});

test('there is no rate before a second has passed', () => {
  expect(walked(stored(0, 0), stored(500, 900))).toMatchObject({ rate: null });
  expect(secondsLeft(walked(stored(0, 0), stored(500, 900)))).toBeNull();
});

test('the rate is measured over the last ten seconds, and gives the time left', () => {
  const way = walked(stored(0, 0), stored(1000, 1000), stored(1100, 9000), stored(2100, 11_000));
  expect(way.rate).toBe(110);
  expect(secondsLeft(way)).toBeCloseTo(7900 / 110);
});

test('while a file is sent, its bytes are measured instead of its records', () => {
  const sent = (bytes: number, at: number): ProgressReport => ({
    phase: 'sending',
    processed: bytes / 100,
    total: 40,
    sent: bytes,
    size: 4000,
    at,
  });
  const way = walked(sent(0, 0), sent(1000, 2000));
  expect(way.rate).toBe(500);
  expect(secondsLeft(way)).toBe(6);
});

test('measures each phase separately, also one that starts over', () => {
  const sending: ProgressReport = {
    phase: 'sending',
    processed: 9000,
    total: 10_000,
    sent: 9,
    size: 10,
    at: 5000,
  };
  expect(walked(sending, stored(0, 9000)).rate).toBeNull();
  expect(walked(stored(0, 0), stored(4000, 4000), stored(100, 5000), stored(200, 6000)).rate).toBe(100);
});

test('for any reports, progress stays within 0 to 100 and never decreases, and the time left is not negative', () => {
  const amount = fc.nat(1000);
  const steps = fc.array(
    fc.record({
      phase: fc.constantFrom('checking' as const, 'sending' as const, 'storing' as const),
      processed: amount,
      total: amount,
      sent: amount,
      size: amount,
      at: fc.nat(100_000),
    }),
  );
  fc.assert(
    fc.property(steps, (generated) => {
      let way: UploadProgressState = noProgress;
      for (const step of generated.sort((one, other) => one.at - other.at)) {
        const before = way.progress;
        way = advance(way, step);
        expect(way.progress).toBeGreaterThanOrEqual(before);
        expect(way.progress).toBeLessThanOrEqual(100);
        expect(way.rate ?? 0).toBeGreaterThanOrEqual(0);
        expect(secondsLeft(way) ?? 0).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('the watchdog reports thirty seconds without new values once, and ignores repeated values', () => {
  const silence = vi.fn();
  const dog = startWatchdog(silence);
  dog.report('a');
  vi.advanceTimersByTime(stallTimeoutMs - 1);
  dog.report('a');
  expect(silence).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(silence).toHaveBeenCalledOnce();
  dog.report('b');
  vi.advanceTimersByTime(stallTimeoutMs);
  expect(silence).toHaveBeenCalledTimes(2);
  dog.report('c');
  dog.stop();
  vi.advanceTimersByTime(stallTimeoutMs);
  expect(silence).toHaveBeenCalledTimes(2);
});
