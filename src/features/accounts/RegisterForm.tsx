/** The sign-up form: an account and its organization. */
import { useState } from 'react';
import { z } from 'zod';
import { Email } from '@cloakroom/contract/email.ts';
import { Password } from '@cloakroom/contract/passwords.ts';
import { useActors } from '#src/features/root/index.ts';
import { withStrengthCheck } from '#src/shared/newPassword.ts';
import { startRegistration, submitted } from '#src/machines/registration/effects.ts';
import { Checkbox } from '#src/ui/form/Checkbox.tsx';
import { Form } from '#src/ui/form/Form.tsx';
import { PasswordField } from '#src/ui/form/PasswordField.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';
import { TermsCheckbox, type ShowTerms } from './TermsCheckbox.tsx';

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

type Props = { terms: ShowTerms; onSuccess: () => unknown };

export function RegisterForm({ terms, onSuccess }: Props) {
  const { trace } = useActors();
  const [registration] = useState(() => startRegistration(trace));

  const signUp = async ({ email, password, organization_name, full_name }: z.output<typeof SignUp>) => {
    await submitted(registration, { email, password, organization_name, full_name });
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
      <TermsCheckbox terms={terms} />
      <Checkbox label="I am not a robot" name="robot" />
    </Form>
  );
}
