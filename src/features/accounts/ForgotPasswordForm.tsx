/** Requests a password reset link. */
import { z } from 'zod';
import { Email } from '@cloakroom/contract/email.ts';
import { useActors } from '#src/features/root/index.ts';
import { useSendResetLink } from './passwords.ts';
import { Form } from '#src/ui/form/Form.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';

const Forgot = z.object({ email: Email });

export function ForgotPasswordForm() {
  const { raiseAlert } = useActors();
  const { mutateAsync } = useSendResetLink();
  const send = async ({ email }: { email: string }) => {
    await mutateAsync(email);
    raiseAlert({
      type: 'success',
      source: 'User',
      content: `If there is an account for ${email}, a password reset link is on its way. It works for one hour.`,
      duration: 5,
    });
  };
  return (
    <Form label="Forgot password" schema={Forgot} submit="Send Link" wide resets onSubmit={send}>
      <TextField label="Email" name="email" type="email" autoComplete="username" inputMode="email" />
    </Form>
  );
}
