/** What is shown in place of data that could not be fetched. */
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { Loaded } from '#src/ui/Loaded.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { show } from '#tests/src/support/render.tsx';

/** A query that hasn't been answered yet. */
type Question = { page: number; answer: (words: string) => void; fail: (why: string) => void };
let open: Question[];
beforeEach(() => {
  open = [];
});

/** Waits until that page is queried, and ends the query. */
async function end(page: number, how: (question: Question) => void): Promise<void> {
  await waitFor(() => expect(open.map((question) => question.page)).toContain(page));
  const [question] = open.splice(0);
  await act(async () => how(question!));
}

function Pages() {
  const [page, turn] = useState(1);
  const words = useQuery({
    queryKey: [page],
    queryFn: () =>
      new Promise<string>((answer, reject) => {
        open.push({ page, answer, fail: (why) => reject(new Error(why)) });
      }),
    placeholderData: (before) => before,
  });
  return (
    <>
      <button onClick={() => turn(page + 1)}>Next page</button>
      <Loaded from={words} label="Loading words">
        {(found) => <p>{found}</p>}
      </Loaded>
    </>
  );
}

function showPages() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  const shown = show(
    <QueryClientProvider client={client}>
      <Pages />
    </QueryClientProvider>,
  );
  const askAgain = async () => {
    void client.refetchQueries({ type: 'active' });
    await waitFor(() => expect(again().ariaBusy).toBe('true'));
  };
  return { ...shown, askAgain };
}
const again = () => screen.getByRole('button', { name: 'Try again' });

test('an error stays on the screen while data is fetched again, until it arrives', async () => {
  const { askAgain, user } = showPages();
  screen.getByText('Loading words');
  await end(1, ({ fail }) => fail('Nobody answered.'));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Nobody answered.');

  await askAgain();
  expect(screen.getByRole('alert')).toBe(alert);
  expect(screen.queryByText('Loading words')).toBeNull();
  await end(1, ({ fail }) => fail('The service is down.'));
  await waitFor(() => expect(alert.textContent).toContain('The service is down.'));
  expect(again().ariaBusy).toBeNull();

  await user.click(again());
  expect(screen.getByRole('alert')).toBe(alert);
  await end(1, ({ answer }) => answer('Here they are.'));
  await screen.findByText('Here they are.');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a page that can’t be fetched doesn’t alternate with the one before, and its error isn’t shown for the next one', async () => {
  const { askAgain, user } = showPages();
  await end(1, ({ answer }) => answer('The first page.'));
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await screen.findByText('The first page.');
  await end(2, ({ fail }) => fail('Nobody answered.'));
  await screen.findByText('Nobody answered.');

  await askAgain();
  screen.getByText('Nobody answered.');
  expect(screen.queryByText('The first page.')).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(screen.queryByText('Nobody answered.')).toBeNull();
});

test.each([
  ['table', 'Loading users'],
  ['cards', 'Loading datasets'],
  ['lines', 'Loading the keyring'],
] as const)(
  'a skeleton in the shape of %s says what is loading, and hides its boxes',
  async (shape, label) => {
    const { container } = show(<Skeleton label={label} shape={shape} lines={3} columns={2} />);
    expect(screen.getByRole('status').textContent).toBe(label);
    expect(screen.queryByRole('list')).toBeNull();
    const boxes = { table: 8, cards: 9, lines: 3 };
    expect(container.querySelectorAll('[aria-hidden] :not(:has(*))')).toHaveLength(boxes[shape]);
  },
);
