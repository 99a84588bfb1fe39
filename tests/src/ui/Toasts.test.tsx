import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Dialog } from '#src/ui/Dialog.tsx';
import { OpenDialogs } from '#src/ui/openDialogs.tsx';
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

test('is inside of an open dialog, which makes the rest of the page inert', async () => {
  const [dismiss, hold] = [vi.fn(), vi.fn()];
  const WithDialog = () => {
    const [isOpen, setOpen] = useState(false);
    return (
      <OpenDialogs>
        <button onClick={() => setOpen(true)}>Edit</button>
        {isOpen && <Dialog title="Edit Dataset" onClose={() => setOpen(false)} />}
        <Toasts items={items} onDismiss={dismiss} onHold={hold} />
      </OpenDialogs>
    );
  };
  const { user } = show(<WithDialog />);
  const host = () => screen.getByRole('region', { name: 'Alerts' }).closest('dialog');
  expect(host()).toBeNull();
  screen.getByRole('button', { name: 'Edit' }).click();
  const dialog = await screen.findByRole('dialog', { name: 'Edit Dataset' });
  expect(host()).toBe(dialog);
  await user.click(screen.getByRole('button', { name: 'Dismiss: WebSocket Connection' }));
  expect(dismiss).toHaveBeenCalledWith('b');
  expect(hold).toHaveBeenLastCalledWith(true);
  // The button that has the focus, under the pointer, is removed with the dialog: nothing else ends the pause.
  within(dialog).getByRole('button', { name: 'Close' }).click();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(host()).toBeNull();
  expect(hold).toHaveBeenLastCalledWith(false);
});
