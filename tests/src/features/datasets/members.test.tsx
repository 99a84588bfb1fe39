/** Only admins create datasets and schemas; other members see the reason. */
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openConsole } from '#tests/src/support/console.tsx';
import { at, full } from '#tests/src/support/datasets.ts';
import { asMember } from '#tests/src/support/people.ts';

const noSchemas = { 'GET /api/schemas/': () => ({ body: [] }) };
const noDatasets = { 'GET /api/datasets/': () => ({ body: [] }) };

const datasets = 'Only admins create datasets. Ask one of them.';
const schemas = 'Only admins create schemas. Ask one of them.';

test.each([
  ['/datasets', 'Datasets', 'Create Dataset', datasets, {}, 1],
  ['/datasets', 'Datasets', 'Create Dataset', datasets, noDatasets, 1],
  ['/datasets', 'Datasets', 'Upload a File', datasets, {}, 1],
  [at, 'People', 'Create Schema', schemas, {}, 1],
  [at, 'People', 'Create Schema', schemas, noSchemas, 2],
  [at, 'People', 'Upload a File', schemas, {}, 1],
  [`${at}/schemas/create`, 'Add Schema', 'Create', schemas, {}, 1],
  ['/upload-file', 'Upload a File', 'Upload a File', datasets, {}, 1],
])(
  '%s as %s shows a member why "%s" is unavailable',
  async (path, title, name, description, answers, count) => {
    const { heading, user, place, requests } = openConsole(path, { ...full, ...asMember(), ...answers });
    await heading(title);
    const buttons = await screen.findAllByRole('button', { name, description: new RegExp(description) });
    expect(buttons).toHaveLength(count);
    for (const button of buttons) await user.click(button);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(place()).toBe(path);
    expect(requests.filter(({ call }) => call.startsWith('POST'))).toEqual([]);
  },
);

test('a file that a member drops or selects on the page is not read', async () => {
  const { heading, user, place } = openConsole('/datasets', { ...full, ...asMember() });
  await heading('Datasets');
  const input = await screen.findByLabelText('Select a file to upload');
  await user.upload(input, new File(['name\nAda\n'], 'people.csv'));
  expect(place()).toBe('/datasets');
});

test('an admin who does not own the organization creates datasets and schemas', async () => {
  const { heading, user, router } = openConsole('/datasets', { ...full, ...asMember({ isAdmin: true }) });
  await heading('Datasets');
  const create = await screen.findByRole('button', { name: 'Create Dataset' });
  await waitFor(() => expect(create.getAttribute('aria-disabled')).toBeNull());
  await user.click(create);
  await screen.findByRole('dialog', { name: 'Add a new Dataset' });
  await router.navigate(at);
  await screen.findByRole('link', { name: 'Create Schema' });
});
