/** Sets a new password by the link from a mail. */
import { useState } from 'react';
import { z } from 'zod';
import { Password } from '@cloakroom/contract/passwords.ts';
import { withStrengthCheck } from '#src/shared/newPassword.ts';
import type { SignedLink } from '#src/machines/activation/signedLink.ts';
import { useResetPassword } from './passwords.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Form } from '#src/ui/form/Form.tsx';
import { PasswordField } from '#src/ui/form/PasswordField.tsx';
import { LinkButton } from '#src/ui/LinkButton.tsx';

const NewPassword = withStrengthCheck(
  z
    .object({ password: Password, password_confirm: z.string().min(1) })
    .refine((form) => form.password === form.password_confirm, {
      message: 'Passwords do not match',
      path: ['password_confirm'],
    }),
);

export function ResetPasswordForm({ link }: { link: SignedLink }) {
  const { mutateAsync } = useResetPassword();
  const [changed, setChanged] = useState(false);
  if (changed) {
    return (
      <Banner
        tone="success"
        title="Your password has been changed"
        actions={
          <LinkButton kind="primary" to="/login">
            Sign In
          </LinkButton>
        }
      >
        Every other session has ended. Keys and records are not touched: your account’s password never seals
        them.
      </Banner>
    );
  }
  const reset = async (passwords: z.output<typeof NewPassword>) => {
    await mutateAsync({ ...link, ...passwords });
    setChanged(true);
  };
  return (
    <Form
      label="Reset password"
      schema={NewPassword}
      submit="Reset Password"
      wide
      clears={['password', 'password_confirm']}
      onSubmit={reset}
    >
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        hint="At least 8 characters."
      />
      <PasswordField label="Re-type new password" name="password_confirm" autoComplete="new-password" />
    </Form>
  );
}
