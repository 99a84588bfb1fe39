/** /accounts/accept-invitation */
import { useEffect, useState } from 'react';
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { z } from 'zod';
import { Password } from '@cloakroom/contract/passwords.ts';
import type { Root } from '#src/features/root/index.ts';
import { SiteFooter } from '#src/features/legal/index.ts';
import { readSignedLink, type SignedLink } from '#src/machines/activation/types.ts';
import { Failure } from '#src/shared/failure.ts';
import { withStrengthCheck } from '#src/shared/newPassword.ts';
import { splitName } from '#src/machines/registration/types.ts';
import { useAcceptInvitation } from '#src/features/invitations/index.ts';
import { AuthFrame } from '#src/ui/shell/AuthFrame.tsx';
import { Banner } from '#src/ui/Banner.tsx';
import { Form } from '#src/ui/form/Form.tsx';
import { PasswordField } from '#src/ui/form/PasswordField.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import { TermsCheckbox } from './TermsCheckbox.tsx';

/** Keeps the link in the root, since the page removes it from the address. It is still there when the user comes back. */
export const loader = ({ request }: LoaderFunctionArgs, { invitation }: Root) => {
  const { searchParams } = new URL(request.url);
  if (searchParams.size > 0) invitation.link = readSignedLink(searchParams);
  return { link: invitation.link };
};

export function AcceptInvitationPage() {
  const { link } = useLoaderData<typeof loader>();
  useEffect(() => {
    // The link is a secret, so it is removed from the address bar and the history.
    history.replaceState(history.state, '', location.pathname);
  }, []);
  return (
    <AuthFrame
      title="Open your account"
      subtitle="You have been invited. Choose a password, and the name that others will see."
      below={<Link to="/login">Back to sign in</Link>}
      footer={<SiteFooter />}
    >
      {link ? (
        <AcceptInvitationForm link={link} />
      ) : (
        <RefusedInvitation reason="Invalid invitation link. Please ask for a new one." />
      )}
    </AuthFrame>
  );
}

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

/** A rejection that names no field concerns the link: its reason replaces the form. */
function AcceptInvitationForm({ link }: { link: SignedLink }) {
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
      <TermsCheckbox />
    </Form>
  );
}

/** Explains that an invitation link does not work, and what to do. */
const RefusedInvitation = ({ reason }: { reason: string }) => (
  <Banner tone="error" title={reason} actions={<LinkButton to="/login">Sign in</LinkButton>}>
    An invitation works once, and for 7 days. If you have opened your account already, sign in. Otherwise ask
    an admin of the organization to send the invitation again.
  </Banner>
);
