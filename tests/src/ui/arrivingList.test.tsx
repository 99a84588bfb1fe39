/** A long list whose virtualizer is still loading. It loads once for each file, so this test has its own. */
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Link } from 'react-router';
import { LongList } from '#src/ui/LongList.tsx';
import { giveLayout } from '#tests/src/support/layout.ts';
import { show } from '#tests/src/support/render.tsx';

test('keeps the focus and the pressed keys while the virtualizer loads', async () => {
  giveLayout({ width: 800, height: 400 });
  const things = Array.from({ length: 10_000 }, (_, at) => `Thing ${at}`);
  const { user } = show(
    <LongList label="Things" items={things} itemKey={(name) => name} lineHeight={40}>
      {(name, stop) => (
        <Link to="/" {...stop}>
          {name}
        </Link>
      )}
    </LongList>,
  );
  screen.getByRole('link', { name: 'Thing 0' }).focus();
  const walked = user.keyboard('{End}{ArrowUp}');
  expect(screen.queryByText('Use the arrow keys to move through this list.')).toBeNull();
  await walked;
  await screen.findByText('Use the arrow keys to move through this list.');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Thing 9998'));
});
