import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { actors } from '../../support/testRoot.ts';
import { page } from '../../support/fakeServer.ts';
import { opened, schemaId, sealed } from '../../support/records.ts';
import { arrived, beginVisits, endVisits, lockOf, visit } from '../../support/recordsPage.tsx';

beforeEach(beginVisits);
afterEach(endVisits);

const raised = () => actors().alerts.getSnapshot().context.shown;

test('records are encrypted at first, and screen readers get a label in place of the ciphertext', async () => {
  const { searches } = visit();
  const grid = await screen.findByRole('grid', { name: 'Records of People' });
  expect(within(grid).getAllByRole('gridcell', { name: 'encrypted value, name column' })).toHaveLength(3);
  expect(within(grid).getByRole('gridcell', { name: 'no value, team column' }).textContent).toBe('—');
  expect(grid.getAttribute('aria-rowcount')).toBe('121');
  screen.getByText('Showing 1-50 of 120');
  expect(searches()).toEqual([{ schema: schemaId, limit: 50, offset: 0, filters: [], partial: true }]);
});

test('damaged records are counted above the table and marked in it', async () => {
  const { name, ...rest } = opened[0]!.data;
  const { user } = visit({
    'POST /api/records/search/': () => ({
      body: sealed,
      headers: { 'X-Total-Count': '123', 'X-Unreadable-Records': '2' },
    }),
    'POST /api/records/decrypt/': () => ({
      body: [{ ...opened[0]!, data: rest, damaged: ['name'] }, ...opened.slice(1)],
    }),
  });
  await screen.findByText(/^2 records can’t be searched or shown/);
  await user.click(await lockOf());
  await screen.findByRole('gridcell', { name: 'damaged value, name column' });
  screen.getByText(/^1 record on this page has values that are lost or are not what was uploaded/);
  expect(name).toBeDefined();
});

test('a data owner decrypts the page, which is announced, and encrypts it again', async () => {
  const { user } = visit();
  await user.click(await lockOf());
  await screen.findByRole('gridcell', { name: 'Ada Lovelace' });
  screen.getByText('Decrypted. 3 records.');
  await user.click(screen.getByRole('switch', { checked: true }));
  expect(screen.queryByText('Ada Lovelace')).toBeNull();
  screen.getByText('Encrypted again.');
});

test('a person who may not decrypt can’t switch, and reads why', async () => {
  const { user, asked } = visit({
    'POST /api/records/can-decrypt/': () => ({ body: { can_decrypt: false } }),
  });
  await arrived();
  const hint = 'You must be an authorized data owner and decrypt locally using the proxy.';
  await user.click(screen.getByRole('switch', { name: 'Decrypt', description: hint }));
  screen.getByRole('switch', { checked: false });
  expect(asked('POST /api/records/decrypt/')).toEqual([]);
});

const denied = 'Permission Denied: You do not have permission to decrypt these records.';
test.each([
  [403, 'Not yours.', denied, 10],
  [422, 'The keys of this proxy do not fit.', `${denied} The keys of this proxy do not fit.`, 10],
  [404, 'Gone.', 'Decrypted records not found, please refresh the page.', undefined],
])('records are encrypted again after the proxy refuses with %i', async (status, detail, words, duration) => {
  const { user } = visit({ 'POST /api/records/decrypt/': () => ({ status, body: { detail } }) });
  await user.click(await lockOf());
  await screen.findByText(words);
  screen.getByRole('switch', { checked: false });
  expect(raised().map((alert) => [alert.type, alert.duration])).toEqual([['error', duration]]);
});

test('an API without decryption is only logged', async () => {
  const log = vi.spyOn(console, 'info').mockReturnValue();
  const { user } = visit({ 'POST /api/records/decrypt/': () => ({ status: 405, body: { detail: 'No.' } }) });
  await user.click(await lockOf());
  await waitFor(() => expect(log).toHaveBeenCalledWith(expect.stringContaining('not available on API')));
  screen.getByRole('switch', { checked: false });
  expect(raised()).toEqual([]);
});

test('an error fetching records is shown with its reason, and fetching can be retried', async () => {
  let broken = true;
  const { user } = visit({
    'POST /api/records/search/': () =>
      broken ? { status: 500, body: { detail: 'The index is being repaired.' } } : page(sealed),
  });
  const alert = (await screen.findByText('Error fetching records')).closest('[role=alert]');
  expect(alert?.textContent).toContain('The index is being repaired.');
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Showing 1-3 of 3');
  expect(screen.queryByText('Error fetching records')).toBeNull();
});

test('a schema without records shows three links', async () => {
  visit({ 'POST /api/records/search/': () => page([]) });
  await screen.findByRole('heading', { name: 'Looks like you need to add some data!' });
  for (const name of ['Tutorial', 'Sample dataset', 'Get the proxy'])
    expect(screen.getByRole('link', { name }).getAttribute('href')).toMatch(/^\/|^http/);
});

test('the page is in the address, and an offset beyond the end leads to the last page', async () => {
  const { user, searches, router } = visit({}, '?offset=5000');
  await screen.findByText('Showing 101-120 of 120');
  expect(router.state.location.search).toBe('?offset=100');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '25');
  expect(router.state.location.search).toBe('?limit=25&offset=100');
  await user.click(screen.getByRole('button', { name: 'First page' }));
  await screen.findByText('Showing 1-25 of 120');
  expect(searches().at(-1)).toMatchObject({ limit: 25, offset: 0 });
});
