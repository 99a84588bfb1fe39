/** Uploads a file with two bad rows, with the keyboard alone, on a phone's screen. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { openRecords } from '../support/openRecords.ts';
import { delayCalls } from '../support/badNetwork.ts';
import { tabTo } from '../support/keyboard.ts';
import { accessibilityProblems } from '../support/accessibility.ts';
import { expect, test } from '../support/stack.ts';
import { fileOf } from '../support/upload.ts';
import { countRecords, withLine } from '../support/zipcodes.ts';

const phone = { width: 390, height: 844 };
test.use({ viewport: phone });

const lines = withLine(40_000, '97914,940.0,-117.0,Ontario,OR,Malheur').split('\n');
lines[2] = '00544,40.922326,-72.637078,Holtsville,NY';

async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, page.getByRole('button', { name, exact: true }).first());
  await page.keyboard.press('Enter');
}

/** Starts to record what a screen reader announces: status regions and the progress bar. */
const recordAnnouncements = (page: Page) =>
  page.evaluate(() => {
    const announced: string[] = [];
    Object.assign(globalThis, { announced });
    const note = (text: string | null | undefined) => {
      if (text && announced.at(-1) !== text) announced.push(text);
    };
    const scan = () => {
      for (const status of document.querySelectorAll('dialog [role=status]')) note(status.textContent);
      note(document.querySelector('dialog [role=progressbar]')?.getAttribute('aria-valuetext'));
    };
    new MutationObserver(scan).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
  });
const announcedIn = (page: Page) =>
  page.evaluate(() => (globalThis as { announced?: string[] }).announced ?? []);

test('the good rows of a file are uploaded without a mouse, and the bad rows are returned for correction', async ({
  page,
  person,
}) => {
  const owner = await person('Kay');
  const schema = await openRecords(page, owner);
  const upload = page.getByRole('dialog', { name: 'Upload Records' });
  const send = await delayCalls(page, '**/api/jobs/upload/**');

  await test.step('a file is chosen, after a description of possible files', async () => {
    await press(page, 'Upload Records');
    const select = upload.locator('button', { hasText: 'Select File' });
    await expect(select).toBeFocused();
    await expect(select).toHaveAccessibleDescription(
      /One \.csv, \.json, \.tsv or \.ndjson file, also as \.gz, or an \.xlsx spreadsheet\. There is no limit but the free space on your disk/,
    );
    expect(await accessibilityProblems(page)).toEqual([]);
    const chooser = page.waitForEvent('filechooser');
    await page.setViewportSize(phone);
    // This resolves after the page intercepts the file chooser, which a key press could precede.
    await expect(select).toBeFocused();
    await page.keyboard.press('Enter');
    await (await chooser).setFiles(fileOf('places.csv', lines.join('\n')));
    await expect(upload.getByRole('button', { name: 'Upload', exact: true })).toBeFocused();
    await upload.getByRole('region', { name: /^The first 100 of about 4\d,000 rows$/ }).waitFor();
  });

  await test.step('the option to upload only the good rows is chosen', async () => {
    await tabTo(page, upload.getByRole('radio', { name: 'Upload nothing unless all rows are good' }));
    await page.keyboard.press('ArrowDown');
    await expect(upload.getByRole('radio', { name: 'Upload the good rows only' })).toBeChecked();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.setViewportSize(phone);
    await recordAnnouncements(page);
    await press(page, 'Upload');
  });

  await test.step('the progress is announced and shown', async () => {
    await expect(upload.getByText('Sending and sealing')).toHaveAttribute('aria-current', 'step');
    await expect(upload.getByRole('progressbar', { name: 'Upload' })).toHaveAttribute(
      'aria-valuetext',
      /^[\d,]+ of 42,047 records, \d+ %$/,
    );
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.setViewportSize(phone);
    // Announcements are throttled, so these may take a while.
    const sending = /^Sending and sealing, \d+ %$/;
    await expect.poll(async () => (await announcedIn(page)).some((text) => sending.test(text))).toBe(true);
    send();
  });

  await test.step('the result has the focus, and states how many rows were left out', async () => {
    await expect(upload.getByRole('heading', { name: 'Upload Complete' })).toBeFocused({ timeout: 60_000 });
    await expect(upload.getByText('Uploaded 42,047 records from file: places.csv')).toBeVisible();
    await expect(upload.getByText('2 rows were left out')).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.setViewportSize(phone);
    const announcements = await announcedIn(page);
    const percents = announcements.flatMap((text) => /records, (\d+) %$/.exec(text)?.[1] ?? []).map(Number);
    expect(percents).toEqual([...percents].sort((one, other) => one - other));
  });

  await test.step('the bad rows are saved', async () => {
    const saved = page.waitForEvent('download');
    await press(page, 'Download all bad rows');
    const file = await saved;
    expect(file.suggestedFilename()).toBe('places.errors.csv');
    const [head, ...rows] = readFileSync(await file.path(), 'utf8')
      .trim()
      .split(/\r?\n/);
    expect(head).toBe('_error,zip_code,latitude,longitude,city,state,county');
    expect(rows).toEqual([
      '"Row 3: This row has 5 cells, not 6 as the header says.",00544,40.922326,-72.637078,Holtsville,NY',
      'Row 40000: latitude: 940.0 is above the maximum of 90.,97914,940.0,-117.0,Ontario,OR,Malheur',
    ]);
  });

  await test.step('the records are shown, and the page says how many are new', async () => {
    await press(page, 'Done');
    await expect(page.getByRole('button', { name: 'Upload Records' })).toBeFocused();
    await expect(page.getByText('42,047 new records')).toBeVisible();
    await expect(page.getByText('Showing 1-50 of 42,047')).toBeVisible();
    expect(await countRecords(owner.api, schema.id)).toBe(42_047);
  });
});
