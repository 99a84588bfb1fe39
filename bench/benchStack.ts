/** The running product with a signed-in page, whose uploads are measured. */
import type { Browser, Page } from '@playwright/test';
import { idIn } from '@cloakroom/contract/reference.ts';
import type { JsonSchema } from '@cloakroom/contract/fields.ts';
import { buildConsoleIfStale } from '#tools/build.ts';
import { waiveRecoveryWords, makeSchema } from '#tools/client.ts';
import { openBrowser } from './browser.ts';
import { jankDuring, type Jank } from './jank.ts';
import { account, startPrograms } from './programs.ts';
import { peakOf, waitUntilIdle, resetPeak } from './memory.ts';

/** The largest upload takes hours. */
const uploadTimeoutMs = 3 * 60 * 60_000;

/** Waits for the end that the dialog shows. Polls every 50 ms; a locator polls twice a second, a tenth of a small upload. */
const uploadEnd = `new Promise((resolve, reject) => {
  const started = performance.now();
  const timer = setInterval(() => {
    const text = document.querySelector('dialog[open]')?.textContent;
    const late = performance.now() - started > ${uploadTimeoutMs};
    if (!late && !/Upload (Complete|Terminated)/.test(text)) return;
    clearInterval(timer);
    if (late) reject(new Error('The upload takes too long.'));
    else resolve();
  }, 50);
})`;

/** The result of an upload: seconds from the press of the button to its end, records, and the programs' peak memory in MB. */
export type UploadResult = { seconds: number; records: number; proxy: number; service: number };
export type UploadResultWithJank = UploadResult & Jank;

async function signIn(page: Page, url: string) {
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Datasets' }).waitFor();
}

export type BenchStack = Awaited<ReturnType<typeof startBenchStack>>;

/**
 * Starts service, proxy and database in a temporary folder.
 * @param idleMs - for how long the proxy must have been idle before an upload is measured.
 */
export async function startBenchStack(idleMs = 1_000) {
  await buildConsoleIfStale();
  const { dataDir, stack, url, person, close } = await startPrograms();
  await waiveRecoveryWords(person);
  const programs = { proxy: stack.proxy.pid() ?? 0, service: stack.service.pid() ?? 0 };
  let schemas = 0;

  return {
    /** A folder for the files of the uploads. */
    dataDir,
    database: url,

    /** A browser with a signed-in page. */
    async openSignedInPage(): Promise<{ browser: Browser; page: Page }> {
      const browser = await openBrowser();
      const page = await (await browser.newContext()).newPage();
      await signIn(page, stack.url);
      return { browser, page };
    },

    /** Goes to the records of a new schema. */
    async openNewSchema(page: Page, definition: JsonSchema): Promise<void> {
      const name = `Bench ${++schemas}`;
      const { dataset, schema } = await makeSchema(person, { dataset: name, schema: name }, definition);
      await page.goto(`${stack.url}/datasets/${idIn(dataset.url)}/schemas/${schema.id}/records`);
      await page.getByRole('button', { name: 'Upload Records' }).waitFor();
    },

    /** Stores records in the schema whose page is open, with a call. @throws {Error} if they aren't stored. */
    async store(page: Page, csv: string): Promise<void> {
      const schema = /schemas\/([^/]+)/.exec(page.url())?.[1] ?? '';
      const job = await person.upload(schema, csv, 'text/csv');
      if (job.status !== 'complete') throw new Error(job.error);
    },

    /** The same as `upload`, but also measures the page's frames, which takes some processor time. */
    async uploadWithJank(page: Page, path: string): Promise<UploadResultWithJank> {
      const { result, ...jank } = await jankDuring(page, () => this.upload(page, path));
      return { ...result, ...jank };
    },

    /**
     * Uploads a file from the open page: waits for its first rows, then presses the button.
     * @throws {Error} if the upload fails.
     */
    async upload(page: Page, path: string): Promise<UploadResult> {
      // Segments of the last upload may still be compacted.
      await waitUntilIdle(programs.proxy, idleMs);
      Object.values(programs).forEach(resetPeak);
      const dialog = page.getByRole('dialog', { name: 'Upload Records' });
      await page.getByRole('button', { name: 'Upload Records' }).click();
      await dialog.locator('input[type=file]').setInputFiles(path);
      await dialog.getByRole('region', { name: /^The first/ }).waitFor();
      const started = performance.now();
      await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
      await page.evaluate(uploadEnd);
      const seconds = (performance.now() - started) / 1000;
      const text = await dialog.innerText();
      const records = Number(
        /Uploaded ([\d,.]+) records? from file/.exec(text)?.[1]?.replaceAll(/\D/g, '') ?? NaN,
      );
      if (Number.isNaN(records)) throw new Error(`${path} was not uploaded: ${text}`);
      await dialog.getByRole('button', { name: 'Done' }).click();
      return { seconds, records, proxy: peakOf(programs.proxy), service: peakOf(programs.service) };
    },

    close,
  };
}

/** Runs an action with running programs. */
export type WithStack = <T>(action: (stack: BenchStack) => Promise<T>) => Promise<T>;

/** Starts new programs for each action, so that retained memory of an earlier upload doesn't count. */
export const withNewStack: WithStack = async (action) => {
  const stack = await startBenchStack();
  return action(stack).finally(() => stack.close());
};

/** For trials. All actions share the programs that are started for the first one: faster, but their memory adds up. */
export function sharedStack(): { withStack: WithStack; close: () => Promise<void> } {
  let started: Promise<BenchStack> | undefined;
  return {
    withStack: async (action) => action(await (started ??= startBenchStack(200))),
    close: async () => (await started)?.close(),
  };
}
