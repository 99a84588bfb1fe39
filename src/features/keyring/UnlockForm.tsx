/** Unlocks the keyring with its passphrase. */
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { unlockKeyring } from '@cloakroom/contract/keyring.ts';
import { useUnlock } from './queries.ts';
import { Form } from '#src/ui/form/Form.tsx';
import { PasswordField } from '#src/ui/form/PasswordField.tsx';
import { Narrow, Stack } from '#src/ui/layout.ts';

const fields = ['passphrase'];

type UnlockFormProps = {
  /** Text above the form. */
  children?: ReactNode;
  /** More buttons beside the submit button. */
  actions?: ReactNode;
};

export function UnlockForm({ children, actions }: UnlockFormProps) {
  const { mutateAsync } = useUnlock();
  const unlock = (body: z.output<typeof unlockKeyring.body>) => mutateAsync(body);
  return (
    <Stack>
      {children ?? (
        <p>It is locked: until you unlock it, nothing can be searched, decrypted, uploaded or shared here.</p>
      )}
      <Narrow>
        <Form
          label="Unlock"
          schema={unlockKeyring.body}
          submit="Unlock"
          clears={fields}
          onSubmit={unlock}
          actions={actions}
        >
          <PasswordField label="Passphrase" name="passphrase" autoComplete="off" />
        </Form>
      </Narrow>
    </Stack>
  );
}
