/** The palette: opened by Ctrl+K or its button, used by keyboard and mouse. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openConsole } from '#tests/src/support/console.tsx';
import { at, full, schema } from '#tests/src/support/datasets.ts';

async function open() {
  const opened = openConsole('/datasets', full);
  await opened.heading('Datasets');
  await screen.findByRole('button', { name: 'Go to a dataset, schema or page' });
  return opened;
}
async function focusedField() {
  const field = await screen.findByRole('combobox', { name: 'Dataset, schema or page' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  return field;
}
const options = () => within(screen.getByRole('listbox', { name: 'Results' })).getAllByRole('option');

test('Ctrl+K and a few letters go to the records of a schema', async () => {
  const { user, place } = await open();
  await user.keyboard('{Control>}k{/Control}');
  await focusedField();
  await screen.findByRole('option', { name: /Guests Records in People/ });
  await user.keyboard('guests');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(place()).toBe(`${at}/schemas/${schema.id}/records`));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the arrow keys choose another entry, which the field announces', async () => {
  const { user, place } = await open();
  await user.click(screen.getByRole('button', { name: 'Go to a dataset, schema or page' }));
  const field = await focusedField();
  await user.keyboard('requests{ArrowUp}');
  expect(options()).toHaveLength(1);
  expect(options()[0]!.id).toBe(field.getAttribute('aria-activedescendant'));
  await user.clear(field);
  await user.keyboard('ap{ArrowDown}');
  expect(
    options()
      .map((one) => one.getAttribute('aria-selected'))
      .indexOf('true'),
  ).toBe(1);
  await user.clear(field);
  await user.keyboard('help');
  await user.click(screen.getByRole('option', { name: /^Help/ }));
  await waitFor(() => expect(place()).toBe('/help'));
});

test('says when nothing is found, and Enter does nothing then', async () => {
  const { user, place } = await open();
  await user.keyboard('{Meta>}k{/Meta}');
  await focusedField();
  await user.keyboard('zebra{Enter}');
  expect(within(screen.getByRole('dialog')).getByText('Nothing matches.')).toBeDefined();
  expect(place()).toBe('/datasets');
});
