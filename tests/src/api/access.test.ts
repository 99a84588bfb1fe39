/** Calls that are refused because the session has ended. */
import { afterEach, expect, test, vi } from 'vitest';
import { whenAccessIsLost, withAccess } from '#src/api/access.ts';
import { Failure } from '#src/lib/failure.ts';

const refused = () => new Failure('signed-out', 'Sign in to continue.', { status: 401 });

afterEach(() => whenAccessIsLost(async () => false));

test('a refused call goes out again once the person is back', async () => {
  whenAccessIsLost(async () => true);
  const task = vi.fn<() => Promise<string>>().mockRejectedValueOnce(refused()).mockResolvedValue('done');
  expect(await withAccess(task)).toBe('done');
  expect(task).toHaveBeenCalledTimes(2);
});

test('a call that is refused twice is not sent a third time', async () => {
  whenAccessIsLost(async () => true);
  const task = vi.fn(async () => Promise.reject(refused()));
  await expect(withAccess(task)).rejects.toThrow('Sign in to continue.');
  expect(task).toHaveBeenCalledTimes(2);
});

test('a call that fails for another reason is not repeated, and nobody is asked for a password', async () => {
  const ask = vi.fn(async () => true);
  whenAccessIsLost(ask);
  const task = vi.fn(async () => Promise.reject(new Failure('conflict', 'Taken.', { status: 409 })));
  await expect(withAccess(task)).rejects.toThrow('Taken.');
  expect(task).toHaveBeenCalledTimes(1);
  expect(ask).not.toHaveBeenCalled();
});

test('where nobody can sign in again the refusal stands', async () => {
  await expect(withAccess(() => Promise.reject(refused()))).rejects.toThrow('Sign in to continue.');
});
