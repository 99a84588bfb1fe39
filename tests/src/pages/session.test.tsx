/** Coming in, coming back, and leaving. */
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openConsole } from '#tests/src/support/console.tsx';
import { ada, adasWorld, organization } from '#tests/src/support/people.ts';

const nobody = { 'GET /api/users/self/': () => ({ status: 401, body: { detail: 'Sign in first.' } }) };

test('a stranger who opens a page signs in and comes back to it, query included', async () => {
  let signedIn = false;
  const { heading, user, place, sent } = openConsole('/profile?from=mail', {
    ...adasWorld,
    'GET /api/users/self/': () => (signedIn ? { body: ada } : nobody['GET /api/users/self/']()),
    'POST /api/accounts/login/': () => {
      signedIn = true;
      return { body: { detail: 'Welcome.' } };
    },
  });
  await heading('Sign In');
  await user.type(screen.getByLabelText('Email'), 'ada@example.org');
  await user.type(screen.getByLabelText('Password'), 'correct horse');
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  await heading('Profile');
  expect(place()).toBe('/profile?from=mail');
  expect(sent('POST /api/accounts/login/')).toEqual([
    { login: 'ada@example.org', password: 'correct horse' },
  ]);
  expect(sessionStorage.getItem('organization')).toBe(organization.id);
  expect(sessionStorage.getItem('email')).toBe('ada@example.org');
});

test('signing out leaves nothing in this tab and asks to sign in again', async () => {
  const { heading, user, router } = openConsole('/datasets', adasWorld);
  await heading('Datasets');
  await user.click(screen.getByRole('link', { name: 'Logout' }));
  await heading('Sign In');
  expect(sessionStorage.length).toBe(0);
  expect((await indexedDB.databases()).filter(({ name }) => name?.startsWith('console/'))).toEqual([]);
  expect(router.state.location.pathname).toBe('/login');
});

test('signing out while nobody answers says what could not be done', async () => {
  const { heading, router } = openConsole('/datasets', {
    ...adasWorld,
    'POST /api/accounts/logout/': () => ({ status: 503, body: { detail: 'Come back later.' } }),
  });
  await heading('Datasets');
  await router.navigate('/logout');
  await heading('Sign In');
  expect(await screen.findByText(/could not be told: Come back later/)).toBeDefined();
});

test('somebody without an organization makes one and starts the tour', async () => {
  const { heading, user, place, sent } = openConsole('/datasets', {
    ...adasWorld,
    'GET /api/users/self/': () => ({ body: { ...ada, organizations: [] } }),
    'POST /api/organizations/': () => ({ status: 201, body: organization }),
  });
  await heading('Create an Organization');
  await user.type(screen.getByLabelText('Organization Name'), 'Analytical Engines');
  await user.click(screen.getByRole('button', { name: 'Create Organization' }));
  await heading('Datasets');
  expect(place()).toBe('/datasets?product_tour_id=528227');
  expect(sent('POST /api/organizations/')).toEqual([{ name: 'Analytical Engines' }]);
});

test('a session that ended on the other side asks to sign in again, and leads back', async () => {
  const { heading, place } = openConsole('/users', {
    ...adasWorld,
    [`GET /api/organizations/${organization.id}/users/`]: () => ({ status: 401, body: { detail: 'Gone.' } }),
  });
  await heading('Sign In');
  expect(place()).toBe('/login?next=%2Fusers');
});

test('an address that is none of ours is not found', async () => {
  const { heading } = openConsole('/nowhere');
  await heading('Not Found');
  expect(screen.getByRole('button', { name: 'Go Back' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Home' })).toBeDefined();
});

test('a service that fails leads to the error page with the details', async () => {
  const { heading } = openConsole('/datasets', {
    'GET /api/users/self/': () => ({ status: 500, body: { detail: 'The roof is on fire.' } }),
  });
  await heading('Something is horribly wrong!');
  expect(screen.getByText('The roof is on fire.')).toBeDefined();
});

test.each([400, 422])('an account that is refused with %i is invited to sign up', async (status) => {
  const { heading } = openConsole('/datasets', {
    'GET /api/users/self/': () => ({ status, body: { detail: 'No such account.' } }),
  });
  await heading('Sign up to go on');
  expect(screen.getByRole('link', { name: 'Create an account' })).toBeDefined();
});
