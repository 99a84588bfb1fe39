import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Toasts, type ToastItem } from '#src/ui/Toasts.tsx';
import { show } from '#tests/src/support/render.tsx';

const items: ToastItem[] = [
  { id: 'a', tone: 'success', title: 'Identity created successfully' },
  { id: 'b', tone: 'error', title: 'WebSocket Connection', content: 'Failed to connect', times: 3 },
];

test('has two empty live regions before the first alert', () => {
  show(<Toasts items={[]} onDismiss={vi.fn()} />);
  expect(screen.getByRole('alert').textContent).toBe('');
  expect(screen.getByRole('status').textContent).toBe('');
});

test('interrupts for errors only, and shows the count of repeated alerts', () => {
  show(<Toasts items={items} onDismiss={vi.fn()} />);
  expect(within(screen.getByRole('alert')).getByText('WebSocket Connection').textContent).toContain(
    '3 times',
  );
  expect(within(screen.getByRole('status')).getByText('Identity created successfully')).toBeTruthy();
});

test('stops the timers while the pointer or the focus is on it', async () => {
  const hold = vi.fn();
  const { user } = show(<Toasts items={items} onDismiss={vi.fn()} onHold={hold} />);
  await user.hover(screen.getByText('Failed to connect'));
  expect(hold).toHaveBeenLastCalledWith(true);
  await user.unhover(screen.getByText('Failed to connect'));
  expect(hold).toHaveBeenLastCalledWith(false);
  await user.tab();
  expect(hold).toHaveBeenLastCalledWith(true);
  await user.tab();
  await user.tab();
  expect(hold).toHaveBeenLastCalledWith(false);
});

test('shows long text in full, and lets it be focused and scrolled', () => {
  const content = 'Long words. '.repeat(400);
  show(<Toasts items={[{ id: 'a', tone: 'error', content }]} onDismiss={vi.fn()} />);
  const text = screen.getByText(content.trim());
  expect(text.tabIndex).toBe(0);
  expect(text.textContent).toBe(content);
});
