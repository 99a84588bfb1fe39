/** Actions on identities, requests, materials and overrides, and their messages. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fingerprintOf } from '@cloakroom/wire/fingerprint.ts';
import type { Identity } from '@cloakroom/contract/identities.ts';
import { openConsole, withoutProxy, type World } from '#tests/src/support/console.tsx';
import { alans, graces, identity, keyringOf, material, request, time } from '#tests/src/support/handedOn.ts';
import { adasWorld } from '#tests/src/support/people.ts';
import { schema } from '#tests/src/support/records.ts';

const key = (schema_name: string, field_name: string) => ({
  schema: `/api/schemas/${schema_name}/`,
  schema_name,
  field_name,
  expires: time,
  received: time,
  denied: null,
  reason: '',
});

const world = (more: World): World => ({
  ...adasWorld,
  ...keyringOf('device-mine'),
  'GET /api/identities/': () => ({ body: [] }),
  'GET /api/requests/': () => ({ body: { count: 1, results: [request] } }),
  'GET /api/materials/': () => ({ body: { count: 1, results: [material] } }),
  'GET /api/materials/overrides/': () => ({ body: ['schema:name'] }),
  ...more,
});
async function visit(path: string, title: string, more: World = {}) {
  const opened = openConsole(path, world(more));
  await opened.heading(title);
  const press = async (name: string | RegExp) =>
    opened.user.click(await screen.findByRole('button', { name }));
  return { ...opened, press };
}
const dialog = () => within(screen.getByRole('dialog'));
const said = (words: string | RegExp) => screen.findByText(words);

test('creating an identity is confirmed', async () => {
  const made: Identity[] = [];
  const { press } = await visit('/identities', 'Identities', {
    'GET /api/keyring/': () => ({
      body: { state: 'open', phrase: 'confirmed', passphrase: 'file', device_id: made[0]?.device_id ?? null },
    }),
    'GET /api/identities/': () => ({ body: made }),
    'POST /api/identities/': () => {
      made.push(identity('mine', '/api/users/u/'));
      return { status: 201, body: made[0] };
    },
  });
  await press('Create Identity');
  await said('Identity created successfully');
  const line = within(await screen.findByRole('row', { name: /device-mine/ }));
  await line.findByText('This device');
  line.getByText(fingerprintOf(identity('mine', '')).words.join(' '));
  expect(screen.getByRole('button', { name: 'Create Identity' }).ariaDisabled).toBe('true');
});

test('an identity that can’t be created shows the server’s error', async () => {
  const { press } = await visit('/identities', 'Identities', {
    'POST /api/identities/': () => ({ status: 422, body: { detail: 'The keyring is locked.' } }),
  });
  await press('Create Identity');
  await said('Error creating identity: The keyring is locked.');
});

test('without the proxy no identity is created, no request fulfilled, no material received', async () => {
  for (const [path, title, button] of [
    ['/identities', 'Identities', 'Create Identity'],
    ['/requests', 'Requests', 'Fulfill Requests'],
    ['/materials', 'Materials', 'Receive Materials'],
  ] as const) {
    const { requests, press } = await visit(path, title, withoutProxy);
    await said('No Proxy Detected');
    await press(button);
    expect(requests.filter(({ call }) => call.startsWith('POST /api/'))).toEqual([]);
    document.body.replaceChildren();
  }
});

test('revoking an identity first lists what has to be shared again, and then marks it as revoked', async () => {
  let revoked: string | null = null;
  const { press, requests } = await visit('/identities', 'Identities', {
    'GET /api/identities/': () => ({ body: [identity('old', '/api/users/u/', revoked)] }),
    'GET /api/identities/old/keys/': () => ({
      body: [key('People', '__query'), key('People', 'name'), key('Films', 'title')],
    }),
    'DELETE /api/identities/old/': () => {
      revoked = time;
      return { body: identity('old', '/api/users/u/', revoked) };
    },
  });
  await press('Revoke the identity of device device-old');
  await said('2 schemas must be re-shared with another device of yours:');
  dialog().getByText('People: the search key, name');
  dialog().getByText('Films: title');
  expect(requests.some(({ call }) => call.startsWith('DELETE'))).toBe(false);
  await press('Revoke');
  await said('Identity revoked');
  await said(/^Revoked .*2026/);
});

test('all requests are fulfilled at once, and those that need a comparison are counted', async () => {
  const { press } = await visit('/requests', 'Requests', {
    'GET /api/requests/': () => ({ body: { count: 3, results: [request] } }),
    'POST /api/requests/fulfill/': () => ({ body: [material] }),
  });
  await screen.findByRole('table');
  await press('Fulfill Requests');
  await said('Requests fulfilled successfully');
  await said(/^2 of 3 requests still wait/);
});

test('a failure to fulfill has the title "Error creating identity"', async () => {
  const { press } = await visit('/requests', 'Requests', {
    'POST /api/requests/fulfill/': () => ({ status: 422, body: { detail: 'No key fits.' } }),
  });
  await screen.findByRole('table');
  await press('Fulfill Requests');
  await said('Error creating identity: No key fits.');
});

test('one request is fulfilled after showing the fingerprint, and a changed device only after a comparison', async () => {
  const words = fingerprintOf(alans).words.join(' ');
  const { press, user, sent } = await visit('/requests', 'Requests', {
    'POST /api/requests/request1/fulfill/': ({ body }) =>
      JSON.stringify(body).includes(words)
        ? { body: material }
        : { status: 409, body: { detail: 'This is not the device that you know of alan@example.org.' } },
  });
  await press('Fulfill name for alan@example.org');
  dialog().getByText(words);
  dialog().getByText('device-alans');
  await press('Fulfill');
  await said('This is not the device that you know of alan@example.org.');
  await user.click(screen.getByRole('checkbox', { name: 'I have compared the words with alan@example.org' }));
  await press('Fulfill');
  await said('Requests fulfilled successfully');
  expect(sent('POST /api/requests/request1/fulfill/')).toEqual([{}, { fingerprint: words }]);
});

test('a request is denied with a reason', async () => {
  const { press, user, sent } = await visit('/requests', 'Requests', {
    'POST /api/requests/request1/deny/': () => ({ body: { ...request, denied: time, reason: 'Not yet.' } }),
  });
  await press('Deny name to alan@example.org');
  await user.type(screen.getByRole('textbox', { name: /^Reason/ }), 'Not yet.');
  await press('Deny');
  await said('Request denied');
  expect(sent('POST /api/requests/request1/deny/')).toEqual([{ reason: 'Not yet.' }]);
});

test('all materials are received at once, and a failure shows "Error recieving materials"', async () => {
  let locked = true;
  const { press } = await visit('/materials', 'Materials', {
    'POST /api/materials/receive/': () =>
      locked
        ? { status: 422, body: { detail: 'The keyring is locked.' } }
        : { body: [{ request: request.url, schema: schema.url, field_name: 'name' }] },
  });
  await screen.findByRole('table');
  await press('Receive Materials');
  await said('Error recieving materials: The keyring is locked.');
  locked = false;
  await press('Receive Materials');
  await said('Materials received successfully');
});

test('one material is received after comparing the fingerprint of its sender', async () => {
  const words = fingerprintOf(graces).words.join(' ');
  const { press, user, sent } = await visit('/materials', 'Materials', {
    'POST /api/materials/material1/receive/': () => ({
      body: [{ request: request.url, schema: schema.url, field_name: 'name' }],
    }),
  });
  await press('Receive material material1 of grace@example.org');
  dialog().getByText(words);
  await user.click(
    screen.getByRole('checkbox', { name: 'I have compared the words with grace@example.org' }),
  );
  await press('Receive');
  await said('Materials received successfully');
  expect(sent('POST /api/materials/material1/receive/')).toEqual([{ fingerprint: words }]);
});

test('an override is dropped after a confirmation', async () => {
  const { press, requests } = await visit('/materials/overrides', 'Overrides', {
    'DELETE /api/materials/overrides/schema%3Aname/': () => ({ status: 204 }),
  });
  await press('Drop schema:name');
  expect(requests.some(({ call }) => call.startsWith('DELETE'))).toBe(false);
  await press('Drop');
  await said('Override dropped');
});
