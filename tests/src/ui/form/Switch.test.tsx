import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Switch } from '#src/ui/form/Switch.tsx';
import { show } from '#tests/src/support/render.tsx';

test('describes why it is unavailable when focused by keyboard', async () => {
  const change = vi.fn();
  const { user } = show(
    <Switch label="Decrypt" checked={false} onChange={change} unavailable="Start the proxy." />,
  );
  await user.tab();
  expect(document.activeElement).toBe(
    screen.getByRole('switch', { name: 'Decrypt', description: 'Start the proxy.' }),
  );
  await user.keyboard(' ');
  expect(change).not.toHaveBeenCalled();
});

test('ignores a press while a change is pending', async () => {
  const change = vi.fn();
  const { user } = show(<Switch label="Decrypt" checked={false} pending onChange={change} />);
  await user.click(screen.getByRole('switch', { busy: true }));
  expect(change).not.toHaveBeenCalled();
});
