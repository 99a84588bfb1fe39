/** The whole way of 200,000 flights, from the drop of the file to "Upload Complete", in a real browser. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { z } from 'zod';
import { idIn } from '#contract/reference.ts';
import { JsonSchema } from '#contract/fields.ts';
import { flights as everyFlight } from '#tools/samples.ts';
import { buildConsole } from '#tools/build.ts';
import { ensureAccount, makeSchema } from '#tools/client.ts';
import { freePorts, startStack, type Stack } from '#tools/stack.ts';
import { copyPlain } from './copyPlain.ts';
import { median, type Figure } from './figures.ts';
import { jankDuring, type Jank } from './jank.ts';
import { peakOf, resetPeak } from './memory.ts';

const account = { email: 'bench@example.org', password: 'a long enough password' };

type Run = {
  sealed: Jank & { seconds: number };
  peaks: { proxy: number; service: number };
  idle: Jank;
  plain: number;
};

async function signIn(page: Page, stack: Stack) {
  await page.goto(`${stack.url}/login`);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Datasets' }).waitFor();
}

async function uploadOnce(page: Page, path: string) {
  await page.getByRole('button', { name: 'Upload Records' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload Records' });
  await dialog.locator('input[type=file]').setInputFiles(path);
  const started = performance.now();
  const shaken = await jankDuring(page, async () => {
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
    await dialog.getByText('Upload Complete').waitFor({ timeout: 300_000 });
  });
  return { seconds: (performance.now() - started) / 1000, ...shaken };
}

/** @param rows - how many flights; all of them unless it is a trial run. */
export async function flights({ rows, rounds }: { rows: number; rounds: number }): Promise<Figure[]> {
  buildConsole();
  const dataDir = mkdtempSync(join(tmpdir(), 'cloakroom-bench-'));
  chmodSync(dataDir, 0o755);
  const ports = await freePorts();
  const stack = await startStack({ dataDir, ...ports, quiet: true });
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const all = z.array(z.record(z.string(), z.number())).parse(JSON.parse(everyFlight())).slice(0, rows);
    const path = join(dataDir, 'flights.json');
    writeFileSync(path, JSON.stringify(all));
    const person = await ensureAccount(stack.url, account, {
      first_name: 'Be',
      last_name: 'Nch',
      organization_name: 'Bench',
    });
    const definition = JsonSchema.parse(
      JSON.parse(readFileSync('public/samples/flights.schema.json', 'utf8')),
    );
    const page = await browser.newPage();
    await signIn(page, stack);

    const columns = Object.keys(all[0] ?? {});
    const plainRows = all.map((row) => columns.map((name) => row[name] ?? 0));
    const password = readFileSync(join(dataDir, 'database-password'), 'utf8').trim();
    const database = `postgres://cloakroom:${encodeURIComponent(password)}@127.0.0.1:${ports.databasePort ?? 0}/cloakroom`;

    const programs = { proxy: stack.proxy.pid() ?? 0, service: stack.service.pid() ?? 0 };
    const runs: Run[] = [];
    for (let round = 0; round < rounds; round++) {
      const { dataset, schema } = await makeSchema(
        person,
        { dataset: `Flights ${round}`, schema: 'Flights' },
        definition,
      );
      await page.goto(`${stack.url}/datasets/${idIn(dataset.url)}/schemas/${schema.id}/records`);
      Object.values(programs).forEach(resetPeak);
      const sealed = await uploadOnce(page, path);
      const peaks = { proxy: peakOf(programs.proxy), service: peakOf(programs.service) };
      const idle = await jankDuring(page, () => page.waitForTimeout(2000));
      const plain = await copyPlain(database, columns, plainRows);
      runs.push({ sealed, peaks, idle, plain });
    }
    const of = (pick: (run: (typeof runs)[number]) => number) => median(runs.map(pick));
    return [
      {
        name: 'upload, records a second',
        value: of(({ sealed }) => rows / sealed.seconds),
        unit: 'records/s',
        goal: null,
      },
      {
        name: 'upload, ratio to COPY in plain text with B-trees',
        value: of(({ sealed, plain }) => plain / sealed.seconds),
        unit: '×',
        goal: { least: 0.4 },
      },
      {
        name: 'longest main-thread task while uploading',
        value: of(({ sealed }) => sealed.longestTask),
        unit: 'ms',
        goal: { most: 50 },
      },
      {
        name: 'longest frame gap over idle',
        value: of(({ sealed, idle }) => sealed.longestGap - idle.longestGap),
        unit: 'ms',
        goal: { most: 25 },
      },
      { name: 'proxy, peak memory', value: of(({ peaks }) => peaks.proxy), unit: 'MB', goal: { most: 500 } },
      {
        name: 'service, peak memory',
        value: of(({ peaks }) => peaks.service),
        unit: 'MB',
        goal: { most: 500 },
      },
    ];
  } finally {
    await browser.close();
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
