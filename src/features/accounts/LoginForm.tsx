/** The sign-in form: e-mail and password. */
import type { ReactNode } from 'react';
import { z } from 'zod';
import { Failure } from '#src/shared/failure.ts';
import { useLogin } from '#src/features/session/index.ts';
import { Form } from '#src/ui/form/Form.tsx';
import { PasswordField } from '#src/ui/form/PasswordField.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';

const Login = z.object({ login: z.string().min(1), password: z.string().min(1) });

const failedMessage = 'Login failed';

export type Credentials = { login: string; password: string };

type Props = {
  /** Initial values of the fields. */
  values?: Partial<Credentials> | undefined;
  /** Puts the initial focus on the password instead of the e-mail. */
  focusPassword?: boolean;
  /** More buttons beside "Sign In". */
  actions?: ReactNode;
  onSuccess: () => unknown;
};

/** Any failure shows 'Login failed', with the service's reason if it differs, and clears the password. */
export function LoginForm({ values, focusPassword = false, actions, onSuccess }: Props) {
  const { mutateAsync } = useLogin();
  const signIn = async (credentials: Credentials) => {
    await mutateAsync(credentials).catch((thrown: unknown) => {
      const { message } = Failure.from(thrown);
      throw new Failure('invalid', message === failedMessage ? message : `${failedMessage}. ${message}`, {
        cause: thrown,
      });
    });
    await onSuccess();
  };
  return (
    <Form
      label="Sign in"
      schema={Login}
      submit="Sign In"
      wide={!actions}
      actions={actions}
      clears={['password']}
      onSubmit={signIn}
      {...(values && { values })}
    >
      <TextField
        label="Email"
        name="login"
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        {...(focusPassword && { 'data-first': true })}
      />
    </Form>
  );
}
