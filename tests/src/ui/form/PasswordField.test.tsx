import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PasswordField } from '#src/ui/form/PasswordField.tsx';
import { show } from '#tests/src/support/render.tsx';

it('shows the password while its button is pressed, and hides it again', async () => {
  const { user } = show(<PasswordField name="password" label="Password" autoComplete="current-password" />);
  const field = screen.getByLabelText<HTMLInputElement>('Password');
  const look = screen.getByRole('button', { name: 'Show password', pressed: false });
  await user.type(field, 'secret');
  expect(field.type).toBe('password');

  await user.click(look);
  expect(field.type).toBe('text');
  expect(field.value).toBe('secret');
  expect(look.getAttribute('aria-pressed')).toBe('true');

  await user.click(look);
  expect(field.type).toBe('password');
});

it('accepts a pasted password and has the autocomplete of its purpose', async () => {
  const { user } = show(<PasswordField name="password" label="Password" autoComplete="current-password" />);
  const field = screen.getByLabelText<HTMLInputElement>('Password');
  await user.click(field);
  await user.paste('from the manager');
  expect(field.value).toBe('from the manager');
  expect(field.autocomplete).toBe('current-password');
});
