/** Identities, requests, materials and overrides: their tables, empty states and errors. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openConsole, withoutProxy, type World } from '#tests/src/support/console.tsx';
import { identity, keyringOf, material, request } from '#tests/src/support/handedOn.ts';
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
const columns = async (table: string) => {
  const found = within(await screen.findByRole('table', { name: table }));
  return found.getAllByRole('columnheader').map(({ textContent }) => textContent);
};

test.each([
  ['/identities', 'No Identities'],
  ['/requests', 'You have no outstanding requests'],
  ['/materials', 'You have no outstanding materials'],
  ['/materials/overrides', 'No Overrides'],
] as const)('an empty %s says "%s"', async (path, words) => {
  await visit(path, () => ({ body: [] }));
  expect(await screen.findByRole('heading', { name: words })).toBeDefined();
  expect(screen.queryByRole('table')).toBeNull();
});

test.each([
  ['/identities', 'Error fetching identities'],
  ['/requests', 'Error fetching requests'],
  ['/materials', 'Error fetching materials'],
  ['/materials/overrides', 'Error fetching overrides'],
] as const)('%s that can’t be fetched says "%s", why, and offers a retry', async (path, words) => {
  let broken = true;
  const { user } = await visit(path, () =>
    broken ? { status: 500, body: { detail: 'The disk is full.' } } : { body: [] },
  );
  const title = await screen.findByText(words);
  const alert = within(title.closest<HTMLElement>('[role=alert]')!);
  expect(alert.getByText('The disk is full.')).toBeDefined();
  broken = false;
  await user.click(alert.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText(words)).toBeNull());
  expect(screen.getAllByRole('heading', { level: 2 })[0]).toBeDefined();
});

test.each(Object.keys(lists) as Path[])('%s has pages of 50', async (path) => {
  const asked: (string | null)[] = [];
  const items = {
    identities: [identity('mine', '/api/users/u/')],
    requests: [request],
    materials: [material],
  };
  const name = path.slice(1);
  const results = name in items ? items[name as keyof typeof items] : ['schema:name'];
  const { user } = await visit(path, ({ query }) => {
    // The sidebar's count of requests.
    if (query.get('limit') === '1') return { body: [] };
    asked.push(query.get('limit'), query.get('offset'));
    return { body: { count: 51, results } };
  });
  expect(await screen.findByText('Showing 1-50 of 51')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Last page' }));
  await waitFor(() => expect(asked).toEqual(['50', '0', '50', '50']));
});

test('an identity shows its id, device and public key, each with a copy button whose label resets after two seconds', async () => {
  const { user } = await visit('/identities', () => ({ body: [identity('mine', '/api/users/u/')] }));
  expect(await columns('Identities')).toEqual([
    ...['ID', 'Device ID', 'Public Key', 'Fingerprint', 'Actions'],
  ]);
  const line = within(screen.getByRole('row', { name: /device-mine/ }));
  await user.click(line.getByRole('button', { name: 'Copy public key of device device-mine' }));
  expect(await navigator.clipboard.readText()).toBe('signing-key-mine');
  expect(line.getByText('Copied')).toBeDefined();
  await waitFor(() => expect(line.queryByText('Copied')).toBeNull());
  for (const [name, value] of [
    ['Copy ID of device device-mine', 'mine'],
    ['Copy device ID device-mine', 'device-mine'],
  ] as const) {
    await user.click(line.getByRole('button', { name }));
    expect(await navigator.clipboard.readText()).toBe(value);
  }
});

test('a request shows its date, schema, field and requestor', async () => {
  const search = { ...request, field_name: '__query' };
  let pages = 0;
  await visit('/requests', ({ query }) => {
    expect(query.get('shared')).toBe('false');
    if (query.get('limit') === '1') return { body: { count: 3, results: [search] } };
    pages += 1;
    expect(query.get('expand')).toBe('user,schema,identity.user');
    return { body: [search] };
  });
  expect(await columns('Requests')).toEqual([
    ...['Request ID', 'Created', 'Schema', 'Requestor', 'Field', 'Actions'],
  ]);
  const line = within(screen.getByRole('row', { name: /request1/ }));
  for (const words of ['People', 'alan@example.org', '__query']) expect(line.getByText(words)).toBeDefined();
  expect(pages).toBe(1);
  const name = 'Requests 3 waiting for your keys';
  await screen.findByRole('link', { name });
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

test('a material shows its request, its requestor and who sealed it', async () => {
  await visit('/materials', ({ query }) => {
    expect(query.get('proofed')).toBe('false');
    return { body: [material] };
  });
  expect(await columns('Materials')).toEqual([
    ...['Material ID', 'Created', 'Request', 'Requestor', 'Sealed by', 'Actions'],
  ]);
  const line = within(screen.getByRole('row', { name: /material1/ }));
  for (const words of ['request1', 'alan@example.org', 'grace@example.org'])
    expect(line.getByText(words)).toBeDefined();
});

test('overrides have one column', async () => {
  await visit('/materials/overrides', () => ({ body: ['2222222222222222222222:name'] }));
  expect(await columns('Overrides')).toEqual(['Override']);
  expect(screen.getByText('2222222222222222222222:name')).toBeDefined();
});

test('materials and overrides are two tabs', async () => {
  const { user, place } = await visit('/materials', () => ({ body: [] }), {
    [lists['/materials/overrides'].call]: () => ({ body: [] }),
  });
  const tab = () =>
    within(screen.getByRole('navigation', { name: 'Materials' })).getByRole('link', { name: 'Overrides' });
  await user.click(tab());
  await waitFor(() => expect(place()).toBe('/materials/overrides'));
  await waitFor(() => expect(tab().getAttribute('aria-current')).toBe('page'));
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
