/** Takes the 24 recovery words. They are sent to the proxy on this machine only, and not stored. */
import type { ReactNode } from 'react';
import { z } from 'zod';
import { phraseLength } from '@cloakroom/contract/keyring.ts';
import { useActors } from '#src/features/root/index.ts';
import { useRestoreKeyring } from './queries.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { Form } from '#src/ui/form/Form.tsx';
import { TextArea } from '#src/ui/form/TextArea.tsx';
import { Stack } from '#src/ui/layout.ts';

const countOf = (words: string) => words.split(/\s+/).filter(Boolean).length;

const Words = z.object({
  words: z
    .string()
    .default('')
    .refine((words) => countOf(words) === phraseLength, {
      error: ({ input }) => `Enter ${phraseLength} words. You entered ${countOf(String(input))}.`,
    }),
});

type RestoreFormProps = {
  /** More buttons beside the submit button. */
  actions?: ReactNode;
  onRestored?: () => void;
  /** The text of the submit button. */
  submit?: string;
  /** The text of the success alert. */
  doneMessage?: string;
};

const restoredMessage =
  'Your keys are restored. Keys that others shared with you are requested once this device has an identity.';

export function RestoreForm({
  actions,
  onRestored,
  submit = 'Restore my keys',
  doneMessage = restoredMessage,
}: RestoreFormProps) {
  const { raiseAlert } = useActors();
  const { mutateAsync } = useRestoreKeyring();
  const restore = async (body: z.output<typeof Words>) => {
    await mutateAsync(body);
    raiseAlert({ type: 'success', source: 'Keyring', content: doneMessage, duration: 10 });
    onRestored?.();
  };
  return (
    <Form label="Recovery" schema={Words} submit={submit} onSubmit={restore} actions={actions}>
      <TextArea
        label="Recovery words"
        name="words"
        rows={4}
        hint="In order, separated by spaces. They go to the proxy on this machine and nowhere else."
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
    </Form>
  );
}

type RestoreDialogProps = Pick<RestoreFormProps, 'submit' | 'doneMessage'> & {
  /** The explanation above the form. */
  children: ReactNode;
  onClose: () => void;
};

export function RestoreDialog({ children, onClose, ...labels }: RestoreDialogProps) {
  return (
    <Dialog title="Enter recovery words" size="m" onClose={onClose}>
      <Stack>
        <p>{children}</p>
        <RestoreForm {...labels} onRestored={onClose} actions={<Button onClick={onClose}>Cancel</Button>} />
      </Stack>
    </Dialog>
  );
}
