import type { Page } from '@playwright/test';
import { openRecords } from '../support/openRecords.ts';
import { badFiles, unsupportedFiles } from '../support/badFiles.ts';
import { expect, test, type Person } from '../support/stack.ts';
import { fileOf, openUpload, pressUpload } from '../support/upload.ts';
import { countRecords } from '../support/zipcodes.ts';

test.describe('a bad file is refused with its reason and stores nothing', () => {
  let owner: Person;
  let schema: Awaited<ReturnType<typeof openRecords>>;
  let page: Page;
  test.beforeAll(async ({ browser, stack, person }) => {
    owner = await person('Olga');
    page = await (await browser.newContext({ baseURL: stack.url })).newPage();
    schema = await openRecords(page, owner, 3);
  });
  test.afterAll(() => page.context().close());

  for (const { title, name, bytes, type, message } of [...unsupportedFiles, ...badFiles])
    test(title, async () => {
      const upload = await openUpload(page);
      await upload.getByLabel('Select File').setInputFiles(fileOf(name, bytes, type));
      const refusal = upload.getByText(message).first();
      const press = upload.getByRole('button', { name: 'Upload', exact: true, disabled: false });
      await refusal.or(press).first().waitFor();
      if (await press.isVisible()) await pressUpload(upload);
      await expect(refusal).toBeVisible({ timeout: 30_000 });
      if (name !== 'places.png' && !message.startsWith('Invalid file type') && bytes.length > 0)
        await expect(upload.getByRole('heading', { name: 'Upload Terminated' })).toBeVisible();
      expect(await countRecords(owner.api, schema.id)).toBe(3);
      // By keyboard: the offer to save the bad rows may still appear, which moves the button.
      await upload.getByRole('button', { name: 'Close' }).first().press('Enter');
      await expect(page.getByText('Showing 1-3 of 3')).toBeVisible();
    });
});
