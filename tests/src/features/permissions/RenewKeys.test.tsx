/** New keys for a schema without a change of its teams. */
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { connection } from '#src/shared/connection.ts';
import { withoutProxy } from '#tests/src/support/console.tsx';
import { addAlan, box, button, calls, openPermissions, teamWorld } from '#tests/src/support/permissions.tsx';
import { schema } from '#tests/src/support/records.ts';

afterEach(() => connection.report(200));

type User = Awaited<ReturnType<typeof openPermissions>>['user'];
const ask = async (user: User) => {
  await user.click(await screen.findByRole('button', { name: 'Renew keys' }, { timeout: 15_000 }));
  return within(screen.getByRole('dialog', { name: 'Renew the keys of People?' }));
};

test('explains new keys, creates them after a confirmation, and refetches schema and requests', async () => {
  const { user, sent } = await openPermissions();
  const dialog = await ask(user);
  expect(dialog.getByText(/everything that is stored from now on is sealed with them/)).toBeDefined();
  expect(dialog.getByText(/until its identity is revoked: do that first/)).toBeDefined();
  expect(sent(calls.rotate)).toEqual([]);
  const [schemas, requests] = [`GET ${schema.url}`, 'GET /api/requests/'].map((call) => sent(call).length);
  await user.click(dialog.getByRole('button', { name: 'Renew keys' }));
  expect(await screen.findByText('Everything stored from now on is sealed with new keys.')).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sent(calls.rotate)).toHaveLength(1);
  await waitFor(() => expect(sent(`GET ${schema.url}`).length).toBeGreaterThan(schemas!));
  await waitFor(() => expect(sent('GET /api/requests/').length).toBeGreaterThan(requests!));
});

test('shows a rejected renewal in the dialog, which stays open', async () => {
  const detail =
    'Another person has just changed the keys of "People". Change them again if you still need to.';
  const { world } = teamWorld();
  const { user } = await openPermissions({
    ...world,
    [calls.rotate]: () => ({ status: 409, body: { detail } }),
  });
  const dialog = await ask(user);
  await user.click(dialog.getByRole('button', { name: 'Renew keys' }));
  expect(await dialog.findByText(`The keys were not renewed. ${detail}`)).toBeDefined();
});

test('keys can’t be renewed while there are unsaved changes', async () => {
  const { user } = await openPermissions();
  await box('alan@example.org');
  await addAlan(user);
  expect(button('Renew keys').ariaDisabled).toBe('true');
  await user.click(button('Renew keys'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByText('Save or cancel your changes first.')).toBeDefined();
  await user.click(button('Cancel'));
  expect(button('Renew keys').ariaDisabled).toBeNull();
});

test('keys can’t be renewed while the proxy does not answer', async () => {
  const { user } = await openPermissions();
  await box('alan@example.org');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  for (let failed = 0; failed < 3; failed++) connection.report(undefined);
  await waitFor(() => expect(button('Renew keys').ariaDisabled).toBe('true'));
  await user.click(button('Renew keys'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByText(/your proxy and the service create the keys together/)).toBeDefined();
});

const noSharer = { can_search: true, can_upload: false, can_decrypt: false, can_share_keys: false };
test.each([
  ['without a proxy', withoutProxy],
  [
    'without the right to share keys',
    { [`GET ${schema.url}`]: () => ({ body: { ...schema, permissions: noSharer } }) },
  ],
])('renewing is not offered %s', async (_, changed) => {
  await openPermissions({ ...teamWorld().world, ...changed });
  await screen.findByRole('region', { name: 'Who can read this' }, { timeout: 15_000 });
  expect(screen.queryByRole('button', { name: 'Renew keys' })).toBeNull();
});
