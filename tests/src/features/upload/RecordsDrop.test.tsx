/** A file that is dropped on the records of a schema, or pasted there. */
import { gzipSync } from 'node:zlib';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { schema, schemaId } from '../../support/records.ts';
import { arrived, visit } from '../../support/recordsPage.tsx';

const people = new File(['name,age\nAda,36\nGrace,85\n'], 'people.csv', { type: 'text/csv' });
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Upload Records' }));

const transferOf = (file: File) => ({
  types: ['Files'],
  files: [file],
  items: [{ kind: 'file', type: file.type, getAsFile: () => file }],
});
/** Drags a file over the page and drops it there. @returns the text that the page shows meanwhile. */
async function drop(file: File, text: RegExp): Promise<void> {
  const dataTransfer = transferOf(file);
  await expect
    .poll(() => {
      fireEvent.dragEnter(document.body, { dataTransfer });
      return screen.queryByText(text);
    })
    .not.toBeNull();
  fireEvent.drop(screen.getByText(text), { dataTransfer });
}
const readOnly = {
  [`GET /api/schemas/${schemaId}/`]: () => ({
    body: { ...schema, permissions: { ...schema.permissions, can_upload: false } },
  }),
};

test('a dropped file waits in the upload dialog of the schema', async () => {
  const { user } = visit();
  await arrived();
  await drop(people, /^Let go to upload it to/);
  expect(await (await dialog()).findByText('people.csv')).toBeDefined();
  expect(await (await dialog()).findByRole('button', { name: 'Upload' })).toBeDefined();
  await user.click((await dialog()).getByRole('button', { name: 'Clear people.csv' }));
  expect(await (await dialog()).findByText(/^Drag a file here/)).toBeDefined();
});

test('rows pasted from a spreadsheet are a file for the schema', async () => {
  visit();
  await arrived();
  const clipboardData = { files: [], getData: () => 'name\tage\nAda\t36' };
  await expect
    .poll(() => {
      fireEvent(document.body, Object.assign(new Event('paste', { bubbles: true }), { clipboardData }));
      return screen.queryByRole('dialog', { name: 'Upload Records' });
    })
    .not.toBeNull();
  expect(await (await dialog()).findByText('Pasted rows.tsv')).toBeDefined();
});

test('a compressed file is unpacked before it is looked at', async () => {
  visit();
  await arrived();
  const packed = new File([Uint8Array.from(gzipSync('name,age\nAda,36\n'))], 'people.csv.gz');
  await drop(packed, /^Let go to upload/);
  expect(await (await dialog()).findByText('people.csv')).toBeDefined();
});

test('a compressed file that is none is refused in the dialog', async () => {
  visit();
  await arrived();
  await drop(new File([Uint8Array.from([0x1f, 0x8b, 1, 2, 3])], 'people.csv.gz'), /^Let go to upload/);
  expect(await (await dialog()).findByText(/It is not a valid gzip file/)).toBeDefined();
});

test('a file of another type is refused in the dialog', async () => {
  visit();
  await arrived();
  await drop(new File(['PK\u0003\u0004'], 'people.csv'), /^Let go to upload/);
  expect(await (await dialog()).findByText('Invalid file type')).toBeDefined();
});

test('without the right to upload, the page says why while the file is dragged and when it is dropped', async () => {
  visit(readOnly);
  await arrived();
  await drop(people, /^It can’t be uploaded here. Only data owners/);
  expect(await screen.findByText(/^people\.csv is not uploaded\. Only data owners/)).toBeDefined();
  expect(screen.queryByRole('dialog', { name: 'Upload Records' })).toBeNull();
});

test('a file that is dragged over an open dialog is not taken by the page', async () => {
  const { user } = visit();
  await arrived();
  await user.click(screen.getByRole('button', { name: 'Upload Records' }));
  fireEvent.dragEnter(document.body, { dataTransfer: transferOf(people) });
  expect(screen.queryByText(/^Let go to upload/)).toBeNull();
});

test('rows that are pasted while a dialog is open are not taken by the page', async () => {
  const { user } = visit();
  await arrived();
  await user.click(screen.getByRole('button', { name: 'Add record' }));
  await screen.findByRole('dialog', { name: 'Add record' });
  const clipboardData = { files: [], getData: () => 'name\tage\nAda\t36' };
  fireEvent(document.body, Object.assign(new Event('paste', { bubbles: true }), { clipboardData }));
  expect(screen.queryByRole('dialog', { name: 'Upload Records' })).toBeNull();
});
