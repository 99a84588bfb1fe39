/** Identities, requests, materials and overrides: their tables, empty states and errors. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openConsole, withoutProxy, type World } from '#tests/src/support/console.tsx';
import { identity, keyringOf, request } from '#tests/src/support/handedOn.ts';
import { adasWorld } from '#tests/src/support/people.ts';

const lists = {
  '/identities': { title: 'Identities', call: 'GET /api/identities/' },
  '/requests': { title: 'Requests', call: 'GET /api/requests/' },
  '/materials': { title: 'Materials', call: 'GET /api/materials/' },
  '/materials/overrides': { title: 'Overrides', call: 'GET /api/materials/overrides/' },
} as const;
type Path = keyof typeof lists;

async function visit(path: Path, answer: World[string], more: World = {}) {
  const { title, call } = lists[path];
  const opened = openConsole(path, { ...adasWorld, ...keyringOf('device-mine'), [call]: answer, ...more });
  await opened.heading(title);
  return opened;
}

test('the copy buttons of an identity copy its id, its device and its public key', async () => {
  const { user } = await visit('/identities', () => ({ body: [identity('mine', '/api/users/u/')] }));
  for (const [name, value] of [
    ['Copy public key of device device-mine', 'signing-key-mine'],
    ['Copy ID of device device-mine', 'mine'],
    ['Copy device ID device-mine', 'device-mine'],
  ] as const) {
    await user.click(await screen.findByRole('button', { name }));
    expect(await navigator.clipboard.readText()).toBe(value);
  }
});

test('the sidebar marks one item as current: the requests while some wait, else the account', async () => {
  let waiting = 1;
  const { client } = await visit('/requests', () => ({
    body: { count: waiting, results: waiting > 0 ? [request] : [] },
  }));
  const sidebar = within(screen.getByRole('navigation', { name: 'Main' }));
  const marked = () =>
    sidebar
      .getAllByRole('link')
      .filter((link) => link.getAttribute('aria-current') === 'page')
      .map(({ title }) => title);
  await waitFor(() => expect(marked()).toEqual(['Requests']));
  waiting = 0;
  await client.invalidateQueries();
  await waitFor(() => expect(marked()).toEqual(['Account Settings']));
});

test('without the proxy identities are still shown, under a notice', async () => {
  await visit('/identities', () => ({ body: [identity('mine', '/api/users/u/')] }), withoutProxy);
  expect(await screen.findByText('No Proxy Detected')).toBeDefined();
  expect(await screen.findByText('signing-key-mine')).toBeDefined();
});

test('without the proxy overrides are not fetched', async () => {
  const { requests } = await visit(
    '/materials/overrides',
    () => ({ status: 405, body: { detail: 'No.' } }),
    withoutProxy,
  );
  expect(await screen.findByText('No Proxy Detected')).toBeDefined();
  expect(requests.map(({ call }) => call)).not.toContain(lists['/materials/overrides'].call);
});
