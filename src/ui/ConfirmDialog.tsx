/** Asks for confirmation, and stays open while the action runs or if it fails. */
import { useState, type ReactNode } from 'react';
import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { Stack } from './layout.ts';

export type ConfirmDialogProps = {
  title: string;
  /** The label of the confirm button: a verb. */
  confirm: string;
  cancel?: string;
  /** Styles the button as dangerous, and puts the initial focus on Cancel. */
  danger?: boolean;
  size?: 's' | 'm' | 'l';
  /** Why the action can't be confirmed yet. */
  unavailable?: string | undefined;
  /** May be asynchronous. Errors are shown in the dialog, which stays open. */
  onConfirm: () => unknown;
  /** Called after Cancel, Esc, and a successful confirm. */
  onClose: () => void;
  children?: ReactNode;
};

export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    confirm,
    cancel = 'Cancel',
    danger = false,
    size = 's',
    unavailable,
    onConfirm,
    onClose,
    children,
  } = props;
  const [pending, setPending] = useState(false);
  const [error, setError] = useState('');

  const runAction = async () => {
    setError('');
    setPending(true);
    try {
      await onConfirm();
      onClose();
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown.message : 'Something went wrong. Please try again.');
    } finally {
      setPending(false);
    }
  };
  // If the dialog were closed now, the user would not see whether the action succeeds.
  const locked = pending ? 'Wait until it is done.' : undefined;
  const footer = (
    <>
      <Button unavailable={locked} onClick={onClose} {...(danger && { 'data-first': true })}>
        {cancel}
      </Button>
      <Button
        kind={danger ? 'danger' : 'primary'}
        pending={pending}
        unavailable={unavailable}
        onClick={runAction}
        {...(!danger && unavailable === undefined && { 'data-first': true })}
      >
        {confirm}
      </Button>
    </>
  );
  return (
    <Dialog title={title} size={size} locked={locked} onClose={onClose} footer={footer}>
      <Stack>
        {error && <Banner tone="error">{error}</Banner>}
        {children}
      </Stack>
    </Dialog>
  );
}
