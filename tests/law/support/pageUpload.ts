/** A real Chromium page that sends files as the console does. */
import { randomUUID } from 'node:crypto';
import { chromium } from '@playwright/test';
import { buildSync } from 'esbuild';
import { Job } from '@cloakroom/contract/jobs.ts';
import { headlessShell, launchOptions, fullChromium } from '#tools/chromium.ts';
import type { Account } from '#tools/client.ts';

export type PageSender = {
  upload: (schema: string, csv: string) => Promise<Job>;
  close: () => Promise<void>;
};

/** Opens a page at a proxy's origin and signs in there. */
export async function openPageSender(url: string, { email, password }: Account): Promise<PageSender> {
  const { outputFiles } = buildSync({
    entryPoints: ['tests/src/support/pageSender.ts'],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    define: { 'import.meta.env': '{}' },
    logLevel: 'silent',
  });
  const browser = await chromium.launch({
    ...launchOptions(headlessShell, fullChromium),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  // The page is not part of the console, whose policy would forbid it to load anything.
  const page = await (await browser.newContext({ bypassCSP: true })).newPage();
  page.setDefaultTimeout(120_000);
  await page.goto(`${url}/api/status/`);
  const signedIn = await page.evaluate(
    async (body) => {
      const headers = { 'content-type': 'application/json' };
      return (await fetch('/api/accounts/login/', { method: 'POST', headers, body })).status;
    },
    JSON.stringify({ login: email, password }),
  );
  if (signedIn !== 200) throw new Error(`The page could not sign in: ${signedIn}.`);
  await page.evaluate(outputFiles[0]!.text);
  return {
    async upload(schema, csv) {
      const job = await page.evaluate(
        ([id, text, key]) =>
          (globalThis as unknown as { uploadInPage: (...args: string[]) => Promise<unknown> }).uploadInPage(
            id,
            text,
            key,
          ),
        [schema, csv, randomUUID()] as const,
      );
      return Job.parse(job);
    },
    close: () => browser.close(),
  };
}
