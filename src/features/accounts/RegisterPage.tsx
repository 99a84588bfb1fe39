/** /register */
import { Link, useNavigate } from 'react-router';
import { useState } from 'react';
import { z } from 'zod';
import { Email } from '@cloakroom/contract/email.ts';
import { Password } from '@cloakroom/contract/passwords.ts';
import { termsFigures, SiteFooter } from '#src/features/legal/index.ts';
import { useActors } from '#src/features/root/index.ts';
import { withStrengthCheck } from '#src/shared/newPassword.ts';
import { startRegistration, submitRegistration } from '#src/machines/registration/effects.ts';
import { AuthFrame } from '#src/ui/shell/AuthFrame.tsx';
import { Checkbox } from '#src/ui/form/Checkbox.tsx';
import { Form } from '#src/ui/form/Form.tsx';
import { PasswordField } from '#src/ui/form/PasswordField.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';
import { GoogleButton } from './GoogleButton.tsx';
import { TermsCheckbox } from './TermsCheckbox.tsx';

export function RegisterPage() {
  const navigate = useNavigate();
  return (
    <AuthFrame
      title="Sign Up"
      subtitle={`Start your ${termsFigures.trialDays} day free trial. No card is needed.`}
      below={
        <>
          Already have an account? <Link to="/login">Sign in</Link>
        </>
      }
      footer={<SiteFooter />}
    >
      <RegisterForm onSuccess={() => navigate('/accounts/register-confirm', { replace: true })} />
      <GoogleButton label="Sign up with Google" next="/" />
    </AuthFrame>
  );
}

const SignUp = withStrengthCheck(
  z.object({
    email: Email,
    password: Password,
    organization_name: z.string().trim().min(1).max(200),
    full_name: z.string().trim().min(1).max(300),
    terms: z.literal(true),
    robot: z.literal(true),
  }),
);

/** The sign-up form: an account and its organization. */
function RegisterForm({ onSuccess }: { onSuccess: () => unknown }) {
  const { trace } = useActors();
  const [registration] = useState(() => startRegistration(trace));

  const signUp = async ({ email, password, organization_name, full_name }: z.output<typeof SignUp>) => {
    await submitRegistration(registration, { email, password, organization_name, full_name });
    await onSuccess();
  };
  return (
    <Form label="Sign up" schema={SignUp} submit="Create Account" wide onSubmit={signUp}>
      <TextField label="Email" name="email" type="email" autoComplete="username" inputMode="email" />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        hint="At least 8 characters; fifteen or more are better."
      />
      <TextField label="Organization Name" name="organization_name" autoComplete="organization" />
      <TextField label="Full Name" name="full_name" autoComplete="name" />
      <TermsCheckbox />
      <Checkbox label="I am not a robot" name="robot" />
    </Form>
  );
}
