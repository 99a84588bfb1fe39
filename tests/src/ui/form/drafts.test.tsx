/** What is written in a form survives leaving it, until it is sent or deleted. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { localCache } from '#src/shared/storage/localCache.ts';
import { openConsole, type World } from '#tests/src/support/console.tsx';
import { at, dataset, full, schema } from '#tests/src/support/datasets.ts';
import { organization } from '#tests/src/support/people.ts';
import { endRoots } from '#tests/src/support/testRoot.ts';

const world: World = {
  ...full,
  'POST /api/datasets/': () => ({ status: 201, body: dataset }),
  'POST /api/schemas/': () => ({ status: 201, body: schema }),
  [`GET ${organization.url}schema-removals/`]: () => ({ body: [] }),
};
const datasetKey = `form/dataset in ${organization.id}`;
const stored = (key: string) => localCache.get(key);

async function openDialog() {
  const opened = openConsole('/datasets', world);
  await opened.heading('Datasets');
  await opened.user.click(await screen.findByRole('button', { name: 'Create Dataset' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a new Dataset' }));
  return { ...opened, dialog };
}
const reload = () => {
  cleanup();
  endRoots();
};
const nameIn = (dialog: { getByLabelText: typeof screen.getByLabelText }) =>
  dialog.getByLabelText<HTMLInputElement>('Name');

test('restores the input of a form after a reload; sending it deletes the draft', async () => {
  const first = await openDialog();
  await first.user.type(nameIn(first.dialog), 'Ward 7');
  await waitFor(async () => expect(await stored(datasetKey)).toEqual({ name: 'Ward 7' }));
  reload();
  const { user, dialog, sent } = await openDialog();
  expect(await dialog.findByText('Your unsaved input has been restored.')).toBeDefined();
  expect(nameIn(dialog).value).toBe('Ward 7');
  await user.click(dialog.getByRole('button', { name: 'Create Dataset' }));
  await waitFor(() => expect(sent('POST /api/datasets/')).toMatchObject([{ name: 'Ward 7' }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(async () => expect(await stored(datasetKey)).toBeUndefined());
});

test('starting over empties the restored fields and deletes the draft', async () => {
  const first = await openDialog();
  await first.user.type(nameIn(first.dialog), 'Ward 7');
  await waitFor(async () => expect(await stored(datasetKey)).toBeDefined());
  await first.user.click(first.dialog.getByRole('button', { name: 'Cancel' }));
  await first.user.click(await screen.findByRole('button', { name: 'Create Dataset' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a new Dataset' }));
  await first.user.click(await dialog.findByRole('button', { name: 'Start over' }));
  expect(nameIn(dialog).value).toBe('');
  await waitFor(async () => expect(await stored(datasetKey)).toBeUndefined());
});

test('deleting what was typed leaves no draft', async () => {
  const { user, dialog } = await openDialog();
  await user.type(nameIn(dialog), 'W');
  await waitFor(async () => expect(await stored(datasetKey)).toBeDefined());
  await user.clear(nameIn(dialog));
  await waitFor(async () => expect(await stored(datasetKey)).toBeUndefined());
});

test('the text of a new schema is restored in its editor', async () => {
  const open = async () => {
    const opened = openConsole(`${at}/schemas/create`, world);
    await opened.heading('Add Schema');
    return { ...opened, editor: await screen.findByLabelText<HTMLTextAreaElement>('JSON Schema') };
  };
  const { editor } = await open();
  fireEvent.focus(editor);
  fireEvent.change(editor, { target: { value: '{"type": "object"}' } });
  const key = `form/schema in ${dataset.id}`;
  await waitFor(async () => expect(await stored(key)).toEqual({ schema: '{"type": "object"}' }));
  reload();
  await open();
  await screen.findByText('Your unsaved input has been restored.');
  expect(screen.getByLabelText<HTMLTextAreaElement>('JSON Schema').value).toBe('{"type": "object"}');
});

test('the template of a new schema replaces its text', async () => {
  const { user, heading, sent } = openConsole(`${at}/schemas/create`, world);
  await heading('Add Schema');
  await user.type(await screen.findByLabelText('Name'), 'Patients');
  await user.click(screen.getByRole('button', { name: 'Use a template' }));
  await user.click(await screen.findByRole('button', { name: 'Patient' }));
  await user.click(screen.getByRole('button', { name: 'Create' }));
  await waitFor(() =>
    expect(sent('POST /api/schemas/')).toMatchObject([
      { schema: { required: ['patient_number', 'last_name', 'birth_date'] } },
    ]),
  );
});
