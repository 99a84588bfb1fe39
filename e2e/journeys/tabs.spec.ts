/** Several tabs of one browser: sign-ins, sign-outs and navigation reach all of them, and no tab shows another person's data. */
import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { createOrganization } from '@cloakroom/contract/organizations.ts';
import { openRecords } from '../support/openRecords.ts';
import { delayCalls } from '../support/badNetwork.ts';
import { expect, signIn, test } from '../support/stack.ts';
import { openUpload, upload } from '../support/upload.ts';
import { countRecords, zipcodes } from '../support/zipcodes.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('a tab with unsaved work asks before it switches to another organization', async ({
  page,
  context,
  person,
}) => {
  const ada = await person('Ada');
  await ada.api.call(createOrganization, { body: { name: 'Second Clinic' } });
  await signIn(page, ada);
  await page.goto('/account');
  await page.getByLabel('Full Name').fill('Augusta King');
  const other = await context.newPage();
  await other.goto('/datasets');
  await other.getByRole('button', { name: 'Change organization' }).click();
  await other.getByRole('group').getByRole('button', { name: 'Second Clinic' }).click();
  const question = page.getByRole('dialog', { name: 'Switch to Second Clinic?' });
  await question.getByRole('button', { name: `Stay in ${ada.organization}` }).click();
  await expect(page.getByLabel('Full Name')).toHaveValue('Augusta King');
  await page.getByRole('button', { name: 'Change organization' }).click();
  await page.getByRole('group').getByRole('button', { name: 'Second Clinic' }).click();
  await question.getByRole('button', { name: 'Switch to Second Clinic' }).click();
  await heading(page, 'Datasets').waitFor();
});

test('two accounts in two tabs never see, change or store each other’s data', async ({
  page,
  context,
  person,
}) => {
  const [ada, eve] = [await person('Ada'), await person('Eve')];
  await openRecords(page, ada, 3);
  await page.getByRole('switch', { name: 'Decrypt' }).click();
  await page.getByText('Holtsville').first().waitFor();

  // The answer to Ada's tab is delayed until Eve has signed in.
  let release: () => void = () => undefined;
  const delay = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/organizations/*/users/*', async (route) => {
    const late = await route.fetch();
    await delay;
    await route.fulfill({ response: late }).catch(() => undefined);
  });
  await page.getByRole('link', { name: 'Account Settings' }).click();
  await Promise.all([
    page.waitForRequest('**/api/organizations/*/users/*'),
    page.getByRole('link', { name: 'Users' }).click(),
  ]);

  const other = await context.newPage();
  await signIn(other, eve);
  await heading(page, `Signed in as ${eve.email}`).waitFor();
  release();
  await expect(page.getByRole('heading')).toHaveCount(1);
  await expect(page.getByText('Holtsville')).toHaveCount(0);
  await expect(page.getByText('Places')).toHaveCount(0);
  await expect(page.getByText(eve.organization)).toHaveCount(0);
  await expect(other.getByText(eve.organization)).toBeVisible();
  await expect(other.getByText('Places')).toHaveCount(0);
  await expect(other.getByText(ada.organization)).toHaveCount(0);
  const storedText = () =>
    other.evaluate(async () => {
      const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
      return names.filter((name) => name.startsWith('console/')).join(' ');
    });
  await expect.poll(storedText).not.toContain(ada.email);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(eve.email);
});

test('a tab that missed the change of account sends no call as the other account', async ({
  page,
  context,
  person,
}) => {
  const [ada, eve] = [await person('Ada'), await person('Eve')];
  // A browser without the channel between tabs.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'BroadcastChannel'));
  await signIn(page, ada);
  await page.goto('/account');
  await page.getByLabel('Full Name').fill('Augusta King');
  const other = await context.newPage();
  await signIn(other, eve);
  await page.getByRole('button', { name: 'Save Name' }).click();
  await heading(page, `Signed in as ${eve.email}`).waitFor();
  await other.goto('/account');
  await expect(other.getByLabel('Full Name')).toHaveValue(eve.name);
});

test('other tabs show an upload and follow it when its tab is closed', async ({
  page,
  context,
  person,
  stack,
}) => {
  const owner = await person('Kim');
  const schema = await openRecords(page, owner);
  const other = await context.newPage();
  await other.goto('/profile');
  const tray = other.getByRole('region', { name: 'Uploads' });

  const dialog = await openUpload(page);
  // On a fast machine the upload would be complete before the other tab is checked.
  const send = await delayCalls(page, '**/api/jobs/upload/**');
  const accepted = page.waitForResponse('**/api/jobs/upload/**', { timeout: 90_000 });
  await upload(dialog);

  await test.step('the other tab shows the upload, and can’t start one for the same schema', async () => {
    await expect(tray).toContainText('zipcodes.csv');
    await expect(tray).toContainText('Uploading in another tab');
    await tray.getByRole('link', { name: 'Zip codes' }).click();
    await other.getByRole('button', { name: /^Uploading \d+ %$/ }).click();
    const uploadDialog = other.getByRole('dialog', { name: 'Upload Records' });
    await expect(uploadDialog.getByText('Uploading in another tab')).toBeVisible();
    await expect(uploadDialog.getByLabel('Select File')).toHaveCount(0);
    await uploadDialog.getByRole('button', { name: 'Close' }).last().click();
  });

  await test.step('after its tab is closed, the other tab follows the upload on any page', async () => {
    send();
    // Waits for the end of the response: its headers arrive when receiving begins.
    await (await accepted).finished();
    stack.service.kill('SIGKILL');
    await page.close();
    await expect(tray).toContainText('Storing');
    await other.getByRole('link', { name: 'Account Settings' }).click();
    await expect(tray).toContainText('Upload Complete, 42,049 records', { timeout: 90_000 });
    expect(await countRecords(owner.api, schema.id)).toBe(42_049);
    await tray.getByRole('button', { name: 'Dismiss Zip codes' }).click();
    await expect(tray).toHaveCount(0);
  });
});

test('closing a tab during sending stores nothing, and the other tab says so', async ({
  page,
  context,
  person,
  stack,
}) => {
  const owner = await person('Kim');
  const schema = await openRecords(page, owner);
  const other = await context.newPage();
  await other.goto('/profile');
  const tray = other.getByRole('region', { name: 'Uploads' });
  const sent = page.waitForRequest('**/api/jobs/upload/**', { timeout: 60_000 });
  await upload(await openUpload(page), longFile(test.info().outputPath('long.csv')));
  await sent;
  // The connection's buffers hold a part of the file.
  stack.proxy.kill('SIGSTOP');
  try {
    await expect(tray).toContainText('Uploading in another tab');
    await page.close({ runBeforeUnload: false });
  } finally {
    stack.proxy.kill('SIGCONT');
  }
  await expect(tray).toContainText('Upload Terminated');
  await expect(tray).toContainText(
    'The tab that was uploading was closed before your proxy had received the whole file',
  );
  expect(await countRecords(owner.api, schema.id)).toBe(0);
});

/** Writes ten times the rows of the sample: 20 MB. */
function longFile(path: string): string {
  const rows = zipcodes.slice(zipcodes.indexOf('\n') + 1);
  writeFileSync(path, zipcodes + rows.repeat(9));
  return path;
}
