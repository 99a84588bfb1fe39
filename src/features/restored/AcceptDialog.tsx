/** Accepts the older records of a restored backup, confirmed with the passphrase or password. */
import type { z } from 'zod';
import { acceptRestored, type RestoredState } from '@cloakroom/contract/epochs.ts';
import { useActors } from '#src/features/root/index.ts';
import { useAcceptRestored } from './queries.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { FormDialog } from '#src/ui/form/FormDialog.tsx';
import { PasswordField } from '#src/ui/form/PasswordField.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';
import { differenceText } from './messages.ts';

const fields = ['secret'];

type AcceptDialogProps = { schema: string; state: RestoredState; onClose: () => void };

export function AcceptDialog({ schema, state, onClose }: AcceptDialogProps) {
  const { raiseAlert } = useActors();
  const { missing, earlier_keys, confirm_with } = state;
  const { mutateAsync } = useAcceptRestored(schema);
  const accept = async (body: z.output<typeof acceptRestored.body>) => {
    await mutateAsync(body);
    raiseAlert({ type: 'success', source: 'Records', content: 'Older records accepted', duration: 5 });
    onClose();
  };
  return (
    <FormDialog
      title="Accept the older records?"
      onClose={onClose}
      label="Accept the older records"
      schema={acceptRestored.body}
      submit="Accept"
      clears={fields}
      onSubmit={accept}
    >
      <p>
        Do so only if you know that a backup of the service was restored.{' '}
        {differenceText(missing) || 'Nothing'}
        {missing.records + missing.returned > 0 ? '; that becomes final.' : ' is missing.'} Your device signs
        it, and everyone who works with this schema is shown that you did.
      </p>
      {earlier_keys && (
        <Banner tone="warning" title="The keys are older too">
          People who have been removed since then can read what is uploaded from now on, until you remove them
          again and renew the keys under Permissions.
        </Banner>
      )}
      <TextField
        label="Reason"
        name="reason"
        hint="Everyone who works with this schema can read it."
        optional
      />
      {confirm_with === 'passphrase' ? (
        <PasswordField label="Passphrase of your keyring" name="secret" autoComplete="off" />
      ) : (
        <PasswordField
          label="Password of your account"
          name="secret"
          autoComplete="current-password"
          hint="Without a password, set a passphrase for your keyring under Identities first."
        />
      )}
    </FormDialog>
  );
}
