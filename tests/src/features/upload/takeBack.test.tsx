/** The uploads of a schema on its records screen: listed for data owners, taken back after a confirmation. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Upload } from '@cloakroom/contract/uploads.ts';
import { formatExactDateTime } from '#src/shared/format/moments.ts';
import { page } from '../../support/fakeServer.ts';
import { schema, schemaId } from '../../support/records.ts';
import { arrived, statusOf, visit } from '../../support/recordsPage.tsx';

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

test('uploads are listed with their person and machine, and one that is taken back until it is cleared', async () => {
  let shown = [newest, older];
  const { user, asked } = visit({
    'GET /api/uploads/': () => page(shown),
    [path]: () => {
      shown = [{ ...newest, records: 0, removing: 30_000 }, older];
      return { body: null };
    },
  });
  await arrived();
  await user.click(screen.getByRole('button', { name: 'Uploads' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Uploads to People' }));
  await dialog.findByRole('row', { name: /ada@example\.org This machine 42,049/ });
  dialog.getByRole('row', { name: /A deleted user — 1/ });
  const name = `Take back the upload of ${formatExactDateTime(newest.created)} with 42,049 records`;
  await user.click(dialog.getByRole('button', { name }));
  await user.click(await screen.findByRole('button', { name: 'Delete 42,049 records' }));
  await dialog.findByText('Clearing 30,000 records');
  expect(asked(path).map(({ query }) => query.get('schema'))).toEqual([schemaId]);
  shown = [older];
  await waitFor(() => expect(dialog.queryByText('Clearing 30,000 records')).toBeNull(), { timeout: 3_000 });
});

test('groups with values of deleted records are named until they are sealed anew', async () => {
  let stale = [
    { upload: newest.id, number: 3, since: '2026-11-03T10:00:00Z', version: 7 },
    { upload: newest.id, number: 9, since: '2026-11-04T10:00:00Z', version: 9 },
  ];
  const { user, asked } = visit({
    'GET /api/uploads/': () => page([newest]),
    'GET /api/groups/stale/': () => ({ body: stale }),
  });
  await arrived();
  await user.click(screen.getByRole('button', { name: 'Uploads' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Uploads to People' }));
  const since = formatExactDateTime('2026-11-03T10:00:00Z');
  await dialog.findByText(
    `Sealed values of records that were deleted since ${since} are still stored in 2 groups with other records. They are removed as soon as a data owner who has all keys of People opens its records.`,
  );
  expect(asked('GET /api/groups/stale/').map(({ query }) => query.get('schema'))).toContain(schemaId);
  stale = [];
  await waitFor(() => expect(dialog.queryByText(/^Sealed values of records/)).toBeNull(), { timeout: 3_000 });
});

test('records of an earlier version are counted until all are converted', async () => {
  let forms = { in_groups: 65_536, one_by_one: 34_464 };
  const { user } = visit({
    'GET /api/uploads/': () => page([newest]),
    [`GET /api/schemas/${schemaId}/record-forms/`]: () => ({ body: forms }),
  });
  await arrived();
  await user.click(screen.getByRole('button', { name: 'Uploads' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Uploads to People' }));
  await dialog.findByText(/^65,536 records of 100,000 are stored in the present form/);
  forms = { in_groups: 100_000, one_by_one: 0 };
  await waitFor(() => expect(dialog.queryByText(/are stored in the present form/)).toBeNull(), {
    timeout: 3_000,
  });
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
