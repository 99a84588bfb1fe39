/** /accounts/reset-password */
import { useEffect, useState } from 'react';
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { z } from 'zod';
import { Password } from '@cloakroom/contract/passwords.ts';
import { SiteFooter } from '#src/features/legal/index.ts';
import { readSignedLink, type SignedLink } from '#src/machines/activation/types.ts';
import { withStrengthCheck } from '#src/shared/newPassword.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import { AuthFrame } from '#src/ui/shell/AuthFrame.tsx';
import { Form } from '#src/ui/form/Form.tsx';
import { PasswordField } from '#src/ui/form/PasswordField.tsx';
import { useResetPassword } from './passwords.ts';

export const loader = ({ request }: LoaderFunctionArgs) => ({
  link: readSignedLink(new URL(request.url).searchParams),
});

export function ResetPasswordPage() {
  const { link } = useLoaderData<typeof loader>();
  useEffect(() => {
    // The link is a secret, so it is removed from the address bar and the history.
    history.replaceState(history.state, '', location.pathname);
  }, []);
  return (
    <AuthFrame
      title="Please select a new password"
      below={<Link to="/login">Back to sign in</Link>}
      footer={<SiteFooter />}
    >
      {link ? (
        <ResetPasswordForm link={link} />
      ) : (
        <Banner
          tone="error"
          actions={<LinkButton to="/accounts/forgot-password">Request a new link</LinkButton>}
        >
          Invalid password reset link. Please request a new one.
        </Banner>
      )}
    </AuthFrame>
  );
}

const NewPassword = withStrengthCheck(
  z
    .object({ password: Password, password_confirm: z.string().min(1) })
    .refine((form) => form.password === form.password_confirm, {
      message: 'Passwords do not match',
      path: ['password_confirm'],
    }),
);

/** Sets a new password by the link from a mail. */
function ResetPasswordForm({ link }: { link: SignedLink }) {
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
        Every other session has ended. Keys and records are not affected: your account’s password never seals
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
