import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { actors, currentRoot } from '../../support/testRoot.ts';
import { schemaId, sealed } from '../../support/records.ts';
import { arrived, lockOf, visit as visitPage, type User } from '../../support/recordsPage.tsx';
import { UploadTray } from '#src/features/upload/UploadTray.tsx';
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

const visit = (answers: Answers) => visitPage(answers, '', <UploadTray behindProxy />);
const tray = () => screen.findByRole('region', { name: 'Exports' });

test('sealed records are exported unchanged, without the right to decrypt', async () => {
  const files = savedFiles();
  const { user, asked } = visit({
    ...three,
    'POST /api/records/can-decrypt/': () => ({ body: { can_decrypt: false } }),
  });
  await arrived();
  const dialog = await ask(user);
  dialog.getByText('3 records of People, from every page.');
  dialog.getByText(/The audit log shows admins that you exported the records\./);
  expect(dialog.queryByText('Decrypted')).toBeNull();
  await user.click(dialog.getByRole('radio', { name: 'JSON' }));
  await user.click(dialog.getByRole('button', { name: 'Export' }));
  await waitFor(() => expect([...files.keys()]).toEqual(['People.encrypted.json']));
  expect(JSON.parse((await files.get('People.encrypted.json')?.text()) ?? '')).toHaveLength(3);
  const exports = within(await tray());
  await exports.findByText(/Exported 3 records/);
  expect(actors().alerts.getSnapshot().context.shown).toEqual([]);
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
  await user.type(dialog.getByRole('textbox', { name: 'Type “People” to confirm' }), 'People');
  await press();
  await waitFor(() => expect([...files.keys()]).toEqual(['People.csv']));
  expect(await files.get('People.csv')?.text()).toBe(
    'name,team,age\r\nAda Lovelace,red,36\r\nGrace Hopper,blue,85\r\nMary Somerville,,91\r\n',
  );
});

test.each<[number, string]>([
  [403, 'You are no data owner any more.'],
  [422, 'The keys of this proxy do not fit.'],
])('a refusal with %i is shown in the tray, and nothing is saved', async (status, detail) => {
  const files = savedFiles();
  const refused: Answers = { 'POST /api/records/export/': () => ({ status, body: { detail } }) };
  const { user } = visit({ ...three, ...refused });
  await lockOf();
  const dialog = await ask(user);
  await user.click(dialog.getByRole('radio', { name: 'Decrypted' }));
  await user.type(dialog.getByRole('textbox'), 'People');
  await user.click(dialog.getByRole('button', { name: 'Export' }));
  const exports = within(await tray());
  await exports.findByText(new RegExp(`Export interrupted before the first record\\. ${detail}`));
  expect(files.size).toBe(0);
  await user.click(exports.getByRole('button', { name: 'Dismiss the export of People' }));
  expect(screen.queryByRole('region', { name: 'Exports' })).toBeNull();
});

test('an interrupted export goes on behind its last record', async () => {
  const files = savedFiles();
  let calls = 0;
  const { user, asked } = visit({
    ...three,
    'POST /api/records/export/': () =>
      calls++ === 0 ? { lines: sealed.slice(0, 2), cut: true } : { lines: sealed.slice(2) },
  });
  await arrived();
  const dialog = await ask(user);
  await user.click(dialog.getByRole('button', { name: 'Export' }));
  const exports = within(await tray());
  await exports.findByText(/Export interrupted after 2 of/);
  await user.click(exports.getByRole('button', { name: 'Try again to export People' }));
  await exports.findByText(/Exported 3 records/);
  expect((await files.get('People.encrypted.csv')?.text())?.split('\r\n')).toHaveLength(5);
  expect(asked('POST /api/records/export/')[1]?.body).toMatchObject({ after: sealed[1]?.id });
  files.clear();
  await user.click(exports.getByRole('button', { name: 'Save People.encrypted.csv again' }));
  expect([...files.keys()]).toEqual(['People.encrypted.csv']);
});

/** Exports while the answer is held back. */
async function running() {
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
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const exports = within(await tray());
  exports.getByRole('progressbar', { name: 'Export of People' });
  return { user, files, exports, answer };
}

test('the export is cancelled in the tray', async () => {
  const { user, files, exports, answer } = await running();
  expect(currentRoot().guard.work()).toBe('export');
  await user.click(exports.getByRole('button', { name: 'Cancel the export of People' }));
  answer();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(files.size).toBe(0);
  expect(currentRoot().guard.isSet()).toBe(false);
  expect(screen.queryByRole('region', { name: 'Exports' })).toBeNull();
});

test('signing out ends the export', async () => {
  const { files, answer } = await running();
  actors().session.send({ type: 'otherTab.signedOut' });
  await waitFor(() => expect(actors().exports.getSnapshot().context.exports).toEqual([]));
  answer();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(files.size).toBe(0);
});

/** A file of the file picker, which creates it empty. */
function pickedFile() {
  const events: string[] = [];
  let written = '';
  const handle = {
    name: 'mine.csv',
    getFile: async () => new Blob([written]),
    remove: async () => void events.push('removed'),
    createWritable: async () => ({
      write: async (chunk: string) => void (written += chunk),
      close: async () => void events.push('closed'),
      abort: async () => undefined,
    }),
  };
  vi.stubGlobal('showSaveFilePicker', async () => handle);
  return events;
}

test('writes into the chosen file, which is not downloaded too', async () => {
  const files = savedFiles();
  const events = pickedFile();
  const { user } = visit(three);
  await arrived();
  const dialog = await ask(user);
  await user.click(dialog.getByRole('button', { name: 'Export' }));
  const exports = within(await tray());
  await exports.findByText(/Exported 3 records/);
  exports.getByText(/mine\.csv/);
  expect(exports.queryByRole('button', { name: /^Save/ })).toBeNull();
  expect(events).toEqual(['closed']);
  expect(files.size).toBe(0);
});

test('removes the empty file of a refused export when it is dismissed', async () => {
  const events = pickedFile();
  const detail = 'You are no data owner any more.';
  const { user } = visit({
    ...three,
    'POST /api/records/export/': () => ({ status: 403, body: { detail } }),
  });
  await arrived();
  const dialog = await ask(user);
  await user.click(dialog.getByRole('button', { name: 'Export' }));
  const exports = within(await tray());
  await user.click(await exports.findByRole('button', { name: 'Dismiss the export of People' }));
  await waitFor(() => expect(events).toEqual(['removed']));
});

test('the dialog stays open when no file is chosen', async () => {
  vi.stubGlobal('showSaveFilePicker', async () => {
    throw new DOMException('The user aborted a request.', 'AbortError');
  });
  const { user, asked } = visit(three);
  await arrived();
  const dialog = await ask(user);
  await user.click(dialog.getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Export' }).ariaBusy).toBeNull());
  expect(asked('POST /api/records/export/')).toEqual([]);
  expect(actors().exports.getSnapshot().context.exports).toEqual([]);
});
