/** The API tokens of an organization, which its admins list and revoke. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ApiToken } from '@cloakroom/contract/apiTokens.ts';
import { openConsole } from '#tests/src/support/console.tsx';
import { adasWorld, organization } from '#tests/src/support/people.ts';
import { alan, place } from '#tests/src/support/team.ts';

const id = 'T'.repeat(22);
const theirs: ApiToken = {
  ...{ id, url: `/api/tokens/${id}/`, name: 'Import', prefix: 'clkr_AbCd', user: alan.user },
  ...{ organization: organization.url, datasets: null, verbs: ['write'], service_account: false },
  ...{ created: '2026-11-01T10:00:00Z', expires: '2030-01-01T00:00:00Z', last_used: null },
};
const { user: program } = place(9, 'billing-x7k2p9ab@service-account.invalid');
const billing: ApiToken = {
  ...theirs,
  ...{ id: 'U'.repeat(22), name: 'Server 1', service_account: true },
  user: { ...program, first_name: 'Billing', is_service_account: true },
};

test('lists tokens with their users, and revokes a token after a confirmation', async () => {
  const { user, requests } = openConsole('/users/tokens', {
    ...adasWorld,
    'GET /api/tokens/': ({ query }) =>
      query.get('organization') === organization.id && query.get('expand') === 'user'
        ? { body: [theirs, billing] }
        : { status: 400, body: { detail: 'No organization' } },
    [`DELETE /api/tokens/${id}/`]: () => ({ status: 204 }),
  });
  const table = within(await screen.findByRole('table', { name: 'API tokens' }));
  const row = within(table.getByRole('row', { name: /^Server 1/ }));
  for (const text of ['Billing', 'Service account']) row.getByText(text);
  within(table.getByRole('row', { name: /^Import/ })).getByText('alan@example.org');
  await user.click(table.getByRole('button', { name: 'Revoke Import, clkr_AbCd' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Revoke Import?' }));
  expect(requests.map(({ call }) => call)).not.toContain(`DELETE /api/tokens/${id}/`);
  await user.click(dialog.getByRole('button', { name: 'Revoke' }));
  await screen.findByText('Revoked token Import');
  expect(requests.map(({ call }) => call)).toContain(`DELETE /api/tokens/${id}/`);
});

test('a refusal is shown', async () => {
  openConsole('/users/tokens', {
    ...adasWorld,
    'GET /api/tokens/': () => ({
      status: 403,
      body: { detail: 'Only an admin of the organization may do this.' },
    }),
  });
  await screen.findByText(/Only an admin of the organization may do this/);
});
