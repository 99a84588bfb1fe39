import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { Pager } from '#src/ui/Pager.tsx';
import { show } from '#tests/src/support/render.tsx';

function Records({ start = 2, asked = vi.fn() }: { start?: number; asked?: (page: number) => void }) {
  const [page, setPage] = useState(start);
  const [size, setSize] = useState(50);
  const go = (to: number) => {
    asked(to);
    setPage(to);
  };
  return (
    <Pager
      label="Pages of records"
      page={page}
      pageSize={size}
      total={1204}
      onPage={go}
      sizes={[25, 50, 100]}
      onPageSize={setSize}
    />
  );
}
const status = () => screen.getByRole('status').textContent;

it('shows the current page and rows, with their totals', () => {
  show(<Records />);
  expect(status()).toBe('Page 2 / 25');
  expect(screen.getByText('Showing 51-100 of 1,204')).toBeTruthy();
});

it('goes to the first, previous, next and last page', async () => {
  const { user } = show(<Records />);
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  await press('Next page');
  expect(status()).toBe('Page 3 / 25');
  await press('Last page');
  expect(screen.getByText('Showing 1,201-1,204 of 1,204')).toBeTruthy();
  await press('Previous page');
  expect(status()).toBe('Page 24 / 25');
  await press('First page');
  expect(status()).toBe('Page 1 / 25');
});

it('stays on the first page when Previous is pressed, and says why', async () => {
  const asked = vi.fn();
  const { user } = show(<Records start={1} asked={asked} />);
  await user.click(
    screen.getByRole('button', { name: 'Previous page', description: /This is the first page\./ }),
  );
  expect(asked).not.toHaveBeenCalled();
});

it.each([
  ['7', 'Page 7 / 25'],
  ['999', 'Page 25 / 25'],
  ['0', 'Page 1 / 25'],
  ['abc', 'Page 1 / 25'],
])('goes to "%s" on Enter, and shows "%s"', async (typed, shown) => {
  const { user } = show(<Records />);
  const box = screen.getByLabelText<HTMLInputElement>('Go To');
  await user.clear(box);
  await user.type(box, `${typed}{Enter}`);
  expect(status()).toBe(shown);
  expect(`Page ${box.value} / 25`).toBe(shown);
});

it('goes to a page when its field loses the focus, once', async () => {
  const asked = vi.fn();
  const { user } = show(<Records asked={asked} />);
  const box = screen.getByLabelText('Go To');
  await user.clear(box);
  await user.type(box, '7');
  expect(asked).not.toHaveBeenCalled();
  await user.tab();
  expect(asked).toHaveBeenCalledExactlyOnceWith(7);
});

it('changes the number of rows on a page', async () => {
  const { user } = show(<Records start={1} />);
  await user.selectOptions(screen.getByLabelText('Rows per page'), '100');
  expect(status()).toBe('Page 1 / 13');
});
