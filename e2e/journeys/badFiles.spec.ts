import type { Page } from '@playwright/test';
import { expect, signIn, test } from '../support/stack.ts';
import { countRecords, withLine, zipcodes, zipcodeSchema } from '../support/zipcodes.ts';

type BadFile = { what: string; name: string; type: string; bytes: string | Buffer; says: string[] };

const csv = { name: 'places.csv', type: 'text/csv' };
const json = { name: 'places.json', type: 'application/json' };
const header = 'zip_code,latitude,longitude,city,state,county';

const badFiles: BadFile[] = [
  {
    what: 'a picture',
    name: 'places.png',
    type: 'image/png',
    bytes: Buffer.from('89504e470d0a1a0a', 'hex'),
    says: ['Invalid file type'],
  },
  { what: 'an empty file', ...csv, bytes: '', says: ['File is empty, please select a different file.'] },
  {
    what: 'a header without rows',
    ...csv,
    bytes: `${header}\n`,
    says: ['File is empty, please select a different file.'],
  },
  {
    what: 'broken JSON',
    ...json,
    bytes: '[{"zip_code": "00501", "latitude": 40.9,]',
    says: ['Invalid JSON object, please check file format or select a different file.'],
  },
  {
    what: 'a ragged row',
    ...csv,
    bytes: withLine(3, '00544,40.922326,-72.637078,Holtsville,NY'),
    says: ['Upload Terminated', 'Failed to upload records from file', '3'],
  },
  {
    what: 'bytes that are not UTF-8',
    ...csv,
    bytes: Buffer.concat([
      Buffer.from(`${header}\n00501,40.9,-72.6,S`),
      Buffer.from([0xe3]),
      Buffer.from('o,NY,Suffolk\n'),
    ]),
    says: ['UTF-8'],
  },
  {
    what: 'a latitude out of bounds in line 40,000',
    ...csv,
    bytes: withLine(40_000, '97914,940.0,-117.0,Ontario,OR,Malheur'),
    says: ['40000', 'latitude', '940'],
  },
];

async function choose(page: Page, { name, type, bytes }: BadFile) {
  await page.getByRole('button', { name: 'Upload Records' }).click();
  const upload = page.getByRole('dialog', { name: 'Upload Records' });
  await upload.getByLabel('Select File').setInputFiles({ name, mimeType: type, buffer: Buffer.from(bytes) });
  const button = upload.getByRole('button', { name: 'Upload', exact: true });
  if (await button.isEnabled()) await button.click();
  return upload;
}

test.describe('a bad file is refused with its reason, and changes nothing', () => {
  for (const file of badFiles)
    test(file.what, async ({ page, person }) => {
      const owner = await person('Olga');
      const schema = await zipcodeSchema(owner.api);
      await owner.api.upload(schema.id, zipcodes.split('\n').slice(0, 4).join('\n'), 'text/csv');
      await signIn(page, owner);
      await page.goto(schema.path);
      const upload = await choose(page, file);
      for (const words of file.says)
        await expect(upload.getByText(words).first()).toBeVisible({ timeout: 30_000 });
      expect(await countRecords(owner.api, schema.id)).toBe(3);
    });

  for (const file of badFiles.filter(({ name }) => !name.endsWith('.png')))
    test(`${file.what}, sent past the page by a script`, async ({ person }) => {
      const owner = await person('Olga');
      const schema = await zipcodeSchema(owner.api);
      const type = file.type === 'text/csv' ? 'text/csv' : 'application/json';
      const job = await owner.api
        .upload(schema.id, Uint8Array.from(Buffer.from(file.bytes)), type)
        .catch(String);
      if (typeof job === 'string') expect(job).toMatch(/^Error: 400 /);
      else expect(job).toMatchObject({ status: 'failed' });
      expect(await countRecords(owner.api, schema.id)).toBe(0);
    });
});
