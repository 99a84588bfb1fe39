/** Changes the full name of the signed-in user. */
import { useState } from 'react';
import { z } from 'zod';
import { splitName } from '#src/machines/registration/types.ts';
import { useActors } from '#src/features/root/index.ts';
import { useFormDraft } from '#src/shared/storage/formDrafts.ts';
import { Form } from '#src/ui/form/Form.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';
import { Stack } from '#src/ui/layout.ts';
import { SavedBanner } from '#src/ui/SavedBanner.tsx';

const Name = z.object({ full_name: z.string().trim().min(1).max(300) });

const draftFields = ['full_name'];

export function NameForm({ fullName, onSuccess }: { fullName: string; onSuccess: () => unknown }) {
  const { submit } = useActors();
  const draft = useFormDraft('full name', draftFields);
  const [outcome, setOutcome] = useState<'sent' | 'queued'>();
  const save = async ({ full_name }: { full_name: string }) => {
    setOutcome(undefined);
    const result = await submit('own-name', splitName(full_name));
    if (result === 'sent') await onSuccess();
    setOutcome(result);
  };
  return (
    <Stack>
      <SavedBanner outcome={outcome} saved="Your name has been saved." />
      <Form
        label="Name"
        draft={draft}
        schema={Name}
        values={{ full_name: fullName }}
        submit="Save Name"
        kind="secondary"
        onSubmit={save}
      >
        <TextField label="Full Name" name="full_name" autoComplete="name" />
      </Form>
    </Stack>
  );
}
