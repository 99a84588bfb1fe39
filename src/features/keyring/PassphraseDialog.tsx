/** Sets or changes the passphrase of the keyring. With one, the keyring can be locked and locks itself when idle. */
import { z } from 'zod';
import { setPassphrase } from '@cloakroom/contract/keyring.ts';
import { useActors } from '#src/features/root/index.ts';
import { withStrengthCheck } from '#src/shared/newPassword.ts';
import { useSetPassphrase } from './queries.ts';
import { FormDialog } from '#src/ui/form/FormDialog.tsx';
import { PasswordField } from '#src/ui/form/PasswordField.tsx';

const confirmation = { passphrase_confirm: z.string() };
const isConfirmed = ({
  passphrase,
  passphrase_confirm,
}: {
  passphrase: string;
  passphrase_confirm: string;
}) => passphrase === passphrase_confirm;
const mismatch = { error: 'The passphrases do not match.', path: ['passphrase_confirm'] };
const NewPassphrase = withStrengthCheck(
  setPassphrase.body.omit({ old: true }).extend(confirmation).refine(isConfirmed, mismatch),
  'passphrase',
);
const ChangedPassphrase = withStrengthCheck(
  setPassphrase.body.required().extend(confirmation).refine(isConfirmed, mismatch),
  'passphrase',
);

const fields = ['old', 'passphrase', 'passphrase_confirm'];

type PassphraseDialogProps = {
  /** Whether a passphrase is set already. */
  own: boolean;
  onClose: () => void;
};

export function PassphraseDialog({ own, onClose }: PassphraseDialogProps) {
  const { raiseAlert } = useActors();
  const { mutateAsync } = useSetPassphrase();
  const set = async ({
    passphrase,
    ...rest
  }: z.output<typeof NewPassphrase> | z.output<typeof ChangedPassphrase>) => {
    await mutateAsync({ passphrase, ...('old' in rest && { old: rest.old }) });
    raiseAlert({ type: 'success', source: 'Keyring', content: 'Passphrase set', duration: 5 });
    onClose();
  };
  return (
    <FormDialog<typeof NewPassphrase | typeof ChangedPassphrase>
      title={own ? 'Change passphrase' : 'Set a passphrase'}
      onClose={onClose}
      label="Passphrase"
      schema={own ? ChangedPassphrase : NewPassphrase}
      submit="Set Passphrase"
      clears={fields}
      onSubmit={set}
    >
      <p>
        It opens the keyring on this machine. It is not your account’s password, and no one can reset it:
        without it, only the recovery words can restore your keys.
      </p>
      {own && <PasswordField label="Current passphrase" name="old" autoComplete="off" />}
      <PasswordField
        label="New passphrase"
        name="passphrase"
        autoComplete="off"
        hint="At least 8 characters; four or more random words are better."
      />
      <PasswordField label="Confirm new passphrase" name="passphrase_confirm" autoComplete="off" />
    </FormDialog>
  );
}
