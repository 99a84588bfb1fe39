import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PasswordField } from '#src/ui/form/PasswordField.tsx';
import { show } from '#tests/src/support/render.tsx';

test('accepts a pasted password and has the autocomplete of its purpose', async () => {
  const { user } = show(<PasswordField name="password" label="Password" autoComplete="current-password" />);
  const field = screen.getByLabelText<HTMLInputElement>('Password');
  await user.click(field);
  await user.paste('from the manager');
  expect(field.value).toBe('from the manager');
  expect(field.autocomplete).toBe('current-password');
});
