/** Pasting a table into the grid of records: the rows are shown and validated. */
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { arrived, visit } from '../../../support/recordsPage.tsx';

const paste = (text: string) =>
  fireEvent.paste(screen.getAllByRole('gridcell', { name: 'encrypted value, name column' })[0]!, {
    clipboardData: { getData: () => text },
  });
const dialogOf = () => screen.findByRole('dialog', { name: 'Paste rows' });

test('rows with problems are shown with them, and nothing is stored', async () => {
  const { user, asked } = visit();
  await arrived();
  paste('name\tage\nAda\told\n');
  const dialog = within(await dialogOf());
  await dialog.findByText(/^age: /);
  dialog.getByRole('cell', { name: 'old' });
  const add = dialog.getByRole('button', { name: 'Add 1 record' });
  expect(add.ariaDisabled).toBe('true');
  await user.click(add);
  expect(asked('POST /api/records/')).toHaveLength(0);
  // The column of the problem is left out.
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Field of column 2' }), 'Leave out');
  expect(dialog.queryByText(/^age: /)).toBeNull();
  expect(add.ariaDisabled).toBeNull();
});

test('more rows than one call stores are refused', async () => {
  visit();
  await arrived();
  paste(`name\n${'Ada\n'.repeat(101)}`);
  const dialog = within(await dialogOf());
  await dialog.findByRole('button', { name: 'Add 101 records' });
  expect(dialog.getAllByText(/At most 100 rows are pasted at once/).length).toBeGreaterThan(0);
});

test('where the page may not read the clipboard, the table is pasted into a field', async () => {
  const { user } = visit();
  await arrived();
  await user.click(screen.getByRole('button', { name: 'Paste rows' }));
  const dialog = within(await dialogOf());
  fireEvent.change(await dialog.findByRole('textbox', { name: 'Paste the table here' }), {
    target: { value: 'name\tage\nAda\t36' },
  });
  await dialog.findByRole('button', { name: 'Add 1 record' });
});
