/** Changes one's own name. */
import { useState } from 'react';
import { z } from 'zod';
import { splitName } from '#src/lib/registration.ts';
import { usePatchProfile } from '#src/queries/session.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Form } from '#src/ui/form/Form.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';
import { Stack } from '#src/ui/layout.ts';

const Name = z.object({ full_name: z.string().trim().min(1).max(300) });

export function NameForm({ fullName, onSuccess }: { fullName: string; onSuccess: () => unknown }) {
  const { mutateAsync } = usePatchProfile();
  const [done, setDone] = useState(false);
  const save = async ({ full_name }: { full_name: string }) => {
    setDone(false);
    await mutateAsync(splitName(full_name));
    await onSuccess();
    setDone(true);
  };
  return (
    <Stack>
      {done && <Banner tone="success">Your name has been saved.</Banner>}
      <Form
        label="Name"
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
