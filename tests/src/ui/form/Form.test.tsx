import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { Checkbox } from '#src/ui/form/Checkbox.tsx';
import { Form } from '#src/ui/form/Form.tsx';
import { PasswordField } from '#src/ui/form/PasswordField.tsx';
import { Select } from '#src/ui/form/Select.tsx';
import { TextArea } from '#src/ui/form/TextArea.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';
import { show } from '#tests/src/support/render.tsx';

const Account = z.object({
  email: z.email('Enter an email address.'),
  password: z.string().min(1),
  role: z.enum(['owner', 'admin']),
  website: z.url().optional(),
  note: z.string().optional(),
  terms: z.literal(true),
});
type Account = z.infer<typeof Account>;

function account(onSubmit: (values: Account) => unknown, values?: Record<string, unknown>) {
  return (
    <Form
      schema={Account}
      submit="Create Account"
      onSubmit={onSubmit}
      clears={['password']}
      {...(values && { values })}
    >
      <TextField name="email" label="Email" hint="We never share it." />
      <PasswordField name="password" label="Password" autoComplete="new-password" />
      <Select
        name="role"
        label="Role"
        options={[
          { value: 'owner', label: 'Owner' },
          { value: 'admin', label: 'Admin' },
        ]}
      />
      <TextField name="website" label="Website" optional />
      <TextArea name="note" label="Note" optional />
      <Checkbox name="terms" label="I agree" />
    </Form>
  );
}
async function filled(onSubmit: (values: Account) => unknown) {
  const { user } = show(account(onSubmit));
  await user.type(screen.getByLabelText('Email'), 'ada@home.test');
  await user.type(screen.getByLabelText('Password'), 'secret');
  await user.click(screen.getByLabelText('I agree'));
  await user.click(screen.getByRole('button', { name: 'Create Account' }));
  return user;
}

test('submits the values, without optional fields that are empty and would be invalid', async () => {
  const sent = vi.fn();
  await filled(sent);
  // A note may be empty, so it is kept; an empty website is not a URL.
  expect(sent).toHaveBeenCalledExactlyOnceWith({
    email: 'ada@home.test',
    password: 'secret',
    role: 'owner',
    note: '',
    terms: true,
  });
});

test('lists every empty field, focuses the list, and links to each field', async () => {
  const sent = vi.fn();
  const { user } = show(account(sent));
  await user.click(screen.getByRole('button', { name: 'Create Account' }));

  expect(sent).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(await screen.findByRole('group', { name: '3 fields need attention' }));
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Email is required.',
    'Password is required.',
    'I agree: Tick this box to continue.',
  ]);
  await user.click(screen.getByRole('link', { name: 'Password is required.' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
});

test('focuses the only invalid field, which is described by its hint and its error', async () => {
  const { user } = show(account(vi.fn(), { email: 'ada', password: 'x', terms: true }));
  await user.type(screen.getByLabelText('Password'), 'secret');
  await user.click(screen.getByRole('button', { name: 'Create Account' }));

  const email = await screen.findByRole('textbox', {
    name: 'Email',
    description: 'Enter an email address. We never share it.',
  });
  expect(document.activeElement).toBe(email);
  expect(email.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBeNull();
});

test('shows a server’s error of a field at that field, and of unknown fields above', async () => {
  await filled(() =>
    Promise.reject(Object.assign(new Error(), { errors: { email: ['Taken.'], tenant: ['Closed.'] } })),
  );
  const email = await screen.findByRole('textbox', { name: 'Email', description: /^Taken\./ });
  expect(document.activeElement).toBe(email);
  expect(screen.getByRole('alert').textContent).toBe('tenant: Closed.');
});

test('shows a rejection in a banner, keeps the values and clears the password', async () => {
  await filled(() => Promise.reject(Object.assign(new Error('400'), { detail: 'Registration failed' })));
  expect((await screen.findByRole('alert')).textContent).toBe('Registration failed');
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@home.test');
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('');
});

test('removes the error when a later attempt succeeds', async () => {
  const tries = vi
    .fn()
    .mockRejectedValueOnce(new Error('Registration failed'))
    .mockResolvedValueOnce(undefined);
  const user = await filled(tries);
  await screen.findByRole('alert');
  await user.type(screen.getByLabelText('Password'), 'secret');
  await user.click(screen.getByRole('button', { name: 'Create Account' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('submits once for several presses, and is busy meanwhile', async () => {
  const answers: ((value?: unknown) => void)[] = [];
  const sent = vi.fn(() => new Promise((resolve) => answers.push(resolve)));
  const user = await filled(sent);
  const button = screen.getByRole('button', { name: 'Create Account' });
  expect(button.getAttribute('aria-busy')).toBe('true');
  await user.click(button);
  await user.type(screen.getByLabelText('Email'), '{Enter}');
  expect(sent).toHaveBeenCalledOnce();

  answers[0]?.();
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
});

test('reads checkboxes of one name as a list', async () => {
  const sent = vi.fn();
  const { user } = show(
    <Form schema={z.object({ teams: z.array(z.string()) })} submit="Save" onSubmit={sent} resets>
      <Checkbox name="teams" label="Nurses" value="nurses" optional />
      <Checkbox name="teams" label="Doctors" value="doctors" optional />
    </Form>,
  );
  await user.click(screen.getByLabelText('Doctors'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(sent).toHaveBeenCalledExactlyOnceWith({ teams: ['doctors'] });
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Doctors').checked).toBe(false));
});

test('shows the error of a rule about two fields at the field that it names', async () => {
  const Twice = z
    .object({ first: z.string(), again: z.string() })
    .refine((both) => both.first === both.again, { path: ['again'], error: 'Passwords do not match' });
  const { user } = show(
    <Form schema={Twice} submit="Set Password" onSubmit={vi.fn()}>
      <PasswordField name="first" label="New password" autoComplete="new-password" />
      <PasswordField name="again" label="Re-type password" autoComplete="new-password" />
    </Form>,
  );
  await user.type(screen.getByLabelText('New password'), 'one');
  await user.type(screen.getByLabelText('Re-type password'), 'two{Enter}');
  await screen.findByText('Passwords do not match');
  const again = screen.getByLabelText('Re-type password');
  expect(document.activeElement).toBe(again);
  expect(again.getAttribute('aria-invalid')).toBe('true');
});
