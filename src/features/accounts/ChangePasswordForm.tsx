/** Changes the password of the signed-in user. */
import { useState } from 'react';
import type { z } from 'zod';
import { changePassword } from '@cloakroom/contract/passwords.ts';
import { withStrengthCheck } from '#src/shared/newPassword.ts';
import { Failure } from '#src/shared/failure.ts';
import { useOfflineReason } from '#src/features/connection/index.ts';
import { useChangePassword } from './passwords.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Form } from '#src/ui/form/Form.tsx';
import { PasswordField } from '#src/ui/form/PasswordField.tsx';
import { Stack } from '#src/ui/layout.ts';

const NewPassword = withStrengthCheck(changePassword.body);
const fields = ['old_password', 'password', 'password_confirm'];

export function ChangePasswordForm() {
  const { mutateAsync } = useChangePassword();
  const offlineReason = useOfflineReason(
    'A new password can’t be queued: passwords are never kept on this device.',
  );
  const [changed, setChanged] = useState(false);
  const change = async (passwords: z.output<typeof changePassword.body>) => {
    setChanged(false);
    await mutateAsync(passwords).catch((thrown: unknown) => {
      const { code, message, errors, status } = Failure.from(thrown);
      const reason = Object.keys(errors).length > 0 ? '' : `. ${message}`;
      throw new Failure(code, `Failed to update password${reason}`, { errors, status });
    });
    setChanged(true);
  };
  return (
    <Stack>
      {changed && <Banner tone="success">Password updated successfully.</Banner>}
      <Form
        label="Change password"
        schema={NewPassword}
        submit="Update Password"
        unavailable={offlineReason}
        kind="secondary"
        clears={fields}
        resets
        onSubmit={change}
      >
        <PasswordField label="Current password" name="old_password" autoComplete="current-password" />
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          hint="At least 8 characters."
        />
        <PasswordField label="Confirm new password" name="password_confirm" autoComplete="new-password" />
      </Form>
    </Stack>
  );
}
