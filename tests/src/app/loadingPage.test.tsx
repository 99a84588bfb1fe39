/** What is seen while a page's code is on the way. */
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openConsole } from '../support/console.tsx';

test('a page that is on the way is announced, and gives way to the page', async () => {
  const { heading } = openConsole('/login');
  expect(screen.getByRole('main').textContent).toBe('Loading the page');
  await heading('Sign In');
  expect(screen.queryByText('Loading the page')).toBeNull();
});
