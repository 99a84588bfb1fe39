/** Selecting all records that match, and deleting them in calls of 100. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { page, type Asked } from '../../support/fakeServer.ts';
import { schema, schemaId, sealed } from '../../support/records.ts';
import { visit, type User } from '../../support/recordsPage.tsx';

const idOf = (at: number) =>
  `${String(at).padStart(4, '0').replaceAll('0', 'A').replaceAll('1', 'B')}${'2'.repeat(18)}`;
const recordsOf = (total: number) =>
  Array.from({ length: total }, (_, at) => ({ ...sealed[at % 3]!, id: idOf(at), version: idOf(at) }));
/** A proxy that finds so many records. */
const finding = (total: number) => {
  const all = recordsOf(total);
  return {
    'POST /api/records/search/': ({ body }: Asked) => {
      const { offset = 0, limit = 50 } = body as { offset?: number; limit?: number };
      return page(all.slice(offset, offset + limit), total);
    },
    'POST /api/records/decrypt/': ({ body }: Asked) => ({
      body: (body as { id: string }[]).map(({ id }) => ({
        id,
        schema: `/api/schemas/${schemaId}/`,
        data: { name: id },
      })),
    }),
    'DELETE /api/records/': () => ({ status: 204 }),
    'POST /api/records/': ({ body }: Asked) => ({
      status: 201,
      body: (body as unknown[]).map(() => sealed[0]!),
    }),
  };
};
async function selectAll(user: User, total: string) {
  await screen.findAllByRole('row');
  await user.click(await screen.findByRole('checkbox', { name: 'Select every record of this page' }));
  await user.click(await screen.findByRole('button', { name: `Select all ${total} that match` }));
  await screen.findByText(`All ${total} selected`);
  await user.click(screen.getByRole('button', { name: 'Delete selected' }));
  return within(await screen.findByRole('dialog'));
}

test('all that match are deleted in calls of 100 and can be stored again', async () => {
  const { user, asked } = visit(finding(120), '?column=age&operator=>&value=18&limit=25');
  await waitFor(() => screen.getAllByRole('switch', { name: 'Decrypt' }));
  const dialog = await selectAll(user, '120');
  await user.click(await dialog.findByRole('button', { name: 'Delete 120 records' }));
  await screen.findByText('Deleted 120 records of People.');
  const sent = asked('DELETE /api/records/').map(({ query }) => query.getAll('id'));
  expect(sent.map((ids) => ids.length)).toEqual([100, 20]);
  expect(sent.flat()).toEqual(recordsOf(120).map(({ id }) => id));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Stored 120 records of People again, with new ids.');
  expect(asked('POST /api/records/').map(({ body }) => (body as unknown[]).length)).toEqual([100, 20]);
});

test('if other records match than were confirmed, none is deleted', async () => {
  let total = 120;
  const { user, asked } = visit(
    {
      ...finding(120),
      'POST /api/records/search/': (call) => {
        const answer = finding(120)['POST /api/records/search/'](call);
        return { ...answer, headers: { 'X-Total-Count': String(total) } };
      },
    },
    '?limit=25',
  );
  const dialog = await selectAll(user, '120');
  total = 121;
  await user.click(await dialog.findByRole('button', { name: 'Delete 120 records' }));
  await dialog.findByText(/^121 records match now, and 120 matched when you selected them\./);
  expect(asked('DELETE /api/records/')).toHaveLength(0);
});

test('a call that fails leaves the rest, and says how many were deleted', async () => {
  let calls = 0;
  const { user } = visit(
    {
      ...finding(120),
      'DELETE /api/records/': () =>
        (calls += 1) === 1 ? { status: 204 } : { status: 404, body: { detail: 'Record not found.' } },
    },
    '?limit=25',
  );
  const dialog = await selectAll(user, '120');
  await user.click(await dialog.findByRole('button', { name: 'Delete 120 records' }));
  await dialog.findByText('Deleted 100 of 120 records. The others are still stored: Record not found.');
});

test('more than can be undone are confirmed by the name of the schema', async () => {
  const { user } = visit(finding(1200), '?limit=25');
  const dialog = await selectAll(user, '1,200');
  const button = await dialog.findByRole('button', { name: 'Delete 1,200 records' });
  expect(button.ariaDisabled).toBe('true');
  await user.type(dialog.getByRole('textbox'), schema.name);
  expect(button.ariaDisabled).toBeNull();
});

test('another filter ends the selection of all', async () => {
  const { user } = visit(finding(120), '?column=age&operator=>&value=18&limit=25');
  const dialog = await selectAll(user, '120');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Remove filter 1' }));
  await waitFor(() => expect(screen.queryByText('All 120 selected')).toBeNull());
});
