import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { opened, schema, schemaId, sealed } from '../../../support/records.ts';
import { arrived, lockOf, visit, type User } from '../../../support/recordsPage.tsx';

const [ada] = sealed;
const stored = { ...ada!, id: '8888888888888888888888', url: '/api/records/8888888888888888888888/' };
const jobId = { 'X-Job-ID': '8f1f7f6e-9a7e-4a55-9b3a-0d5f6a1c2b3d' };
const added = () => ({ status: 201, body: [stored], headers: jobId });
const changed = () => ({ body: { ...ada!, version: '6666666666666666666666' }, headers: jobId });

const edit = async (user: User, command: string) => {
  await lockOf();
  fireEvent.contextMenu(screen.getAllByRole('gridcell', { name: 'encrypted value, name column' })[0]!);
  await user.click(screen.getByRole('button', { name: command }));
};
const inDialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

test('an edit sends what was changed, and Ctrl+Z restores the former values', async () => {
  const { user, asked } = visit({
    'PATCH /api/records/record0/': changed,
    'POST /api/records/decrypt/': () => ({ body: [opened[0]] }),
  });
  await edit(user, 'Edit record');
  const dialog = await inDialog('Edit record 1');
  const age = await dialog.findByRole<HTMLInputElement>('textbox', { name: 'age' });
  expect(age.value).toBe('36');
  await user.clear(age);
  await user.type(age, '37');
  await user.selectOptions(dialog.getByRole('combobox', { name: 'team' }), '');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('Changed record 1 of People. It is the last one now.');
  const patches = () => asked('PATCH /api/records/record0/');
  expect(patches()[0]).toMatchObject({ body: { data: { age: 37, team: null } } });
  screen.getAllByRole('gridcell', { name: 'encrypted value, name column' })[0]!.focus();
  await user.keyboard('{Control>}z{/Control}');
  await screen.findByText('Record 1 of People has its former values again.');
  expect(patches()[1]).toMatchObject({ body: { data: { age: 36, team: 'red' } } });
});

test('a duplicate begins with the values of its record', async () => {
  const { user, asked } = visit({
    'POST /api/records/': added,
    'POST /api/records/decrypt/': () => ({ body: [opened[0]] }),
  });
  await edit(user, 'Duplicate record');
  const dialog = await inDialog('Duplicate record 1');
  await user.type(await dialog.findByRole('textbox', { name: 'name' }), ' II');
  await user.click(dialog.getByRole('button', { name: 'Add record' }));
  await screen.findByText('Added a record to People.');
  expect(asked('POST /api/records/')[0]?.body).toEqual([
    { schema: schemaId, data: { name: 'Ada Lovelace II', team: 'red', age: 36 } },
  ]);
});

test('who may not change records is offered no change', async () => {
  const permissions = { ...schema.permissions, can_upload: false };
  visit({ [`GET /api/schemas/${schemaId}/`]: () => ({ body: { ...schema, permissions } }) });
  await arrived();
  expect(screen.queryByRole('button', { name: 'Add record' })).toBeNull();
  fireEvent.contextMenu(screen.getAllByRole('gridcell', { name: 'encrypted value, name column' })[0]!);
  screen.getByRole('button', { name: 'Open record' });
  expect(screen.queryByRole('button', { name: 'Edit record' })).toBeNull();
});

test('a record that is being stored can’t be left, nor stored twice', async () => {
  let answer: (reply: ReturnType<typeof added>) => void = () => undefined;
  const { user, asked } = visit({
    'POST /api/records/': () => new Promise<ReturnType<typeof added>>((resolve) => (answer = resolve)),
  });
  await arrived();
  await user.click(screen.getByRole('button', { name: 'Add record' }));
  const dialog = await inDialog('Add record');
  await user.type(dialog.getByRole('textbox', { name: 'name' }), 'Katherine');
  await user.dblClick(dialog.getByRole('button', { name: 'Add record' }));
  await user.click(
    await dialog.findByRole('button', { name: 'Cancel', description: 'Wait until the record is stored.' }),
  );
  await user.keyboard('{Escape}');
  screen.getByRole('dialog', { name: 'Add record' });
  answer(added());
  await screen.findByText('Added a record to People.');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(asked('POST /api/records/')).toHaveLength(1);
});
