/** E-mail and password, for somebody who has both. */
import type { ReactNode } from 'react';
import { z } from 'zod';
import { Failure } from '#src/shared/failure.ts';
import { useLogin } from '#src/features/session/index.ts';
import { Form } from '#src/ui/form/Form.tsx';
import { PasswordField } from '#src/ui/form/PasswordField.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';

const Login = z.object({ login: z.string().min(1), password: z.string().min(1) });

const failed = 'Login failed';

/** What may stand in the fields from the start. */
export type Credentials = { login: string; password: string };

type Props = {
  values?: Partial<Credentials> | undefined;
  /** Whose password is asked for is known: the focus starts there. */
  known?: boolean;
  /** Further buttons beside "Sign In". */
  actions?: ReactNode;
  onSuccess: () => unknown;
};

/** Any failure says 'Login failed', with the service's reason if it has a better one, and empties the password. */
export function LoginForm({ values, known = false, actions, onSuccess }: Props) {
  const { mutateAsync } = useLogin();
  const signIn = async (credentials: Credentials) => {
    await mutateAsync(credentials).catch((thrown: unknown) => {
      const { message } = Failure.from(thrown);
      throw new Failure('invalid', message === failed ? failed : `${failed}. ${message}`, { cause: thrown });
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
        {...(known && { 'data-first': true })}
      />
    </Form>
  );
}
