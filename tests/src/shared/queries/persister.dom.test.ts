/** Stored query data after a reload. */
import { waitFor } from '@testing-library/react';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deleteSessionData } from '#src/shared/storage/localData.ts';
import { tabSession } from '#src/shared/storage/session.ts';
import { sealedPersister } from '#src/shared/queries/persister.ts';

const fetched = vi.fn<() => Promise<string>>();
/** Everything that was shown since the page was opened. */
let shown: unknown[];
let leave: () => void;

/** Opens a page with an empty memory. */
function openPage() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  const names = new QueryObserver(client, {
    queryKey: ['names'],
    queryFn: fetched,
    persister: sealedPersister,
  });
  shown = [];
  leave = names.subscribe(({ data }) => shown.push(data));
  return names;
}

const uncaught = vi.fn<(why: unknown) => void>();
beforeEach(async () => {
  await deleteSessionData();
  tabSession.write({ email: 'ada@example.org', organization: 'clinic' });
  vi.clearAllMocks();
  process.on('unhandledRejection', uncaught);
});
afterEach(() => {
  leave();
  process.off('unhandledRejection', uncaught);
});

test('stored data is shown at once and fetched again', async () => {
  fetched.mockResolvedValue('Ada');
  const before = openPage();
  await waitFor(() => expect(before.getCurrentResult().data).toBe('Ada'));
  leave();
  fetched.mockResolvedValue('Ada and Grace');
  openPage();
  await waitFor(() => expect(shown).toContain('Ada and Grace'));
  expect(shown).toContain('Ada');
  expect(fetched).toHaveBeenCalledTimes(2);
});

test('if fetching fails, stored data stays and the query has the error, without an unhandled rejection', async () => {
  fetched.mockResolvedValue('Ada');
  const before = openPage();
  await waitFor(() => expect(before.getCurrentResult().data).toBe('Ada'));
  leave();
  fetched.mockRejectedValue(new Error('Nobody answered.'));
  const after = openPage();
  await waitFor(() => expect(after.getCurrentResult().error?.message).toBe('Nobody answered.'));
  expect(after.getCurrentResult().data).toBe('Ada');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(uncaught).not.toHaveBeenCalled();
});
