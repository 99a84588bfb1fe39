/** A database that answers late, and one that never does. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withTimeout } from '#src/shared/storage/withTimeout.ts';
import { storageStatus } from '#src/shared/storage/storageStatus.ts';

const never = () => new Promise<string>(() => undefined);
const after = (ms: number) => () =>
  new Promise<string>((resolve) => {
    setTimeout(() => resolve('there'), ms);
  });

beforeEach(() => vi.useFakeTimers());
afterEach(async () => {
  storageStatus.forget();
  // One answer resets the count of missing ones for the next test.
  await withTimeout(() => Promise.resolve());
  vi.useRealTimers();
});

test('waits for a second by default, or for the given time', async () => {
  const usual = withTimeout(after(1500));
  const patient = withTimeout(after(1500), 2000);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await usual).toBeUndefined();
  await vi.advanceTimersByTimeAsync(500);
  expect(await patient).toBe('there');
});

test('late answers, at once or in sequence, don’t count as a lost database', async () => {
  for (let round = 0; round < 20; round++) {
    const late = Array.from({ length: 5 }, () => withTimeout(after(4000)));
    await vi.advanceTimersByTimeAsync(1000);
    expect(await Promise.all(late)).toEqual(Array(5).fill(undefined));
  }
  expect(storageStatus.get()).toBeNull();
});

test('a database that doesn’t answer for ten seconds is lost, and not waited for again', async () => {
  let asked = 0;
  while (storageStatus.get() === null) {
    const answer = withTimeout(never);
    asked += 1;
    await vi.advanceTimersByTimeAsync(1000);
    expect(await answer).toBeUndefined();
  }
  expect(storageStatus.get()).toBe('lost');
  expect(asked).toBe(11);
  const task = vi.fn(never);
  expect(await withTimeout(task)).toBeUndefined();
  expect(task).not.toHaveBeenCalled();
});
