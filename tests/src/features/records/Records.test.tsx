import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { groupReference } from '@cloakroom/wire/groupReference.ts';
import { page, type Answers } from '../../support/fakeServer.ts';
import { actors } from '../../support/testRoot.ts';
import { opened, schema, schemaId, sealed } from '../../support/records.ts';
import { arrived, lockOf, visit } from '../../support/recordsPage.tsx';

const raised = () =>
  actors()
    .alerts.getSnapshot()
    .context.shown.map(({ content }) => content);
const choose = (name: string) => screen.getByRole('checkbox', { name });

test('a refused deletion shows the reason and deletes nothing', async () => {
  const { user } = visit({
    'DELETE /api/records/': () => ({ status: 403, body: { detail: 'Only data owners delete.' } }),
  });
  await arrived();
  await user.click(choose('Select every record of this page'));
  await user.click(screen.getByRole('button', { name: 'Delete selected' }));
  await user.click(await screen.findByRole('button', { name: 'Delete 3 records' }));
  await screen.findByText('Only data owners delete.');
  expect(raised()).toEqual([]);
  expect(screen.getAllByRole('row', { selected: true })).toHaveLength(3);
});

test('without the right to delete there are no checkboxes', async () => {
  const permissions = { ...schema.permissions, can_upload: false };
  visit({ [`GET /api/schemas/${schemaId}/`]: () => ({ body: { ...schema, permissions } }) });
  await arrived();
  expect(screen.queryByRole('checkbox', { name: 'Select record 1' })).toBeNull();
});

test('the panel beside the grid peeks as well, and moves to the next record', async () => {
  const { user } = visit({
    'POST /api/records/decrypt/': () => ({ body: [{ ...opened[0]!, data: { age: 36 } }] }),
  });
  await lockOf();
  await user.click(screen.getByRole('button', { name: 'Record 1, show all of it' }));
  const panel = await screen.findByRole('region', { name: 'Record 1' });
  await user.click(within(panel).getByRole('button', { name: 'Peek at age' }));
  await within(panel).findByText('36');
  await user.click(within(panel).getByRole('button', { name: 'Hide age' }));
  expect(within(panel).queryByText('36')).toBeNull();
  await user.click(within(panel).getByRole('button', { name: 'Next record' }));
  screen.getByRole('region', { name: 'Record 2' });
  await user.click(screen.getByRole('button', { name: 'Close record 2' }));
  expect(screen.queryByRole('region', { name: 'Record 2' })).toBeNull();
});

describe('records of groups', () => {
  const reference = groupReference(new Uint8Array(48), 0);
  const data = { name: reference, team: reference, age: reference };
  const grouped = sealed.map((record) => ({ ...record, data }));
  const emptied = opened.map((record) => ('team' in record.data ? record : { ...record, empty: ['team'] }));
  const answers: Answers = {
    'POST /api/records/search/': () => page(grouped, 3),
    'POST /api/records/decrypt/': () => ({ body: emptied }),
  };
  const sealedTeams = () => screen.queryAllByRole('gridcell', { name: 'encrypted value, team column' });
  const decryptSwitch = async () => {
    await waitFor(() => expect(screen.getByRole('switch').ariaDisabled).toBeNull());
    return screen.getByRole('switch', { name: 'Decrypt' });
  };

  test('show once they are decrypted which fields have no value', async () => {
    const { user } = visit(answers);
    await waitFor(() => expect(sealedTeams()).toHaveLength(3));
    await user.click(await decryptSwitch());
    await screen.findByRole('gridcell', { name: 'no value, team column' });
    expect(sealedTeams()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Record 3, show all of it' }));
    const panel = await screen.findByRole('region', { name: 'Record 3' });
    within(panel).getByText('no value');
  });

  test('keep fields sealed of which the proxy says nothing', async () => {
    const permissions = { ...schema.permissions, can_decrypt: ['name', 'age'] };
    const { user } = visit({
      ...answers,
      [`GET /api/schemas/${schemaId}/`]: () => ({ body: { ...schema, permissions } }),
      'POST /api/records/decrypt/': () => ({
        body: opened.map(({ data: { name }, ...record }) => ({
          ...record,
          data: { name },
          withheld: ['age'],
        })),
      }),
    });
    await waitFor(() => expect(sealedTeams()).toHaveLength(3));
    await user.click(await decryptSwitch());
    await screen.findByRole('gridcell', { name: 'Ada Lovelace' });
    expect(sealedTeams()).toHaveLength(3);
    expect(screen.getAllByRole('gridcell', { name: 'encrypted value, age column' })).toHaveLength(3);
  });

  test('show by a peek that a field has no value', async () => {
    const { user } = visit({
      ...answers,
      'POST /api/records/decrypt/': () => ({ body: [{ ...emptied[2]!, data: {} }] }),
    });
    await decryptSwitch();
    await user.click(screen.getByRole('button', { name: 'Record 3, show all of it' }));
    const panel = await screen.findByRole('region', { name: 'Record 3' });
    await user.click(within(panel).getByRole('button', { name: 'Peek at team' }));
    await within(panel).findByText('no value');
    await user.click(within(panel).getByRole('button', { name: 'Hide team' }));
    expect(within(panel).queryByText('no value')).toBeNull();
  });

  test('offer no peek at fields that the person may not decrypt', async () => {
    const permissions = { ...schema.permissions, can_decrypt: ['name'] };
    const { user } = visit({
      ...answers,
      [`GET /api/schemas/${schemaId}/`]: () => ({ body: { ...schema, permissions } }),
    });
    await decryptSwitch();
    await user.click(screen.getByRole('button', { name: 'Record 1, show all of it' }));
    const panel = await screen.findByRole('region', { name: 'Record 1' });
    within(panel).getByRole('button', { name: 'Peek at name' });
    expect(within(panel).queryByRole('button', { name: 'Peek at team' })).toBeNull();
  });
});
