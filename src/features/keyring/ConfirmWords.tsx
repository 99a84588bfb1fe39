/** Asks for three of the recovery words, as proof that they were written down. */
import { z } from 'zod';
import { useConfirmPhrase } from './queries.ts';
import { useActors } from '#src/features/root/index.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { Form } from '#src/ui/form/Form.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';

const Word = z.string().trim().min(1, 'Enter this word.');

type ConfirmWordsProps = {
  /** From 1. */
  positions: readonly number[];
  onBack: () => void;
  onSettled: () => void;
  onClose: () => void;
};

export function ConfirmWords({ positions, onBack, onSettled, onClose }: ConfirmWordsProps) {
  const { raiseAlert } = useActors();
  const { mutateAsync } = useConfirmPhrase();
  const confirm = async (input: Record<string, string>) => {
    await mutateAsync({
      words: positions.map((position) => ({ position, word: input[nameOf(position)] ?? '' })),
    });
    raiseAlert({ type: 'success', source: 'Keyring', content: 'Recovery words confirmed', duration: 5 });
    onSettled();
  };
  return (
    <Dialog title="Confirm your recovery words" size="s" onClose={onClose}>
      <Form
        label="Recovery words"
        schema={z.object(Object.fromEntries(positions.map((position) => [nameOf(position), Word])))}
        submit="Confirm"
        onSubmit={confirm}
        actions={<Button onClick={onBack}>Show them again</Button>}
      >
        {positions.map((position) => (
          <TextField
            key={position}
            label={`Word ${position}`}
            name={nameOf(position)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        ))}
      </Form>
    </Dialog>
  );
}

const nameOf = (position: number) => `word${position}`;
