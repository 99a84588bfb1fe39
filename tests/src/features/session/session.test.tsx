/** Signing in, returning to a page, and signing out. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openConsole } from '#tests/src/support/console.tsx';
import { ada, adasWorld, organization, sessionFor } from '#tests/src/support/people.ts';

const nobody = { 'GET /api/users/self/': () => ({ status: 401, body: { detail: 'Sign in first.' } }) };

test('signing in leads back to the requested page, with its query', async () => {
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

test('signing out empties this tab’s storage and shows the sign-in page', async () => {
  const { heading, user, router } = openConsole('/datasets', adasWorld);
  await heading('Datasets');
  await user.click(screen.getByRole('link', { name: 'Logout' }));
  await heading('Sign In');
  expect(sessionStorage.length).toBe(0);
  expect((await indexedDB.databases()).filter(({ name }) => name?.startsWith('console/'))).toEqual([]);
  expect(router.state.location.pathname).toBe('/login');
});

test('signing out while the service is unavailable says that the session was not ended', async () => {
  const { heading, router } = openConsole('/datasets', {
    ...adasWorld,
    'POST /api/accounts/logout/': () => ({ status: 503, body: { detail: 'Come back later.' } }),
  });
  await heading('Datasets');
  await router.navigate('/logout');
  await heading('Sign In');
  expect(await screen.findByText(/was not ended: Come back later/)).toBeDefined();
});

test('a person without an organization creates one and starts the tour', async () => {
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

/** A world whose session ends on demand, until the next sign-in. @param whoComes - who signs in then. */
function endedSession(whoComes = ada) {
  let present: typeof ada | null = ada;
  const guarded = (body: unknown) => () =>
    present === null ? { status: 401, body: { detail: 'Sign in to continue.' } } : { body };
  const world = {
    ...adasWorld,
    'GET /api/users/self/': () =>
      present === null ? { status: 401, body: { detail: 'Sign in to continue.' } } : { body: present },
    'POST /api/accounts/login/': () => {
      present = whoComes;
      return { body: { detail: 'Welcome.' } };
    },
    'PATCH /api/accounts/profile/': guarded({ first_name: 'Augusta', last_name: 'King' }),
  };
  return { world, end: () => (present = null) };
}

const signInAgain = async (user: ReturnType<typeof openConsole>['user']) => {
  const dialog = await screen.findByRole('dialog', { name: 'Sign in to go on' });
  expect(document.activeElement).toBe(within(dialog).getByLabelText('Password'));
  expect(within(dialog).getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.org');
  await user.type(within(dialog).getByLabelText('Password'), 'correct horse');
  await user.click(within(dialog).getByRole('button', { name: 'Sign In' }));
};

test('a session that ends during work asks for the password over the page, and the change is saved', async () => {
  const { world, end } = endedSession();
  const { heading, user, sent, place } = openConsole('/account', world);
  await heading('Account');
  end();
  await user.clear(screen.getByLabelText('Full Name'));
  await user.type(screen.getByLabelText('Full Name'), 'Augusta King');
  await user.click(screen.getByRole('button', { name: 'Save Name' }));
  await signInAgain(user);
  expect(await screen.findByText('Your name has been saved.')).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sent('PATCH /api/accounts/profile/')).toEqual([
    { first_name: 'Augusta', last_name: 'King' },
    { first_name: 'Augusta', last_name: 'King' },
  ]);
  expect(place()).toBe('/account');
});

test('Esc does not close the password dialog, and what was typed is kept', async () => {
  const { world, end } = endedSession();
  const { heading, user } = openConsole('/account', world);
  await heading('Account');
  end();
  await user.type(screen.getByLabelText('Full Name'), ' of Ockham');
  await user.click(screen.getByRole('button', { name: 'Save Name' }));
  const dialog = await screen.findByRole('dialog', { name: 'Sign in to go on' });
  await user.keyboard('{Escape}');
  expect(dialog.isConnected).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>('Full Name').value).toBe('Ada Lovelace of Ockham');
});

test('another person who signs in over the page sees nothing of it and changes nothing', async () => {
  const eve = { ...ada, id: '6666666666666666666666', email: 'eve@example.org' };
  const { world, end } = endedSession(eve);
  const { heading, user, sent } = openConsole('/account', world);
  await heading('Account');
  end();
  await user.type(screen.getByLabelText('Full Name'), ' of Ockham');
  await user.click(screen.getByRole('button', { name: 'Save Name' }));
  await signInAgain(user);
  await heading('Signed in as eve@example.org');
  expect(screen.getByRole('button', { name: 'Go on as eve@example.org' })).toBeDefined();
  expect(screen.queryByLabelText('Full Name')).toBeNull();
  expect(sent('PATCH /api/accounts/profile/')).toHaveLength(1);
});

test('two minutes before the session ends a dialog asks, and the session can be extended', async () => {
  let seconds = 90;
  const { heading, user, sent } = openConsole('/datasets', {
    ...adasWorld,
    'GET /api/users/self/': () => ({ body: ada }),
    'GET /api/accounts/session/': () => ({ body: sessionFor(seconds) }),
  });
  await heading('Datasets');
  const dialog = await screen.findByRole('dialog', { name: 'Are you still there?' });
  expect(within(dialog).getByRole('timer').textContent).toMatch(/^1:[0-3]\d$/);
  const before = sent('GET /api/users/self/').length;
  seconds = 7200;
  await user.click(within(dialog).getByRole('button', { name: 'Stay signed in' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent('GET /api/users/self/')).toHaveLength(before + 1);
});

test('when the session’s time is up the password is asked for', async () => {
  const { heading } = openConsole('/datasets', {
    ...adasWorld,
    'GET /api/accounts/session/': () => ({ body: sessionFor(1) }),
  });
  await heading('Datasets');
  expect(await screen.findByRole('dialog', { name: 'Sign in to go on' })).toBeDefined();
});

test('an unknown address shows "Not Found"', async () => {
  const { heading } = openConsole('/nowhere');
  await heading('Not Found');
  expect(screen.getByRole('button', { name: 'Go Back' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Home' })).toBeDefined();
});

test('a failing service leads to the error page with details', async () => {
  const { heading } = openConsole('/datasets', {
    'GET /api/users/self/': () => ({ status: 500, body: { detail: 'The roof is on fire.' } }),
  });
  await heading('Something is horribly wrong!');
  expect(screen.getByText('The roof is on fire.')).toBeDefined();
});

test.each([400, 422])('an account that is refused with %i is offered to sign up', async (status) => {
  const { heading } = openConsole('/datasets', {
    'GET /api/users/self/': () => ({ status, body: { detail: 'No such account.' } }),
  });
  await heading('Sign up to go on');
  expect(screen.getByRole('link', { name: 'Create an account' })).toBeDefined();
});
