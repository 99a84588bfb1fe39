import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Button } from '#src/ui/Button.tsx';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';
import { show } from '#tests/src/support/render.tsx';

function Screen({ opener = true }: { opener?: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <h1 tabIndex={-1}>Datasets</h1>
      {(opener || !open) && <Button onClick={() => setOpen(true)}>Create Dataset</Button>}
      {open && (
        <Dialog title="Add a new Dataset" onClose={() => setOpen(false)}>
          <TextField name="name" label="Name" />
          <input type="file" aria-label="Icon" />
        </Dialog>
      )}
    </>
  );
}
const open = async () => {
  const { user } = show(<Screen />);
  await user.click(screen.getByRole('button', { name: 'Create Dataset' }));
  return user;
};

test.each(['Esc', 'the close button'])(
  'closes by %s and returns the focus to the button that opened it',
  async (way) => {
    const user = await open();
    if (way === 'Esc') await user.keyboard('{Escape}');
    else await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Create Dataset' }));
  },
);

test('focuses the heading of the page if the button that opened it is gone', async () => {
  const { user } = show(<Gone />);
  await user.click(screen.getByRole('button', { name: 'Delete Patients' }));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(screen.queryByRole('button', { name: 'Delete Patients' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Datasets' }));
});

function Gone() {
  const [state, setState] = useState<'there' | 'asked' | 'gone'>('there');
  return (
    <>
      <h1 tabIndex={-1}>Datasets</h1>
      {state !== 'gone' && <Button onClick={() => setState('asked')}>Delete Patients</Button>}
      {state === 'asked' && (
        <Dialog
          title="Delete?"
          onClose={() => setState('there')}
          footer={<Button onClick={() => setState('gone')}>Delete</Button>}
        />
      )}
    </>
  );
}

test('stays open when a file field inside it is cancelled', async () => {
  await open();
  fireEvent(screen.getByLabelText('Icon'), new Event('cancel', { bubbles: true }));
  expect(screen.getByRole('dialog')).toBeTruthy();
});

test('can be scrolled by keyboard if its text is long', () => {
  show(
    <Dialog title="Terms of service" reading onClose={() => undefined}>
      Long words
    </Dialog>,
  );
  const text = screen.getByRole('region', { name: 'Terms of service' });
  expect(document.activeElement).toBe(text);
  expect(text.tabIndex).toBe(0);
});

test('focuses Cancel before a dangerous action', () => {
  show(<ConfirmDialog title="Delete?" danger confirm="Delete" onConfirm={vi.fn()} onClose={vi.fn()} />);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }));
});

test('stays open and shows the reason when the confirmed action fails', async () => {
  const closed = vi.fn();
  const refuse = () => Promise.reject(new Error('Only owners may delete.'));
  const { user } = show(
    <ConfirmDialog title="Delete?" confirm="Delete" onConfirm={refuse} onClose={closed} />,
  );
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Only owners may delete.');
  expect(closed).not.toHaveBeenCalled();
});

test('can’t be closed while the confirmed action runs, so that its end is seen', async () => {
  const closed = vi.fn();
  let end: () => void = () => undefined;
  const confirm = vi.fn(() => new Promise<void>((resolve) => (end = resolve)));
  const { user } = show(
    <ConfirmDialog title="Delete?" confirm="Delete" onConfirm={confirm} onClose={closed} />,
  );
  await user.dblClick(screen.getByRole('button', { name: 'Delete' }));
  expect(confirm).toHaveBeenCalledOnce();
  const reason = { description: 'Wait until it is done.' };
  await user.click(screen.getByRole('button', { name: 'Cancel', ...reason }));
  await user.click(screen.getByRole('button', { name: 'Close', ...reason }));
  await user.keyboard('{Escape}');
  expect(closed).not.toHaveBeenCalled();
  end();
  await waitFor(() => expect(closed).toHaveBeenCalledOnce());
});
