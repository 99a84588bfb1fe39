import { beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#src/app/queryClient.ts';
import { statusQueries } from '#src/features/connection/status.ts';

beforeEach(() => vi.useFakeTimers());

test('checks the connection as soon as the browser goes offline, and again five seconds later', () => {
  const asked = vi.spyOn(createQueryClient(), 'invalidateQueries');
  window.dispatchEvent(new Event('offline'));
  expect(asked).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(5_000);
  expect(asked).toHaveBeenCalledTimes(2);
  expect(asked).toHaveBeenLastCalledWith({ queryKey: statusQueries.current().queryKey });
  vi.advanceTimersByTime(60_000);
  expect(asked).toHaveBeenCalledTimes(2);
});
