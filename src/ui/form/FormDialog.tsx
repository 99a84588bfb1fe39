/** A dialog that contains one form; Cancel closes it without sending the form. */
import type { z } from 'zod';
import { Button } from '../Button.tsx';
import { Dialog } from '../Dialog.tsx';
import { Form, type FormProps } from './Form.tsx';

type FormDialogProps<Schema extends z.ZodType> = Omit<FormProps<Schema>, 'actions'> & {
  title: string;
  onClose: () => void;
};

export function FormDialog<Schema extends z.ZodType>({ title, onClose, ...form }: FormDialogProps<Schema>) {
  return (
    <Dialog title={title} size="s" onClose={onClose}>
      <Form {...form} actions={<Button onClick={onClose}>Cancel</Button>} />
    </Dialog>
  );
}
