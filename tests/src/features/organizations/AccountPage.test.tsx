/** The account and profile pages: the organization's names, one's own, appearance, sessions and storage. */
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Session } from '@cloakroom/contract/sessions.ts';
import { saveMode } from '#src/ui/theme/mode.ts';
import { openConsole, type World } from '#tests/src/support/console.tsx';
import { ada, adasWorld, organization } from '#tests/src/support/people.ts';
import { alan } from '#tests/src/support/team.ts';

afterEach(() => saveMode('system'));

const put = `PUT ${organization.url}`;

test('an admin changes the organization’s name and slug', async () => {
  const { heading, user, sent } = openConsole('/account', {
    ...adasWorld,
    [put]: () => ({ body: { ...organization, name: 'Looms', slug: 'looms' } }),
  });
  await heading('Account');
  const name = screen.getByLabelText<HTMLInputElement>('Organization name');
  expect(name.value).toBe('Analytical Engines');
  await user.clear(name);
  await user.type(name, 'Looms');
  await user.clear(screen.getByLabelText('Subdomain slug'));
  await user.type(screen.getByLabelText('Subdomain slug'), 'looms');
  await user.click(screen.getByRole('button', { name: 'Save Organization' }));
  expect(await screen.findByText('The organization has been saved.')).toBeDefined();
  expect(sent(put)).toEqual([{ name: 'Looms', slug: 'looms' }]);
});

test('an invalid or taken slug is reported at its field', async () => {
  const errors = { slug: ['This slug is taken. Choose another one.'] };
  const { heading, user, sent } = openConsole('/account', {
    ...adasWorld,
    [put]: () => ({ status: 400, body: { detail: errors.slug[0], errors } }),
  });
  await heading('Account');
  const slug = screen.getByLabelText('Subdomain slug');
  await user.clear(slug);
  await user.type(slug, 'Not a slug');
  await user.click(screen.getByRole('button', { name: 'Save Organization' }));
  expect(await screen.findByText('A slug has lower-case letters, digits and single hyphens.')).toBeDefined();
  expect(sent(put)).toEqual([]);
  await user.clear(slug);
  await user.type(slug, 'taken');
  await user.click(screen.getByRole('button', { name: 'Save Organization' }));
  expect((await screen.findAllByText('This slug is taken. Choose another one.'))[0]).toBeDefined();
  expect(slug.getAttribute('aria-invalid')).toBe('true');
});

test('a member sees the organization’s names, and who can change them', async () => {
  const { heading } = openConsole('/account', {
    ...adasWorld,
    'GET /api/users/self/': () => ({ body: { ...ada, ...alan.user, organizations: [organization] } }),
    [`GET ${organization.url}users/`]: () => ({ body: [alan] }),
  });
  await heading('Account');
  expect(screen.getByText('Analytical Engines', { selector: 'dd' })).toBeDefined();
  expect(screen.getByText(/Only the organization’s admins can change these/)).toBeDefined();
  expect(screen.queryByLabelText('Subdomain slug')).toBeNull();
});

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const session = (id: string, user_agent: string, current: boolean): Session => ({
  id,
  url: `/api/accounts/sessions/${id}/`,
  created: '2026-01-01T10:00:00Z',
  last_seen: '2026-01-01T11:00:00Z',
  user_agent,
  address: '192.0.2.7',
  current,
});
const [here, there] = [session('a', firefox, true), session('b', iphone, false)];

function profile(world: World = {}) {
  let sessions = [here, there];
  const only = () => {
    sessions = [here];
  };
  return openConsole('/profile', {
    ...adasWorld,
    'GET /api/accounts/sessions/': () => ({ body: sessions }),
    [`DELETE ${there.url}`]: () => {
      only();
      return { status: 204 };
    },
    'POST /api/accounts/sessions/end-others/': () => {
      only();
      return { body: { detail: 'Done.' } };
    },
    ...world,
  });
}

test('first and last name are saved separately', async () => {
  const call = 'PATCH /api/accounts/profile/';
  const { heading, user, sent } = profile({
    [call]: () => ({ body: { first_name: 'Ada', last_name: 'King' } }),
  });
  await heading('Profile');
  expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Ada');
  await user.clear(screen.getByLabelText('Last name'));
  await user.type(screen.getByLabelText('Last name'), 'King');
  await user.click(screen.getByRole('button', { name: 'Save Names' }));
  expect(await screen.findByText('Your name has been saved.')).toBeDefined();
  expect(sent(call)).toEqual([{ first_name: 'Ada', last_name: 'King' }]);
});

test('dark mode applies at once and is stored; the system mode removes the stored choice', async () => {
  const { heading, user } = profile();
  await heading('Profile');
  expect(screen.getByLabelText<HTMLInputElement>('System').checked).toBe(true);
  await user.click(screen.getByLabelText('Dark'));
  expect(document.documentElement.dataset.mode).toBe('dark');
  expect(document.cookie).toContain('appearance=dark');
  expect(screen.getByLabelText<HTMLInputElement>('Dark').checked).toBe(true);
  await user.click(screen.getByLabelText('System'));
  expect(document.documentElement.dataset.mode).toBeUndefined();
  expect(document.cookie).not.toContain('appearance');
});

test('sessions are named by their browsers, and the current one links to the sign-out', async () => {
  const { heading } = profile();
  await heading('Profile');
  const own = within(await screen.findByRole('row', { name: /Firefox on Linux/ }));
  expect(own.getByText('This session')).toBeDefined();
  expect(own.getByRole('link', { name: 'Sign out here' }).getAttribute('href')).toBe('/logout');
  const other = within(screen.getByRole('row', { name: /Safari on iPhone/ }));
  expect(other.getByText('192.0.2.7')).toBeDefined();
});

test('another session is signed out after a confirmation', async () => {
  const { heading, user, sent } = profile();
  await heading('Profile');
  await user.click(await screen.findByRole('button', { name: /^Sign out Safari on iPhone/ }));
  const dialog = within(screen.getByRole('dialog', { name: 'Sign out Safari on iPhone?' }));
  await user.click(dialog.getByRole('button', { name: 'Sign out' }));
  expect(await screen.findByText('Signed out Safari on iPhone')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('row', { name: /iPhone/ })).toBeNull());
  expect(sent(`DELETE ${there.url}`)).toHaveLength(1);
});

test('all other sessions are signed out at once, and the current one remains', async () => {
  const { heading, user } = profile();
  await heading('Profile');
  await user.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Sign out everywhere else?' }));
  await user.click(dialog.getByRole('button', { name: 'Sign out everywhere else' }));
  expect(await screen.findByText('Signed out everywhere else')).toBeDefined();
  expect(await screen.findByText('This is your only session.')).toBeDefined();
});

test('an error fetching sessions is shown, and fetching can be retried', async () => {
  const { heading } = profile({
    'GET /api/accounts/sessions/': () => ({ status: 500, body: { detail: 'Broken.' } }),
  });
  await heading('Profile');
  const alert = within(
    await screen.findByText('Error fetching sessions').then((title) => title.parentElement!),
  );
  expect(alert.getByText('Broken.')).toBeDefined();
  expect(alert.getByRole('button', { name: 'Try again' })).toBeDefined();
});

test('the used storage is shown, with what it contains', async () => {
  Object.defineProperty(navigator, 'storage', {
    configurable: true,
    value: { estimate: async () => ({ usage: 1_900_000 }) },
  });
  const { heading } = profile();
  await heading('Profile');
  expect(await screen.findByText('1.9 MB')).toBeDefined();
  expect(screen.getByText(/Nothing that was decrypted and no key is ever kept here/)).toBeDefined();
});
