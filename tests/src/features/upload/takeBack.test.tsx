/** The uploads of a schema on its records screen: listed for data owners, taken back after a confirmation. */
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Upload } from '@cloakroom/contract/uploads.ts';
import { formatExactDateTime } from '#src/shared/format/moments.ts';
import { page } from '../../support/fakeServer.ts';
import { schema, schemaId } from '../../support/records.ts';
import { arrived, beginVisits, endVisits, statusOf, visit } from '../../support/recordsPage.tsx';

beforeEach(beginVisits);
afterEach(endVisits);

const uploadOf = (number: number, rest: Partial<Upload> = {}): Upload => ({
  id: `${number}`.repeat(24),
  url: `/api/uploads/${`${number}`.repeat(24)}/`,
  schema: schema.url,
  records: 42_049,
  removing: 0,
  owner: '/api/users/5555555555555555555555/',
  owner_email: 'ada@example.org',
  created: `2026-11-0${number}T10:00:00Z`,
  this_machine: true,
  job_id: null,
  ...rest,
});
const [newest, older] = [uploadOf(2), uploadOf(1, { records: 1, this_machine: false, owner_email: null })];
const path = `DELETE /api/uploads/${newest.id}/`;

test('an upload is taken back after a confirmation with its number of records, and the result gets the focus', async () => {
  let shown = [newest, older];
  const { user, asked } = visit({
    'GET /api/uploads/': () => page(shown),
    [path]: () => {
      shown = [{ ...newest, records: 0, removing: 30_000 }, older];
      return { body: null };
    },
  });
  await arrived();
  const button = screen.getByRole('button', { name: 'Uploads' });
  await user.click(button);
  const dialog = await screen.findByRole('dialog', { name: 'Uploads to People' });
  const table = await within(dialog).findByRole('table');
  const cells = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(0, 3)
        .map(({ textContent }) => textContent),
    );
  expect(cells).toEqual([
    ['ada@example.org', 'This machine', '42,049'],
    ['A deleted user', '—', '1'],
  ]);
  const name = `Take back the upload of ${formatExactDateTime(newest.created)} with 42,049 records`;
  await user.click(within(dialog).getByRole('button', { name }));
  const question = await screen.findByRole('dialog', { name: 'Take this upload back?' });
  within(question).getByText(/holds 42,049 records/);
  within(question).getByText(/This can’t be undone/);
  expect(document.activeElement).toBe(within(question).getByRole('button', { name: 'Cancel' }));
  expect(asked(path)).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Delete 42,049 records' }));
  const result = await within(dialog).findByText(/is taken back: 42,049 records deleted/);
  await waitFor(() => expect(document.activeElement?.contains(result)).toBe(true));
  expect(asked(path).map(({ query }) => query.get('schema'))).toEqual([schemaId]);
  await within(dialog).findByText('Clearing 30,000 records');
  shown = [older];
  await waitFor(() => expect(within(dialog).queryByText('Clearing 30,000 records')).toBeNull(), {
    timeout: 3_000,
  });
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(document.activeElement).toBe(button);
});

test('a refusal is shown in the confirmation, which stays open', async () => {
  const { user } = visit({
    'GET /api/uploads/': () => page([newest]),
    [path]: () => ({ status: 503, body: { detail: 'The service can’t be reached.' } }),
  });
  await arrived();
  await user.click(screen.getByRole('button', { name: 'Uploads' }));
  await user.click(await screen.findByRole('button', { name: /^Take back the upload of/ }));
  const question = await screen.findByRole('dialog', { name: 'Take this upload back?' });
  await user.click(within(question).getByRole('button', { name: 'Delete 42,049 records' }));
  await within(question).findByText('The service can’t be reached.');
});

test.each([
  ['without the right to upload', true, false],
  ['without a proxy', false, true],
])('is not offered %s', async (_, behindProxy, can_upload) => {
  const permissions = { ...schema.permissions, can_upload };
  visit({
    'GET /api/status/': statusOf(behindProxy),
    'GET /api/records/': () => page([]),
    [`GET /api/schemas/${schemaId}/`]: () => ({ body: { ...schema, permissions } }),
  });
  await screen.findByRole('button', { name: 'Upload Records' });
  await screen.findByRole('heading', { name: 'People' });
  expect(screen.queryByRole('button', { name: 'Uploads' })).toBeNull();
});
