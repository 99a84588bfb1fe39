/** Opens the account of an invited person: they choose their name and their password. */
import { useState } from 'react';
import { z } from 'zod';
import { Password } from '@cloakroom/contract/passwords.ts';
import { Failure } from '#src/shared/failure.ts';
import { withStrengthCheck } from '#src/shared/newPassword.ts';
import { splitName } from '#src/machines/registration/requirements.ts';
import type { SignedLink } from '#src/machines/activation/signedLink.ts';
import { useAcceptInvitation } from '#src/features/invitations/index.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Form } from '#src/ui/form/Form.tsx';
import { PasswordField } from '#src/ui/form/PasswordField.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import { RefusedInvitation } from './RefusedInvitation.tsx';
import { TermsCheckbox, type ShowTerms } from './TermsCheckbox.tsx';

const NewAccount = withStrengthCheck(
  z.object({
    full_name: z.string().trim().min(1).max(300),
    password: Password,
    terms: z.literal(true),
  }),
);

const signIn = (
  <LinkButton kind="primary" to="/login">
    Sign In
  </LinkButton>
);

/** A refusal that names no field concerns the link: the form gives way to the reason. */
export function AcceptInvitationForm({ link, terms }: { link: SignedLink; terms: ShowTerms }) {
  const { mutateAsync } = useAcceptInvitation();
  const [result, setResult] = useState<'done' | Failure>();
  if (result === 'done') {
    return (
      <Banner tone="success" title="Your account is open" actions={signIn}>
        Sign in with your email and the password that you have just chosen.
      </Banner>
    );
  }
  if (result) return <RefusedInvitation reason={result.message} />;

  const accept = async ({ full_name, password }: z.output<typeof NewAccount>) => {
    try {
      await mutateAsync({ ...link, ...splitName(full_name), password, password_confirm: password });
      setResult('done');
    } catch (thrown) {
      const failure = Failure.from(thrown);
      if (failure.status !== 400 || Object.keys(failure.errors).length > 0) throw failure;
      setResult(failure);
    }
  };
  return (
    <Form
      label="Open your account"
      schema={NewAccount}
      submit="Open Account"
      wide
      clears={['password']}
      onSubmit={accept}
    >
      <TextField label="Full Name" name="full_name" autoComplete="name" />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        hint="At least 8 characters; fifteen or more are better."
      />
      <TermsCheckbox terms={terms} />
    </Form>
  );
}
