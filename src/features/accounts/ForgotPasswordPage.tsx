/** /accounts/forgot-password */
import { Link } from 'react-router';
import { z } from 'zod';
import { Email } from '@cloakroom/contract/email.ts';
import { SiteFooter } from '#src/features/legal/index.ts';
import { useActors } from '#src/features/root/index.ts';
import { AuthFrame } from '#src/ui/shell/AuthFrame.tsx';
import { useStatus } from '#src/features/connection/index.ts';
import { Form } from '#src/ui/form/Form.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';
import { useSendResetLink } from './passwords.ts';

export function ForgotPasswordPage() {
  return (
    <AuthFrame
      title="Forgot your password?"
      subtitle="We send a link to choose a new one. Your keys don’t depend on it: nothing sealed is lost."
      below={<Link to="/login">Back to sign in</Link>}
      footer={<SiteFooter />}
    >
      <ForgotPasswordForm />
    </AuthFrame>
  );
}

const Forgot = z.object({ email: Email });

/** Requests a password reset link. */
function ForgotPasswordForm() {
  const { raiseAlert } = useActors();
  const outbox = useStatus().data?.outbox === true;
  const { mutateAsync } = useSendResetLink();
  const send = async ({ email }: { email: string }) => {
    await mutateAsync(email);
    raiseAlert({
      type: 'success',
      source: 'User',
      content: `If there is an account for ${email}, a password reset link is ${outbox ? 'in the outbox of this machine' : 'on its way'}. It works for one hour.`,
      duration: 5,
    });
  };
  return (
    <Form label="Forgot password" schema={Forgot} submit="Send Link" wide resets onSubmit={send}>
      <TextField label="Email" name="email" type="email" autoComplete="username" inputMode="email" />
    </Form>
  );
}
