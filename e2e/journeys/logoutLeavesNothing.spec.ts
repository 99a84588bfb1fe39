/** A sign-out leaves no user data in the page's storage or in the browser's files. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { JsonSchema } from '@cloakroom/contract/fields.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import { makeSchema } from '../../tools/client.ts';
import { expect, signIn, test as base, type Person } from '../support/stack.ts';
import { pressUpload } from '../support/upload.ts';

type Profile = { folder: string; open: () => Promise<{ context: BrowserContext; page: Page }> };

const test = base.extend<{ profile: Profile }>({
  /** A browser whose files remain after it is closed. */
  profile: async ({ stack, launchOptions }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'cloakroom-profile-'));
    let last: BrowserContext | undefined;
    await use({
      folder,
      open: async () => {
        last = await chromium.launchPersistentContext(folder, {
          ...launchOptions,
          baseURL: stack.url,
          serviceWorkers: 'allow',
        });
        return { context: last, page: last.pages()[0] ?? (await last.newPage()) };
      },
    });
    await last?.close();
    rmSync(folder, { recursive: true, force: true });
  },
});

/** A unique string. */
const canary = (what: string) => `${what}${randomBytes(16).toString('hex')}`;

/** The encodings of a string in a file: UTF-8, UTF-16, and base64 at each of the three offsets. */
function encodingsOf(text: string): Buffer[] {
  const inBase64 = [0, 1, 2].map((before) => {
    const written = Buffer.from(' '.repeat(before) + text).toString('base64');
    // The neighboring characters of the same base64 group are unknown.
    return Buffer.from(written.slice(before === 0 ? 0 : 4, -4));
  });
  return [Buffer.from(text), Buffer.from(text, 'utf16le'), ...inBase64];
}

/** The files of a folder that contain a string, by relative path. */
function filesWith(folder: string, text: string): string[] {
  const needles = encodingsOf(text);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => {
      const bytes = readFileSync(file);
      return needles.some((needle) => bytes.includes(needle));
    })
    .map((file) => relative(folder, file));
}

/** All data that a page of the console can read from its own storage. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const rows: unknown[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(new Error(name));
      });
      for (const table of database.objectStoreNames) {
        const reading = database.transaction(table).objectStore(table).getAll();
        await new Promise((resolve) => (reading.onsuccess = resolve));
        rows.push(name, table, reading.result);
      }
      database.close();
    }
    for (const cache of await caches.keys())
      for (const request of await (await caches.open(cache)).keys()) rows.push(request.url);
    const texts = [localStorage, sessionStorage].map((each) => Object.entries(each));
    return JSON.stringify([rows, texts, document.cookie]);
  });

/** Files of the browser's own history and form data, which no site can delete. */
const browserFiles =
  /^(Default\/(History|Favicons|Top Sites|Shortcuts|Sessions\/|Login Data|Web Data|Network Action Predictor|Preferences)|segmentation_platform\/)/;

/** The files that contain a string, without the browser's own history and form data. */
const siteFilesWith = (folder: string, text: string) =>
  filesWith(folder, text).filter((file) => !browserFiles.test(file));

const definition = JsonSchema.parse({
  type: 'object',
  properties: { name: { type: 'string' } },
  required: ['name'],
});

/** Creates a dataset and a schema with unique names, and two unique values. */
async function createCanaries(owner: Person) {
  const [opened, searched, dataset, schema] = [
    canary('opened'),
    canary('searched'),
    canary('dataset'),
    canary('schema'),
  ];
  const created = await makeSchema(owner.api, { dataset, schema }, definition);
  const path = `/datasets/${idIn(created.dataset.url)}/schemas/${created.schema.id}/records`;
  return { opened, searched, dataset, schema, path };
}
type Canaries = Awaited<ReturnType<typeof createCanaries>>;

/** Uploads, views sealed records, decrypts, searches, and goes back to the datasets. */
async function work(page: Page, { opened, searched, dataset, path }: Canaries): Promise<void> {
  await page.goto(path);
  await page.getByRole('button', { name: 'Upload Records' }).click();
  const upload = page.getByRole('dialog', { name: 'Upload Records' });
  const buffer = Buffer.from(`name\n${opened}\n${searched}\n`);
  await upload.getByLabel('Select File').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
  await pressUpload(upload);
  await upload.getByText('Upload Complete').waitFor();
  await upload.getByRole('button', { name: 'Done' }).click();
  await page.getByText('Showing 1-2 of 2').waitFor();
  await page.getByRole('switch', { name: 'Decrypt' }).click();
  await page.getByText(opened).waitFor();
  const filters = page.getByRole('search', { name: 'Filters' });
  await filters.getByLabel('Column of filter 1').selectOption('name');
  await filters.getByLabel('Value of filter 1').fill(searched);
  await filters.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('Showing 1-1 of 1').waitFor();
  await page.goto('/datasets');
  await page.getByRole('main').getByText(dataset).waitFor();
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('after a sign-out no user data is on the machine, and the console still starts offline', async ({
  profile,
  person,
}) => {
  const ada = await person('Ada');
  const canaries = await createCanaries(ada);
  const { opened, searched, dataset, schema } = canaries;

  await test.step('decrypted values, the password and the session are in no file even before the sign-out', async () => {
    const { context, page } = await profile.open();
    await signIn(page, ada);
    await work(page, canaries);
    const [session] = (await context.cookies()).filter(({ name }) => name === 'sessionid');
    expect(await stored(page)).toContain(dataset);
    expect(await stored(page)).not.toContain(opened);
    await context.close();
    expect(siteFilesWith(profile.folder, dataset), 'the scan finds stored data').not.toEqual([]);
    for (const secret of [opened, ada.password, session?.value ?? ''])
      expect(filesWith(profile.folder, secret)).toEqual([]);
  });

  await test.step('after the sign-out user data is only in the browser’s own history', async () => {
    const { context, page } = await profile.open();
    await page.goto('/datasets');
    await page.getByRole('link', { name: 'Logout' }).click();
    await heading(page, 'Sign In').waitFor();
    const left = await stored(page);
    for (const word of [opened, searched, dataset, schema, ada.email]) expect(left).not.toContain(word);
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('sessionid');

    const storedState = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state);
    await expect.poll(storedState).toBe('activated');
    await context.setOffline(true);
    await page.goto('/login');
    await heading(page, 'Sign In').waitFor();
    await context.close();
    for (const word of [opened, ada.password]) expect(filesWith(profile.folder, word)).toEqual([]);
    for (const word of [searched, dataset, schema]) expect(siteFilesWith(profile.folder, word)).toEqual([]);
  });
});

test('an offline sign-out empties the storage, and the session ends once the service can be reached', async ({
  profile,
  person,
}) => {
  const ada = await person('Ada');
  const canaries = await createCanaries(ada);
  const { opened, searched, dataset, schema } = canaries;
  const { context, page } = await profile.open();
  await signIn(page, ada);
  await work(page, canaries);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Logout' }).click();
  await expect(page.getByText('Signed out on this machine only')).toBeVisible();
  const left = await stored(page);
  for (const word of [opened, searched, dataset, schema, ada.email]) expect(left).not.toContain(word);

  await context.setOffline(false);
  await page.goto('/datasets');
  await heading(page, 'Sign In').waitFor();
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('sessionid');
  await context.close();
  for (const word of [opened, ada.password]) expect(filesWith(profile.folder, word)).toEqual([]);
  for (const word of [searched, dataset, schema]) expect(siteFilesWith(profile.folder, word)).toEqual([]);
});
