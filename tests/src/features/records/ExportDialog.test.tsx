import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { actors } from '../../support/testRoot.ts';
import { schemaId, sealed } from '../../support/records.ts';
import { arrived, lockOf, visit, type User } from '../../support/recordsPage.tsx';
import { page, type Answers } from '../../support/fakeServer.ts';

const three = { 'POST /api/records/search/': () => page(sealed, 3) };

/** The files that the browser saved, by name. */
function savedFiles() {
  const files = new Map<string, Blob>();
  let last: Blob | undefined;
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => {
        last = blob;
        return 'blob:it';
      },
      revokeObjectURL: () => undefined,
    }),
  );
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (last) files.set(this.download, last);
  });
  return files;
}

async function ask(user: User) {
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(screen.getByRole('button', { name: 'Export records' }));
  return within(await screen.findByRole('dialog', { name: 'Export records' }));
}

test('sealed records are exported unchanged, without the right to decrypt', async () => {
  const files = savedFiles();
  const { user, asked } = visit({
    ...three,
    'POST /api/records/can-decrypt/': () => ({ body: { can_decrypt: false } }),
  });
  await arrived();
  const dialog = await ask(user);
  dialog.getByText('3 records of People, from every page.');
  dialog.getByText('The audit log shows admins that you exported them.');
  expect(dialog.queryByText('Decrypted')).toBeNull();
  await user.click(dialog.getByRole('radio', { name: 'JSON' }));
  await user.click(dialog.getByRole('button', { name: 'Export' }));
  await waitFor(() => expect([...files.keys()]).toEqual(['People.encrypted.json']));
  expect(JSON.parse((await files.get('People.encrypted.json')?.text()) ?? '')).toHaveLength(3);
  expect(
    actors()
      .alerts.getSnapshot()
      .context.shown.map(({ content }) => content),
  ).toEqual(['Exported 3 records of People.']);
  expect(asked('POST /api/records/export/').map(({ body }) => body)).toEqual([
    { schema: schemaId, filters: [], decrypt: false, partial: false, format: 'json' },
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('decrypted records are exported only after the schema’s name is typed', async () => {
  const files = savedFiles();
  const { user, asked } = visit(three);
  await lockOf();
  const dialog = await ask(user);
  await user.click(dialog.getByRole('radio', { name: 'Decrypted' }));
  const press = () => user.click(dialog.getByRole('button', { name: 'Export' }));
  await press();
  expect(asked('POST /api/records/export/')).toEqual([]);
  await user.type(dialog.getByRole('textbox', { name: 'Type “People” to go on' }), 'People');
  await press();
  await waitFor(() => expect([...files.keys()]).toEqual(['People.csv']));
  expect(await files.get('People.csv')?.text()).toBe(
    'name,team,age\r\nAda Lovelace,red,36\r\nGrace Hopper,blue,85\r\nMary Somerville,,91\r\n',
  );
});

test.each<[number, string]>([
  [403, 'You are no data owner any more.'],
  [422, 'The keys of this proxy do not fit.'],
])('a refusal with %i is shown in the dialog, and nothing is saved', async (status, detail) => {
  const files = savedFiles();
  const refused: Answers = { 'POST /api/records/export/': () => ({ status, body: { detail } }) };
  const { user } = visit({ ...three, ...refused });
  await lockOf();
  const dialog = await ask(user);
  await user.click(dialog.getByRole('radio', { name: 'Decrypted' }));
  await user.type(dialog.getByRole('textbox'), 'People');
  await user.click(dialog.getByRole('button', { name: 'Export' }));
  await dialog.findByText(detail);
  expect(files.size).toBe(0);
});

test('closing the dialog cancels the export', async () => {
  const files = savedFiles();
  let answer: () => void = () => undefined;
  const waiting = new Promise<void>((resolve) => (answer = resolve));
  const { user } = visit({
    ...three,
    'POST /api/records/export/': async () => {
      await waiting;
      return { lines: sealed };
    },
  });
  await arrived();
  const dialog = await ask(user);
  await user.click(dialog.getByRole('button', { name: 'Export' }));
  await dialog.findByRole('progressbar', { name: 'Export' });
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  answer();
  expect(screen.queryByRole('dialog')).toBeNull();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(files.size).toBe(0);
  expect(actors().alerts.getSnapshot().context.shown).toEqual([]);
});
