import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
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

test('stays on the first page when Previous is pressed, and says why', async () => {
  const asked = vi.fn();
  const { user } = show(<Records start={1} asked={asked} />);
  await user.click(
    screen.getByRole('button', { name: 'Previous page', description: /This is the first page\./ }),
  );
  expect(asked).not.toHaveBeenCalled();
});

test('goes to a page when its field loses the focus, once', async () => {
  const asked = vi.fn();
  const { user } = show(<Records asked={asked} />);
  const box = screen.getByLabelText('Go To');
  await user.clear(box);
  await user.type(box, '7');
  expect(asked).not.toHaveBeenCalled();
  await user.tab();
  expect(asked).toHaveBeenCalledExactlyOnceWith(7);
});
