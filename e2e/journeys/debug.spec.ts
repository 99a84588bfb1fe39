/** While an upload runs and after a refused decryption, /debug shows the state of every machine and no user data. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { repeatedElements, violations } from '../support/accessibility.ts';
import { openRecords } from '../support/openRecords.ts';
import { delayCalls } from '../support/badNetwork.ts';
import { expect, test, type Person } from '../support/stack.ts';
import { waitForAnimations } from '../support/animations.ts';
import { fileOf, openUpload, upload } from '../support/upload.ts';
import { zipcodeRows } from '../support/zipcodes.ts';

/** Values that occur only in the sample's rows. */
const values = ['Holtsville', 'Suffolk', '40.922326', '-72.637078', '00501'];

/** Opens /debug without a reload, so that the page keeps its trace. */
async function toDebug(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Help' }).first().click();
  await page.getByRole('main').getByRole('link', { name: 'Debug' }).click();
  await page.getByRole('heading', { level: 1, name: 'Debug' }).waitFor();
}

/** The running machine of that name, or the last one that ended. */
const machine = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(`^${name} `) })
    .first();
const chart = (page: Page, name: string) => page.getByRole('region', { name: `Chart of ${name}` });
/** The innermost active state of the chart. */
const highlightedState = (page: Page, name: string) =>
  chart(page, name).locator('.current:not(.outer) .name');
/** The machine's state as the outline shows it. */
const current = (page: Page) =>
  page.getByRole('region', { name: 'The chart in words' }).locator('[aria-current=true]').last();

async function reportOf(page: Page): Promise<string> {
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download report' }).click();
  return readFileSync(await (await file).path(), 'utf8');
}

/** Checks that neither the page nor its report contains private values. */
async function expectNoDataOf(person: Person, page: Page): Promise<void> {
  const report = await reportOf(page);
  const main = await page.getByRole('main').innerHTML();
  const all = { report, page: await page.content(), text: await page.locator('body').innerText() };
  for (const [where, shown] of Object.entries(all))
    for (const secret of [...values, person.password])
      expect(shown, `${secret} in the ${where}`).not.toContain(secret);
  for (const personalText of [person.email, person.name, person.organization, 'places.csv'])
    for (const shown of [report, main]) expect(shown).not.toContain(personalText);
}

/**
 * Accessibility violations of the page after events were recorded; the check of all pages tests only its initial state.
 */
async function debugPageViolations(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const [width, colorScheme] of [
    [390, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await waitForAnimations(page);
    for (const problem of await violations(page, { exclude: repeatedElements }))
      found.push(`${colorScheme} at ${width}: ${problem}`);
  }
  return found;
}

test('the debug page shows the state of every machine and no user data', async ({ page, person }) => {
  const ada = await person('Ada');
  await openRecords(page, ada);

  await test.step('the chart highlights a running upload and shows its end', async () => {
    const send = await delayCalls(page, '**/api/jobs/upload/**');
    const dialog = await openUpload(page);
    await upload(dialog, fileOf('places.csv', zipcodeRows(0, 200)));
    await dialog.getByRole('button', { name: 'Continue in background' }).click();
    await toDebug(page);
    await machine(page, 'upload').click();
    await expect(highlightedState(page, 'upload')).toHaveText('uploading');
    await expect(current(page)).toContainText('uploading');
    await expect(page.getByRole('region', { name: 'Context' })).toContainText('"phase": "sending"');
    await expect(machine(page, 'upload')).toHaveAttribute('aria-pressed', 'true');
    await expectNoDataOf(ada, page);
    send();
    await expect(highlightedState(page, 'upload')).toHaveText('completed');
    await expect(current(page)).toContainText('completed');
  });

  await test.step('a refused decryption is shown event by event, and each state can be inspected', async () => {
    await page.goBack();
    await page.goBack();
    const lock = page.getByRole('switch', { name: 'Decrypt' });
    await lock.click();
    await expect(page.getByRole('grid').getByText('Holtsville').first()).toBeVisible();
    await lock.click();
    await page.route('**/api/records/decrypt/**', (route) =>
      route.fulfill({ status: 403, json: { detail: `You may not read ${values.join(', ')}.` } }),
    );
    await lock.click();
    await expect(page.getByText('Permission Denied')).toBeVisible();
    await toDebug(page);
    await machine(page, 'recordsView').click();
    await expect(highlightedState(page, 'recordsView')).toHaveText('encrypted');
    await page.getByLabel('Events of').selectOption('recordsView');
    await page.getByRole('button', { name: 'decrypt.pressed' }).first().click();
    await expect(page.getByText(/^As it was at/)).toBeVisible();
    await expect(highlightedState(page, 'recordsView')).toHaveText('decrypting');
    await expect(current(page)).toContainText('decrypting');
    await page.getByRole('button', { name: 'Back to now' }).click();
    await expect(highlightedState(page, 'recordsView')).toHaveText('encrypted');
    await expect(page.getByRole('region', { name: 'Context' })).toContainText('"code": "forbidden"');
    await expectNoDataOf(ada, page);
  });

  await test.step('the report can be downloaded and copied', async () => {
    const report = JSON.parse(await reportOf(page)) as Record<string, unknown[]>;
    expect(report.events?.length).toBeGreaterThan(20);
    expect(report.machines).toContainEqual(
      expect.objectContaining({ name: 'session', state: 'known.signedIn' }),
    );
    expect(JSON.stringify(report.databases)).toContain('pages');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy report' }).click();
    await expect(page.getByText('The report is in the clipboard.')).toBeAttached();
  });

  await test.step('everything can be reached by keyboard, in both color schemes and sizes', async () => {
    await page.getByLabel('Events of').selectOption('all machines');
    await page.getByRole('button', { name: 'Download report' }).focus();
    const reached: string[] = [];
    while (reached.length < 40 && !reached.includes('xstate.init')) {
      await page.keyboard.press('Tab');
      reached.push(
        await page.evaluate(() => {
          const { activeElement: focused } = document;
          return focused?.getAttribute('aria-label') ?? focused?.textContent ?? '';
        }),
      );
    }
    for (const name of [
      'Zoom out',
      'Zoom in',
      'Chart of recordsView',
      'The chart in words',
      'Context',
      'Events',
    ])
      expect(reached).toContain(name);
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^As it was at/)).toBeVisible();
    expect(await debugPageViolations(page)).toEqual([]);
  });
});
