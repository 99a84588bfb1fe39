/** Saved views on the records page: choosing, saving, changing and deleting. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { OpenedView, SavedView } from '@cloakroom/contract/savedViews.ts';
import { schemaId } from '../../../support/records.ts';
import { arrived, statusOf, visit, type User } from '../../../support/recordsPage.tsx';

const columns = { order: [], hidden: [], pinned: [], widths: {} };
const adults: SavedView = {
  name: 'Adults',
  filters: [{ label: 'age', value: '17', operator: '>' }],
  order: '-age',
  columns: { ...columns, hidden: ['team'] },
  density: 'compact',
};
const id = '3'.repeat(22);
const path = `/api/schemas/${schemaId}/views/`;
const opened = (view: SavedView | null, version = 1, problem?: string): OpenedView => ({
  id,
  version,
  generation: 1,
  creator: '/api/users/4/',
  view,
  ...(problem !== undefined && { problem }),
});
/** A proxy that has these views and stores changes. */
const having = (...views: OpenedView[]) => {
  let stored = views;
  return {
    [`GET ${path}`]: () => ({ body: stored }),
    [`PUT ${path}${id}/`]: ({ body }: { body: unknown }) => {
      const { view, version } = body as { view: SavedView; version: number };
      stored = [opened(view, version)];
      return { body: stored[0] };
    },
    [`DELETE ${path}${id}/`]: () => {
      stored = [];
      return { status: 204 };
    },
  };
};
const choose = async (user: User, menu: string | RegExp, command: string) => {
  await user.click(await screen.findByRole('button', { name: menu }));
  await user.click(await screen.findByRole('button', { name: command }));
};

test('a chosen view applies its filters, order, columns and density, and is named in the address', async () => {
  const { user, router } = visit(having(opened(adults)));
  await arrived();
  await choose(user, 'Views', 'Adults');
  await screen.findByText('age > 17');
  expect(router.state.location.search).toBe(`?view=${id}&sort=-age&column=age&operator=%3E&value=17`);
  expect(screen.queryByRole('columnheader', { name: 'team' })).toBeNull();
  expect(screen.getByRole('grid').style.getPropertyValue('--row-height')).toBe('24px');
  await screen.findByRole('button', { name: 'Views: Adults' });
  expect(screen.queryByText('Changed')).toBeNull();
});

test('a link that names a view alone shows the whole view', async () => {
  const { router } = visit(having(opened(adults)), `?view=${id}`);
  await screen.findByText('age > 17');
  await waitFor(() => expect(router.state.location.search).toContain('sort=-age'));
});

test('a change is shown, and saved or discarded', async () => {
  const { user, asked } = visit(having(opened(adults)), `?view=${id}`);
  await screen.findByText('age > 17');
  await user.click(await screen.findByRole('button', { name: 'Density' }));
  await user.click(screen.getByRole('button', { name: 'Comfortable' }));
  await screen.findByText('Changed');
  await choose(user, 'Views: Adults', 'Discard changes');
  await waitFor(() => expect(screen.queryByText('Changed')).toBeNull());
  await user.click(await screen.findByRole('button', { name: 'Remove filter 1' }));
  await screen.findByText('Changed');
  await choose(user, 'Views: Adults', 'Save changes to this view');
  await waitFor(() => expect(screen.queryByText('Changed')).toBeNull());
  expect(asked(`PUT ${path}${id}/`)[0]!.body).toEqual({ version: 2, view: { ...adults, filters: [] } });
});

test('the page is saved as a new view under a new id', async () => {
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => bytes);
  const first = '2'.repeat(22);
  const { user, router, asked } = visit(
    {
      [`GET ${path}`]: () => ({ body: [] }),
      [`PUT ${path}${first}/`]: ({ body }) => ({
        body: { ...opened((body as { view: SavedView }).view), id: first },
      }),
    },
    '?column=age&operator=>&value=17&limit=25&offset=25',
  );
  await arrived();
  await choose(user, 'Views', 'Save as a new view');
  const dialog = await screen.findByRole('dialog', { name: 'Save view' });
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Adults{Enter}');
  await waitFor(() => expect(router.state.location.search).toContain(`view=${first}&limit=25&offset=25`));
  const view = { name: 'Adults', filters: adults.filters, order: null, columns, density: 'standard' };
  expect(asked(`PUT ${path}${first}/`).map(({ body }) => body)).toEqual([{ version: 1, view }]);
});

test('a view is renamed and deleted', async () => {
  const { user, router, asked } = visit(having(opened(adults)), `?view=${id}`);
  await screen.findByText('age > 17');
  await choose(user, 'Views: Adults', 'Rename view');
  const dialog = await screen.findByRole('dialog', { name: 'Rename view' });
  const name = within(dialog).getByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.type(name, 'Grown-ups{Enter}');
  await screen.findByRole('button', { name: 'Views: Grown-ups' });
  expect(asked(`PUT ${path}${id}/`)[0]!.body).toEqual({ version: 2, view: { ...adults, name: 'Grown-ups' } });
  await choose(user, 'Views: Grown-ups', 'Delete view');
  await user.click(await screen.findByRole('button', { name: 'Delete view' }));
  await screen.findByRole('button', { name: 'Views' });
  expect(router.state.location.search).toBe('?sort=-age&column=age&operator=%3E&value=17');
});

test('a view whose field is gone is shown with what was left out', async () => {
  const view = { ...adults, filters: [...adults.filters, { label: 'shoe', value: '42' }] };
  visit(having(opened(view)), `?view=${id}`);
  await screen.findByText('Some of the view “Adults” is left out');
  screen.getByText(/as the view needs it: shoe\./);
});

test('a view that is gone is said to be', async () => {
  const { user, router } = visit(having(), `?view=${id}`);
  await screen.findByText('This view does not exist any more');
  await user.click(screen.getByRole('button', { name: 'Go on without it' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

test('a view that stays closed says why', async () => {
  const { user } = visit(having(opened(null, 1, 'Your keyring lacks the key.')));
  await arrived();
  await user.click(screen.getByRole('button', { name: 'Views' }));
  await screen.findByText('1 view stays closed. Your keyring lacks the key.');
});

test('without a proxy the button says why there are no views', async () => {
  visit({ 'GET /api/status/': statusOf(false), 'GET /api/records/': () => ({ body: [] }) });
  const button = await screen.findByRole('button', { name: 'Views' });
  expect(button.ariaDisabled).toBe('true');
  screen.getByText('Saved views are sealed, and your proxy has the key. None was detected.');
});

test('a second press of Save changes, before the first is answered, sends nothing', async () => {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const views = having(opened(adults));
  const { user, asked } = visit(
    {
      ...views,
      [`PUT ${path}${id}/`]: async (put) => {
        await answered;
        return views[`PUT ${path}${id}/`]!(put);
      },
    },
    `?view=${id}`,
  );
  await screen.findByText('age > 17');
  await user.click(screen.getByRole('button', { name: 'Remove filter 1' }));
  await choose(user, 'Views: Adults', 'Save changes to this view');
  await choose(user, 'Views: Adults', 'Save changes to this view');
  answer();
  await waitFor(() => expect(screen.queryByText('Changed')).toBeNull());
  expect(asked(`PUT ${path}${id}/`)).toHaveLength(1);
});
