/** Other file formats, renamed columns, a repeated file, and an upload that continues after its page is closed. */
import type { Locator } from '@playwright/test';
import { openRecords } from '../support/openRecords.ts';
import { expect, test } from '../support/stack.ts';
import { waitForAnimations } from '../support/animations.ts';
import { fileOf, openUpload, pressUpload, upload, uploadButton } from '../support/upload.ts';
import { countRecords, zipcodeRows, zipcodes } from '../support/zipcodes.ts';

const forty = zipcodeRows(0, 40);
const [header = '', ...rows] = forty.split('\n');
const names = header.split(',');
const cells = rows.map((row) => row.split(','));

const tabs = fileOf(
  'places.tsv',
  [names, ...cells].map((row) => row.join('\t')).join('\n'),
  'text/tab-separated-values',
);
const isNumber = (name: string) => name === 'latitude' || name === 'longitude';
const objects = fileOf(
  'places.ndjson',
  cells
    .map((row) =>
      Object.fromEntries(names.map((name, i) => [name, isNumber(name) ? Number(row[i]) : row[i]])),
    )
    .map((object) => `${JSON.stringify(object)}\n`)
    .join(''),
  'application/x-ndjson',
);
/** A quarter of a million rows: sending them takes seconds on any machine. */
const all = zipcodes.trimEnd().split('\n').slice(1);
const manyLines = [header, ...all, ...all, ...all, ...all, ...all, ...all];

const germanFile = fileOf('orte.csv', forty.replace('latitude', 'Breite'));

const column = (dialog: Locator, name: string) => dialog.getByLabel(`Field for column ${name}`);

test('TSV, NDJSON and a renamed column become records; a repeated file is recognized', async ({
  page,
  person,
}) => {
  const owner = await person('Olga');
  const schema = await openRecords(page, owner);
  const dialog = await openUpload(page);
  const done = async (name: string) => {
    await expect(dialog.getByText(`Uploaded 40 records from file: ${name}`)).toBeVisible({ timeout: 30_000 });
    await dialog.getByRole('button', { name: 'Select another file' }).click();
  };

  await upload(dialog, tabs);
  await done('places.tsv');
  await upload(dialog, objects);
  await done('places.ndjson');

  await test.step('a column is matched to a field', async () => {
    await dialog.getByLabel('Select File').setInputFiles(germanFile);
    await column(dialog, 'Breite').selectOption('latitude');
    await expect(column(dialog, 'Breite')).toHaveValue('latitude');
    await pressUpload(dialog);
    await done('orte.csv');
    expect(await countRecords(owner.api, schema.id)).toBe(120);
  });

  await test.step('after a reload the match is remembered, the file is recognized, and the Upload button doesn’t move', async () => {
    await page.reload();
    await expect(page.getByText('Showing 1-50 of 120')).toBeVisible();
    await openUpload(page);
    await dialog.waitFor();
    await waitForAnimations(page);
    await dialog.getByLabel('Select File').setInputFiles(germanFile);
    const box = await uploadButton(dialog).boundingBox();
    await expect(column(dialog, 'Breite')).toHaveValue('latitude');
    await expect(dialog.getByText(/^This file was uploaded on /)).toBeVisible();
    await expect(
      dialog.getByText('40 records of it came into this schema then', { exact: false }),
    ).toBeVisible();
    expect(await uploadButton(dialog).boundingBox()).toEqual(box);
  });

  await test.step('the notice doesn’t prevent uploading the file again, or clearing it', async () => {
    await expect(dialog.getByRole('button', { name: 'Upload', exact: true })).toBeEnabled();
    await dialog.getByRole('button', { name: 'Clear orte.csv' }).click();
    await dialog.getByLabel('Select File').setInputFiles(fileOf('else.csv', [header, rows[0]].join('\n')));
    await dialog.getByRole('region', { name: 'The first row' }).waitFor();
    await expect(dialog.getByText(/^This file was uploaded on /)).toBeHidden();
  });
});

test('in a file of manyLines columns each one is reached by Tab and matched to its field', async ({
  page,
  person,
}) => {
  await openRecords(page, await person('Ada'));
  const dialog = await openUpload(page);
  const columns = Array.from({ length: 120 }, (_, i) => `column ${i}`);
  const rows = Array.from({ length: 200 }, (_, i) => columns.map((name) => `${name} of ${i}`));
  const wide = [columns, ...rows].map((row) => row.join()).join('\n');
  await dialog.getByLabel('Select File').setInputFiles(fileOf('wide.csv', wide));
  await column(dialog, 'column 0').focus();
  for (const name of columns) {
    await expect(column(dialog, name)).toBeFocused();
    await page.keyboard.press('Tab');
  }
  expect(await dialog.getByRole('combobox').count()).toBeLessThan(40);
  expect(await dialog.getByRole('cell').count()).toBeLessThan(1000);

  // Also if the keys are pressed faster than columns scroll into view.
  for (const _ of columns) await page.keyboard.press('Shift+Tab');
  await expect(column(dialog, 'column 0')).toBeFocused();
  for (const _ of columns.slice(1)) await page.keyboard.press('Tab');
  await expect(column(dialog, 'column 119')).toBeFocused();

  await column(dialog, 'column 119').selectOption('latitude');
  await expect(column(dialog, 'column 119')).toHaveValue('latitude');
  await expect(dialog.getByRole('cell', { name: 'column 119 of 0', exact: true })).toBeInViewport();
  await dialog.getByRole('region', { name: /^The first 100/ }).press('End');
  await expect(dialog.getByRole('rowheader', { name: '101' })).toBeInViewport();
});

test('a bad row near the end of a large file is reported with its line', async ({ page, person }) => {
  const owner = await person('Ada');
  const schema = await openRecords(page, owner);
  const line = manyLines.length - 1000;
  const withBadRow = manyLines.with(line - 1, `x,${manyLines[line - 1] ?? ''}`);
  const dialog = await openUpload(page);
  await upload(dialog, fileOf('manyLines.csv', withBadRow.join('\n')));
  await expect(dialog.getByText(`Row ${line}`).first()).toBeVisible({ timeout: 30_000 });
  expect(await countRecords(owner.api, schema.id)).toBe(0);
});

test('an upload that is cancelled while it is sent stores nothing, and the next one can start immediately', async ({
  page,
  person,
}) => {
  const owner = await person('Kim');
  const schema = await openRecords(page, owner);
  const dialog = await openUpload(page);
  await upload(dialog, fileOf('manyLines.csv', manyLines.join('\n')));
  await expect(dialog.getByText('Sending and sealing')).toHaveAttribute('aria-current', 'step', {
    timeout: 30_000,
  });
  await dialog.getByRole('button', { name: 'Cancel upload' }).click();
  await expect(dialog.getByText('Drag a file here, or select one')).toBeVisible();
  await upload(dialog, tabs);
  await expect(dialog.getByText('Uploaded 40 records from file: places.tsv')).toBeVisible({
    timeout: 30_000,
  });
  expect(await countRecords(owner.api, schema.id)).toBe(40);
});

test('if the page of an upload was closed, the next page shows its result once', async ({
  page,
  context,
  person,
}) => {
  const owner = await person('Kim');
  const schema = await openRecords(page, owner);
  // This page gets no message of the job, so it can’t show the end.
  await page.routeWebSocket('**/api/ws/jobs/**', () => undefined);
  const dialog = await openUpload(page);
  const bad = `${zipcodeRows(0, 300)}\n00544,940.0,-72.6,Holtsville,NY,Suffolk`;
  await dialog.getByLabel('Select File').setInputFiles(fileOf('places.csv', bad));
  await dialog.getByRole('radio', { name: 'Upload the good rows only' }).check();
  const accepted = page.waitForResponse('**/api/jobs/upload/**');
  await pressUpload(dialog);
  await (await accepted).finished();
  await page.close();

  const next = await context.newPage();
  const seen = next.waitForResponse((answer) => answer.url().endsWith('/seen/'), { timeout: 60_000 });
  await next.goto('/datasets');
  const tray = next.getByRole('region', { name: 'Uploads' });
  await expect(tray).toContainText('Upload Complete, 300 records, 1 row was left out', {
    timeout: 60_000,
  });
  expect(await countRecords(owner.api, schema.id)).toBe(300);
  await seen;
  await Promise.all([next.waitForResponse('**/api/jobs/'), next.reload()]);
  await next.getByRole('heading', { level: 1, name: 'Datasets' }).waitFor();
  await expect(tray).toHaveCount(0);
});
