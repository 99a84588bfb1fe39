/** The page that is shown while a page's code loads. */
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openConsole } from '../support/console.tsx';

test('announces that a page is loading, and replaces it by the page', async () => {
  const { heading } = openConsole('/login');
  expect(screen.getByRole('status').textContent).toBe('Loading the page');
  await heading('Sign In');
  expect(screen.queryByText('Loading the page')).toBeNull();
});
