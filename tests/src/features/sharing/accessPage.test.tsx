/** Signed, compared and unconfirmed access, on the requests page. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { accessOf, unconfirmedMember } from '#tests/src/support/access.tsx';
import { openConsole, type World } from '#tests/src/support/console.tsx';
import { alans, keyringOf, material, request } from '#tests/src/support/handedOn.ts';
import { adasWorld } from '#tests/src/support/people.ts';
import { schema } from '#tests/src/support/records.ts';

const alan = typeof alans.user === 'string' ? '' : alans.user.id;
const item = unconfirmedMember(alan);

async function visit(standing: { device: string; access: string }, more: World = {}) {
  const opened = openConsole('/requests', {
    ...adasWorld,
    ...keyringOf('device-mine'),
    'GET /api/requests/': () => ({ body: { count: 1, results: [request] } }),
    'GET /api/requests/statuses/': () => ({ body: [{ request: request.id, ...standing }] }),
    'POST /api/requests/request1/fulfill/': () => ({ body: material }),
    ...more,
  });
  await opened.heading('Requests');
  return opened;
}
const dialog = () => within(screen.getByRole('dialog'));
const sent = (requests: { call: string; body?: unknown }[], call: string) =>
  requests.filter((one) => one.call === call).map(({ body }) => body);

test('a first device gets a key without a comparison only by an explicit choice', async () => {
  const { user, requests } = await visit({ device: 'new', access: 'signed' });
  await screen.findByText('First device');
  await user.click(screen.getByRole('button', { name: /^Fulfill name for/ }));
  await user.click(dialog().getByRole('checkbox', { name: /^Share without comparing/ }));
  await user.click(dialog().getByRole('button', { name: 'Fulfill' }));
  await screen.findByText('Requests fulfilled successfully');
  expect(sent(requests, 'POST /api/requests/request1/fulfill/')).toEqual([{ without_comparing: true }]);
});

test('a second device gets a key only after a comparison', async () => {
  const { user, requests } = await visit({ device: 'changed', access: 'signed' });
  await screen.findByText('Another device');
  await user.click(screen.getByRole('button', { name: /^Fulfill name for/ }));
  expect(dialog().queryByRole('checkbox', { name: /^Share without comparing/ })).toBeNull();
  await user.click(dialog().getByRole('button', { name: 'Fulfill' }));
  expect(sent(requests, 'POST /api/requests/request1/fulfill/')).toEqual([]);
});

test('a compared device gets a key with two presses', async () => {
  const { user, requests } = await visit({ device: 'compared', access: 'signed' });
  await screen.findByText('Compared');
  await user.click(screen.getByRole('button', { name: /^Fulfill name for/ }));
  await user.click(dialog().getByRole('button', { name: 'Fulfill' }));
  await screen.findByText('Requests fulfilled successfully');
  expect(sent(requests, 'POST /api/requests/request1/fulfill/')).toEqual([{}]);
});

test('unconfirmed access is confirmed with the name of the person and what they could do', async () => {
  let unconfirmed = [item];
  const { user, requests } = await visit(
    { device: 'compared', access: 'unconfirmed' },
    {
      [`GET /api/schemas/${schema.id}/access/`]: () => ({ body: accessOf({ unconfirmed }) }),
      [`POST /api/schemas/${schema.id}/access/confirm/`]: () => {
        unconfirmed = [];
        return { body: accessOf() };
      },
    },
  );
  await screen.findByText('Unconfirmed');
  await user.click(screen.getByRole('button', { name: /^Fulfill name for/ }));
  await user.click(await screen.findByRole('button', { name: 'Confirm alan@example.org' }));
  const asked = within(screen.getByRole('dialog', { name: 'Confirm access?' }));
  asked.getByText(/search, open every field, and hand on keys, as a member of People Data Owners/);
  await user.click(asked.getByRole('button', { name: 'Confirm' }));
  await waitFor(() =>
    expect(sent(requests, `POST /api/schemas/${schema.id}/access/confirm/`)).toEqual([
      { type: 'member', team: 'owners', user: alan },
    ]),
  );
  expect(sent(requests, 'POST /api/requests/request1/fulfill/')).toEqual([]);
});
