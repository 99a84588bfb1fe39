/** Changes the first and last name of the signed-in user. */
import { useState } from 'react';
import { z } from 'zod';
import { useActors } from '#src/features/root/index.ts';
import { Form } from '#src/ui/form/Form.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';
import { Stack } from '#src/ui/layout.ts';
import { SavedBanner } from '#src/ui/SavedBanner.tsx';

const Names = z.object({
  first_name: z.string().trim().min(1).max(150),
  last_name: z.string().trim().max(150),
});

type Props = { names: { first_name: string; last_name: string }; onSuccess: () => unknown };

export function NamesForm({ names: { first_name, last_name }, onSuccess }: Props) {
  const { submit } = useActors();
  const [outcome, setOutcome] = useState<'sent' | 'waiting'>();
  const save = async (names: z.output<typeof Names>) => {
    setOutcome(undefined);
    const result = await submit('own-name', names);
    if (result === 'sent') await onSuccess();
    setOutcome(result);
  };
  return (
    <Stack>
      <SavedBanner outcome={outcome} saved="Your name has been saved." />
      <Form
        label="Names"
        schema={Names}
        values={{ first_name, last_name }}
        submit="Save Names"
        kind="secondary"
        onSubmit={save}
      >
        <TextField label="First name" name="first_name" autoComplete="given-name" />
        <TextField label="Last name" name="last_name" autoComplete="family-name" optional />
      </Form>
    </Stack>
  );
}
