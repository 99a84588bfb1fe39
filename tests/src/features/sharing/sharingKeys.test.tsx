/** Actions on identities, requests, materials and overrides, and their messages. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fingerprintOf } from '@cloakroom/wire/fingerprint.ts';
import { openConsole, withoutProxy, type World } from '#tests/src/support/console.tsx';
import { alans, identity, keyringOf, material, request, time } from '#tests/src/support/handedOn.ts';
import { adasWorld } from '#tests/src/support/people.ts';

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
const findText = (words: string | RegExp) => screen.findByText(words);

test('without the proxy no identity is created, no request fulfilled, no material received', async () => {
  for (const [path, title, button] of [
    ['/identities', 'Identities', 'Create Identity'],
    ['/requests', 'Requests', 'Fulfill Requests'],
    ['/materials', 'Materials', 'Receive Materials'],
  ] as const) {
    const { requests, press } = await visit(path, title, withoutProxy);
    await findText('No Proxy Detected');
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
  await findText('2 schemas must be re-shared with another device of yours:');
  dialog().getByText('People: the search key, name');
  dialog().getByText('Films: title');
  expect(requests.some(({ call }) => call.startsWith('DELETE'))).toBe(false);
  await press('Revoke');
  await findText('Identity revoked');
  await findText(/^Revoked .*2026/);
});

test('all requests are fulfilled at once, and those that need a comparison are counted', async () => {
  const { press } = await visit('/requests', 'Requests', {
    'GET /api/requests/': () => ({ body: { count: 3, results: [request] } }),
    'POST /api/requests/fulfill/': () => ({ body: [material] }),
  });
  await screen.findByRole('table');
  await press('Fulfill Requests');
  await findText('Requests fulfilled successfully');
  await findText(/^2 of 3 requests still wait/);
});

test.each([
  [
    '/requests',
    'Requests',
    'Fulfill Requests',
    'Requests fulfilled successfully',
    /^3 of 3 requests still wait/,
  ],
  [
    '/materials',
    'Materials',
    'Receive Materials',
    'Materials received successfully',
    /^3 of 3 keys still wait/,
  ],
])('%s: %s announce no success if nothing was done', async (path, title, button, success, warning) => {
  const { press } = await visit(path, title, {
    'GET /api/requests/': () => ({ body: { count: 3, results: [request] } }),
    'GET /api/materials/': () => ({ body: { count: 3, results: [material] } }),
    'POST /api/requests/fulfill/': () => ({ body: [] }),
    'POST /api/materials/receive/': () => ({ body: [] }),
  });
  await screen.findByRole('table');
  await press(button);
  await findText(warning);
  expect(screen.queryByText(success)).toBeNull();
});

test('a failure to receive one key has the title of the list’s', async () => {
  const { press } = await visit('/materials', 'Materials', {
    'POST /api/materials/material1/receive/': () => ({ status: 409, body: { detail: 'It is damaged.' } }),
  });
  await press(/^Receive (?!Materials)/);
  await press('Receive');
  await findText('Error recieving materials: It is damaged.');
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
  await findText('Error creating identity: This is not the device that you know of alan@example.org.');
  await user.click(screen.getByRole('checkbox', { name: 'I have compared the words with alan@example.org' }));
  await press('Fulfill');
  await findText('Requests fulfilled successfully');
  expect(sent('POST /api/requests/request1/fulfill/')).toEqual([{}, { fingerprint: words }]);
});

test('a request is denied with a reason', async () => {
  const { press, user, sent } = await visit('/requests', 'Requests', {
    'POST /api/requests/request1/deny/': () => ({ body: { ...request, denied: time, reason: 'Not yet.' } }),
  });
  await press('Deny name to alan@example.org');
  await user.type(screen.getByRole('textbox', { name: /^Reason/ }), 'Not yet.');
  await press('Deny');
  await findText('Request denied');
  expect(sent('POST /api/requests/request1/deny/')).toEqual([{ reason: 'Not yet.' }]);
});

test('an override is dropped after a confirmation', async () => {
  const { press, requests } = await visit('/materials/overrides', 'Overrides', {
    'DELETE /api/materials/overrides/schema%3Aname/': () => ({ status: 204 }),
  });
  await press('Drop schema:name');
  expect(requests.some(({ call }) => call.startsWith('DELETE'))).toBe(false);
  await press('Drop');
  await findText('Override dropped');
});
