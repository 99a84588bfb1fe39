/** API tokens on the profile page: listed, created with limits, and shown once. */
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { ApiToken, NewApiToken } from '@cloakroom/contract/apiTokens.ts';
import type { Dataset } from '@cloakroom/contract/datasets.ts';
import { openConsole, type World } from '#tests/src/support/console.tsx';
import { adasWorld, organization } from '#tests/src/support/people.ts';

const id = 'T'.repeat(22);
const dataset: Dataset = {
  ...{ id: 'D'.repeat(22), url: `/api/datasets/${'D'.repeat(22)}/`, organization: organization.url },
  ...{ name: 'Patients', slug: 'patients', description: '', created: '2026-01-01T00:00:00Z' },
};
const token: ApiToken = {
  ...{ id, url: `/api/tokens/${id}/`, name: 'Nightly import', prefix: 'clkr_AbCd' },
  ...{ organization: organization.url, datasets: [dataset.url], verbs: ['read', 'write'] },
  ...{ user: '/api/users/self/', service_account: false },
  ...{ created: '2026-11-01T10:00:00Z', expires: '2030-01-01T00:00:00Z', last_used: null },
};
const secret = 'clkr_AbCd00000000000000000000000000000000';
const world = (tokens: ApiToken[], more: World = {}): World => ({
  ...adasWorld,
  'GET /api/accounts/sessions/': () => ({ body: [] }),
  'GET /api/datasets/': () => ({ body: [dataset] }),
  'GET /api/tokens/': () => ({ body: tokens }),
  ...more,
});
const open = (tokens: ApiToken[], more?: World) => openConsole('/profile', world(tokens, more));

test('a token is listed with its restrictions, and never with its secret', async () => {
  open([
    token,
    { ...token, id: 'U'.repeat(22), name: 'Old', datasets: null, expires: '2026-01-02T00:00:00Z' },
  ]);
  const table = await screen.findByRole('table', { name: 'API tokens' });
  const row = within(table).getByRole('row', { name: /^Nightly import/ });
  await within(row).findByText('Analytical Engines: Patients');
  for (const text of ['clkr_AbCd…', 'Read, Store', 'Never']) within(row).getByText(text);
  const old = within(table).getByRole('row', { name: /^Old/ });
  for (const text of ['Analytical Engines: all datasets', 'Expired']) within(old).getByText(text);
});

test('a token is created for the chosen datasets and verbs, and its secret is shown once', async () => {
  const made: NewApiToken = { ...token, secret, uses_keys: true };
  const { user, sent } = open([], { 'POST /api/tokens/': () => ({ status: 201, body: made }) });
  const write = vi.spyOn(navigator.clipboard, 'writeText');
  await user.click(await screen.findByRole('button', { name: 'Create token' }));
  const form = screen.getByRole('form', { name: 'New token' });
  await user.type(within(form).getByLabelText('Name'), 'Nightly import');
  await user.selectOptions(within(form).getByLabelText('Datasets'), 'Only some');
  await user.click(await within(form).findByLabelText('Patients'));
  await user.click(within(form).getByLabelText('Store'));
  await user.selectOptions(within(form).getByLabelText('Expires in'), '7 days');
  await user.click(within(form).getByRole('button', { name: 'Create Token' }));

  const dialog = await screen.findByRole('dialog', { name: 'Token “Nightly import”' });
  within(dialog).getByText(secret);
  await user.click(within(dialog).getByRole('button', { name: 'Copy token Nightly import' }));
  expect(write).toHaveBeenCalledWith(secret);
  const [body] = sent('POST /api/tokens/') as [{ expires: string }];
  expect(body).toMatchObject({
    ...{ name: 'Nightly import', organization: organization.id, datasets: [dataset.id] },
    verbs: ['read', 'write'],
  });
  expect(Math.abs(Date.parse(body.expires) - Date.now() - 7 * 86_400_000)).toBeLessThan(60_000);
  await user.click(within(dialog).getByRole('button', { name: 'Done' }));
  expect(screen.queryByText(secret)).toBeNull();
});

test('says that a token can’t use the keys of this machine', async () => {
  const made: NewApiToken = { ...token, secret, uses_keys: false };
  const { user } = open([], { 'POST /api/tokens/': () => ({ status: 201, body: made }) });
  await user.click(await screen.findByRole('button', { name: 'Create token' }));
  await user.type(screen.getByLabelText('Name', { selector: '[name="name"]' }), 'Nightly import');
  await user.click(screen.getByRole('button', { name: 'Create Token' }));
  await screen.findByText(/^This sign-in does not open your keyring on this machine/);
});

test('a token can’t be created without a verb or a dataset', async () => {
  const { user } = open([]);
  await user.click(await screen.findByRole('button', { name: 'Create token' }));
  await user.click(screen.getByLabelText('Read'));
  screen.getByRole('button', { name: 'Create Token', description: 'Choose what the token permits.' });
  await user.click(screen.getByLabelText('Delete'));
  await user.selectOptions(screen.getByLabelText('Datasets'), 'Only some');
  screen.getByRole('button', { name: 'Create Token', description: 'Choose a dataset.' });
});
