import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { localDatabase } from '#src/shared/storage/db.ts';
import { tabSession } from '#src/shared/storage/session.ts';
import { accepted, fakeUploads } from '../../support/fakeUpload.ts';
import { schemaId } from '../../support/records.ts';
import { arrived, visit, type User } from '../../support/recordsPage.tsx';

const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const dialog = () => within(screen.getByRole('dialog', { name: 'Upload Records' }));
const cells = () =>
  within(dialog().getByRole('region', { name: /^The first/ }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent));

async function open(user: User): Promise<void> {
  await arrived();
  await user.click(screen.getByRole('button', { name: 'Upload Records' }));
}
async function pick(user: User, content: BlobPart, name: string): Promise<void> {
  await user.upload(dialog().getByLabelText('Select File', { selector: 'input' }), new File([content], name));
  await dialog().findByRole('region', { name: /^The first/ });
}
async function choose(content: BlobPart, name = 'people.csv'): Promise<User> {
  const { user } = visit();
  await open(user);
  await pick(user, content, name);
  return user;
}
const match = (column: string) => dialog().getByLabelText<HTMLSelectElement>(`Field for column ${column}`);

test('the first rows of a file are shown as they will be read, and again after each correction', async () => {
  const sent = fakeUploads(() => accepted);
  const user = await choose(latin('name;age\nZoë;36\nJosé;41\n'));
  expect(cells()).toEqual([
    ['2', 'Zoë', '36'],
    ['3', 'José', '41'],
  ]);
  dialog().getByText(/It looks like Western European/);
  await user.click(dialog().getByRole('button', { name: 'Read it like this' }));
  await waitFor(() => expect(dialog().queryByText(/It looks like/)).toBeNull());
  await user.selectOptions(dialog().getByLabelText('Delimiter'), 'Comma');
  await waitFor(() => expect(cells()[0]).toEqual(['2', 'Zoë;36']));
  await user.selectOptions(dialog().getByLabelText('Delimiter'), 'Semicolon');
  await user.selectOptions(dialog().getByLabelText('Encoding'), 'Cyrillic (Windows-1251)');
  await waitFor(() => expect(cells()[0]).toEqual(['2', 'Zoл', '36']));
  await user.click(dialog().getByRole('button', { name: 'Upload' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  const query = new URL(sent[0]?.address ?? '', 'http://console').searchParams;
  expect(Object.fromEntries(query)).toEqual({ schema: schemaId, encoding: 'windows-1251', delimiter: ';' });
});

test('records that name another schema are uploaded once the person says so', async () => {
  const sent = fakeUploads(() => accepted);
  const record = { data: { name: 'Ada', age: 36 }, schema: '/api/schemas/Wb4WX8eEEyVwxAG7rD5ZTZ/' };
  const user = await choose(JSON.stringify([record]), 'people.json');
  dialog().getByText(/name another schema, so they are not uploaded here/);
  await user.click(dialog().getByRole('button', { name: 'Use this schema instead' }));
  await dialog().findByText(/They are stored in this one/);
  await user.click(dialog().getByRole('button', { name: 'Upload' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  const query = new URL(sent[0]?.address ?? '', 'http://console').searchParams;
  expect(Object.fromEntries(query)).toEqual({ schema: schemaId, links: 'ignore' });
});

test('all bad rows of a refused file can be downloaded, and the file reviewed again', async () => {
  const saved = vi.fn<(blob: Blob) => string>(() => 'blob:x');
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => undefined }));
  const user = await choose('name,age\nAda,36\nAlan,200\n');
  await user.click(dialog().getByRole('button', { name: 'Upload' }));
  await user.click(await dialog().findByRole('button', { name: 'Download all bad rows' }));
  await waitFor(() => expect(saved).toHaveBeenCalled());
  expect(await saved.mock.calls[0]?.[0].text()).toContain(
    'Row 3: age: 200 is above the maximum of 120.,Alan,200',
  );
  await user.click(dialog().getByRole('button', { name: 'Look at the file again' }));
  await dialog().findByRole('region', { name: /^The first/ });
});

test('the matches of columns are stored for the schema, without data of the rows', async () => {
  const ada = { email: 'ada@example.org', organization: 'one' };
  tabSession.write(ada);
  const user = await choose('Nom,Code,age\nAda,x,36\n');
  await user.selectOptions(match('Nom'), 'name');
  await user.selectOptions(match('Code'), 'Leave this column out');
  const { pages } = await localDatabase(ada.email, ada.organization);
  const storedMapping = async () => (await pages.get(`columns/${schemaId}`))?.value;
  await waitFor(async () =>
    expect(await storedMapping()).toEqual([
      ['Nom', 'name'],
      ['Code', null],
    ]),
  );
  await user.click(dialog().getByRole('button', { name: 'Cancel' }));
  await open(user);
  await pick(user, 'age,Code,Nom\n85,y,Grace\n', 'others.csv');
  expect([match('Nom').value, match('age').value]).toEqual(['name', 'age']);
  expect(match('Code').selectedOptions[0]?.textContent).toBe('Leave this column out');
  expect(JSON.stringify(await pages.toArray())).not.toMatch(/Ada|Grace/);
  tabSession.clear();
});
