/** Calls that are refused because the session has ended. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { http } from '#src/shared/http/http.ts';
import { withSessionRenewal } from '#src/shared/http/renewedSession.ts';
import { Failure } from '#src/shared/failure.ts';

const refused = () => new Failure('signed-out', 'Sign in to continue.', { status: 401 });

/** Answers each loss of access. */
const regaining = (regain: () => Promise<boolean>) => {
  onTestFinished(
    http.subscribe((event) => {
      if (event.type === 'access.lost') event.waitUntil(regain());
    }),
  );
};

test('repeats a rejected call after the person has signed in again', async () => {
  regaining(async () => true);
  const task = vi.fn<() => Promise<string>>().mockRejectedValueOnce(refused()).mockResolvedValue('done');
  expect(await withSessionRenewal(task)).toBe('done');
  expect(task).toHaveBeenCalledTimes(2);
});

test('does not send a call a third time if it was rejected twice', async () => {
  regaining(async () => true);
  const task = vi.fn(async () => Promise.reject(refused()));
  await expect(withSessionRenewal(task)).rejects.toThrow('Sign in to continue.');
  expect(task).toHaveBeenCalledTimes(2);
});

test('a call that fails for another reason is not repeated, and no password is asked for', async () => {
  const ask = vi.fn(async () => true);
  regaining(ask);
  const task = vi.fn(async () => Promise.reject(new Failure('conflict', 'Taken.', { status: 409 })));
  await expect(withSessionRenewal(task)).rejects.toThrow('Taken.');
  expect(task).toHaveBeenCalledTimes(1);
  expect(ask).not.toHaveBeenCalled();
});

test('without a handler, the call stays rejected', async () => {
  await expect(withSessionRenewal(() => Promise.reject(refused()))).rejects.toThrow('Sign in to continue.');
});
