/** Service accounts on the users page: listed with a badge, and given tokens. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { NewApiToken } from '@cloakroom/contract/apiTokens.ts';
import type { ServiceAccount } from '@cloakroom/contract/serviceAccounts.ts';
import { organization } from '#tests/src/support/people.ts';
import { alan, place } from '#tests/src/support/team.ts';
import {
  everybody,
  listOf,
  openUsers,
  ownersWorld,
  row,
  seenBy,
  users,
} from '#tests/src/support/usersPage.ts';

const email = 'nightly-billing-x7k2p9ab@service-account.invalid';
const base = place(9, email);
const billing = { ...base, user: { ...base.user, first_name: 'Nightly billing', is_service_account: true } };
const account: ServiceAccount = {
  ...{ id: billing.user.id, url: `/api/service-accounts/${billing.user.id}/`, user: billing.user.url },
  ...{ organization: organization.url, organization_user: billing.url, name: 'Nightly billing', email },
  ...{ has_identity: false, created: billing.created },
};
const secret = 'clkr_AbCd00000000000000000000000000000000';
const token: NewApiToken = {
  ...{
    id: 'T'.repeat(22),
    url: `/api/tokens/${'T'.repeat(22)}/`,
    name: 'Server 1',
    prefix: 'clkr_AbCd',
    secret,
  },
  ...{ organization: organization.url, datasets: null, verbs: ['read'], user: account.user, uses_keys: true },
  ...{
    created: '2026-11-01T10:00:00Z',
    expires: '2030-01-01T00:00:00Z',
    last_used: null,
    service_account: true,
  },
};
const withAccount = { ...ownersWorld, [`GET ${users}`]: listOf([...everybody, billing]) };

/** Fills in the form of a token, and reads the secret. */
async function createToken({ user, sent }: ReturnType<typeof openUsers>) {
  const dialog = within(await screen.findByRole('dialog', { name: 'Create a Token for Nightly billing' }));
  await user.type(dialog.getByLabelText('Name'), 'Server 1');
  await user.click(dialog.getByRole('button', { name: 'Create Token' }));
  within(await screen.findByRole('dialog', { name: 'Token “Server 1”' })).getByText(secret);
  expect(sent('POST /api/tokens/')).toEqual([
    expect.objectContaining({ service_account: account.id, organization: organization.id, name: 'Server 1' }),
  ]);
}
const tokens = { 'POST /api/tokens/': () => ({ status: 201, body: token }) };

test('an account is shown by its name with a badge, has no role to edit, and gets further tokens', async () => {
  const opened = openUsers({ ...withAccount, ...tokens });
  const line = await row('Nightly billing');
  for (const text of ['Service account', 'Active']) line.getByText(text);
  expect(line.getByRole('rowheader').textContent).toContain(email);
  expect(line.queryByRole('button', { name: /^Edit/ })).toBeNull();
  await opened.user.click(line.getByRole('button', { name: 'Create a token for Nightly billing' }));
  await createToken(opened);
});

test('a member sees an account, and no button for it', async () => {
  openUsers({ ...seenBy(alan), [`GET ${users}`]: listOf([...everybody, billing]) });
  const line = await row('Nightly billing');
  line.getByText('Service account');
  expect(line.queryAllByRole('button')).toEqual([]);
  for (const name of ['Add Service Account', 'API tokens']) expect(screen.queryByText(name)).toBeNull();
});
