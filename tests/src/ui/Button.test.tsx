import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Button } from '#src/ui/Button.tsx';
import { show } from '#tests/src/support/render.tsx';

test('is busy while pending, and ignores presses', async () => {
  const work = vi.fn();
  const { user } = show(
    <Button pending onClick={work}>
      Save
    </Button>,
  );
  const button = screen.getByRole('button', { name: 'Save' });
  await user.click(button);
  expect(button.getAttribute('aria-busy')).toBe('true');
  expect(work).not.toHaveBeenCalled();
});

test('can be focused while it is unavailable, and shows why', async () => {
  const work = vi.fn();
  const { user } = show(
    <Button unavailable="Start the proxy first." onClick={work}>
      Decrypt
    </Button>,
  );
  await user.tab();
  const button = screen.getByRole('button', { name: 'Decrypt', description: 'Start the proxy first.' });
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByRole('tooltip').textContent).toBe('Start the proxy first.');

  await user.keyboard('{Enter}');
  expect(work).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('tooltip')).toBeNull();
});

test('doesn’t submit while it is unavailable', async () => {
  const submitted = vi.fn();
  const { user } = show(
    <form onSubmit={submitted}>
      <input aria-label="Name" />
      <Button type="submit" unavailable="Nothing has changed yet.">
        Save
      </Button>
    </form>,
  );
  await user.type(screen.getByLabelText('Name'), 'Ada{Enter}');
  expect(submitted).not.toHaveBeenCalled();
});
