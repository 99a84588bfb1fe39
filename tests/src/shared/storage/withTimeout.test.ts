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
  // An answer: the next test begins with none that is missing.
  await withTimeout(() => Promise.resolve());
  vi.useRealTimers();
});

test('nobody waits longer than a second, or than was said', async () => {
  const usual = withTimeout(after(1500));
  const patient = withTimeout(after(1500), 2000);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await usual).toBeUndefined();
  await vi.advanceTimersByTimeAsync(500);
  expect(await patient).toBe('there');
});

test('however many answers are late at once or one after the other, a database that gives them is there', async () => {
  for (let round = 0; round < 20; round++) {
    const late = Array.from({ length: 5 }, () => withTimeout(after(4000)));
    await vi.advanceTimersByTimeAsync(1000);
    expect(await Promise.all(late)).toEqual(Array(5).fill(undefined));
  }
  expect(storageStatus.get()).toBeNull();
});

test('one that never answers is given up after ten seconds, and not waited for again', async () => {
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
