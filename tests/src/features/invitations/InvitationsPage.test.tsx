/** Invitations of the signed-in person, and leaving an organization. */
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { OwnInvitation } from '@cloakroom/contract/invitations.ts';
import { openConsole } from '#tests/src/support/console.tsx';
import { ada, adasWorld } from '#tests/src/support/people.ts';

const id = 'K'.repeat(22);
const invitation: OwnInvitation = {
  id,
  url: `/api/invitations/${id}/`,
  organization_name: 'Harbour Clinic',
  is_admin: false,
  expires: '2026-11-30T00:00:00Z',
  created: '2026-11-23T00:00:00Z',
};

test('a refused acceptance shows the reason', async () => {
  const { user } = openConsole('/invitations', {
    ...adasWorld,
    'GET /api/invitations/': () => ({ body: [invitation] }),
    [`POST /api/invitations/${id}/accept/`]: () => ({
      status: 404,
      body: { detail: 'Invitation not found' },
    }),
  });
  await user.click(await screen.findByRole('button', { name: 'Accept the invitation to Harbour Clinic' }));
  await screen.findByText('Invitation not found');
});

test('a person without an organization is shown a link to the invitations', async () => {
  openConsole('/organizations/create', {
    ...adasWorld,
    'GET /api/users/self/': () => ({ body: { ...ada, organizations: [] } }),
    'GET /api/invitations/': () => ({ body: [invitation] }),
  });
  await screen.findByText('You are invited to Harbour Clinic');
  expect(screen.getByRole('link', { name: 'Accept or decline' }).getAttribute('href')).toBe('/invitations');
});

test('the owner’s Leave button is disabled, with the reason', async () => {
  openConsole('/account', adasWorld);
  await screen.findByRole('button', {
    name: 'Leave organization',
    description: 'The organization’s owner can’t leave it.',
  });
});
