import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { CopyButton } from '#src/ui/CopyButton.tsx';
import { show } from '#tests/src/support/render.tsx';

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('copies, confirms it for two seconds, and then offers to copy again', async () => {
  vi.useFakeTimers();
  const { user } = show(<CopyButton value="pk_123" valueName="public key of device X" />);
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined);
  await user.click(screen.getByRole('button', { name: 'Copy public key of device X' }));
  await pass(0);

  expect(copied).toHaveBeenCalledExactlyOnceWith('pk_123');
  expect(screen.getByText('Copied')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('Copied public key of device X.');

  await pass(1999);
  expect(screen.getByText('Copied')).toBeTruthy();
  await pass(1);
  expect(screen.getByText('Copy')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('');
});

test('says what to do when the browser refuses', async () => {
  const { user } = show(<CopyButton value="pk_123" valueName="public key" />);
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'));
  await user.click(screen.getByRole('button', { name: 'Copy public key' }));
  await screen.findByRole('button', { name: 'Copy failed public key' });
  expect(screen.getByRole('status').textContent).toContain('copy it manually');
});
