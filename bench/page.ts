/** The records screen with many cells: scrolling, decrypting, exporting; and the offline start of the console. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { JsonSchema } from '@cloakroom/contract/fields.ts';
import { medianOf, type Figure } from './figures.ts';
import { jankDuring, type Jank } from './jank.ts';
import { offlineStart } from './page/offline.ts';
import { scrolling } from './page/scrolling.ts';
import { startBenchStack } from './benchStack.ts';

const columns = 35;
const names = Array.from({ length: columns }, (_, index) => `field ${index + 1}`);
const isNumber = (column: number) => column % 3 === 2;

const definition: JsonSchema = {
  type: 'object',
  properties: Object.fromEntries(
    names.map((name, column) => [
      name,
      isNumber(column) ? { type: 'integer', minimum: 0, maximum: 100_000 } : { type: 'string' },
    ]),
  ),
};

const csvOf = (records: number): string =>
  [
    names.join(),
    ...Array.from({ length: records }, (_, row) =>
      names
        .map((_, column) => (isNumber(column) ? (row * 7919 + column) % 100_000 : `text ${column} of ${row}`))
        .join(),
    ),
  ].join('\n');

const toggleScript = readFileSync(new URL('page/toggleProbe.js', import.meta.url), 'utf8');

/** Milliseconds from a press on the switch until the grid shows decrypted or encrypted values. */
async function measureToggles(page: Page, rounds: number): Promise<Figure[]> {
  const times: { open: number[]; seal: number[] } = { open: [], seal: [] };
  for (let round = 0; round <= rounds; round++)
    for (const direction of ['open', 'seal'] as const) {
      const durationMs = Number(await page.evaluate(toggleScript));
      // The first round also fetches the worker.
      if (round > 0) times[direction].push(durationMs);
      await page.waitForTimeout(200);
    }
  const figure = (name: string, values: number[]) => medianOf(name, values, 'ms', { max: 150 });
  return [
    figure('decrypting 100 × 35 cells, to paint', times.open),
    figure('encrypting 100 × 35 cells, to paint', times.seal),
  ];
}

/** Exports all records decrypted, and measures the page during the export. */
async function measureExport(page: Page, schema: string): Promise<Jank & { seconds: number }> {
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Export records' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export records' });
  await dialog.getByText('Decrypted', { exact: true }).click();
  await dialog.getByRole('textbox').fill(schema);
  await page.waitForTimeout(500);
  const started = performance.now();
  const jank = await jankDuring(page, async () => {
    const saved = page.waitForEvent('download', { timeout: 10 * 60_000 });
    await dialog.getByRole('button', { name: 'Export' }).click();
    await saved;
  });
  return { ...jank, seconds: (performance.now() - started) / 1000 };
}

/** @param size.cells - the number of cells that the worker decrypts. */
export async function page({ cells, rounds }: { cells: number; rounds: number }): Promise<Figure[]> {
  const records = Math.ceil(cells / columns);
  const stack = await startBenchStack();
  try {
    const { browser, page: screen } = await stack.openSignedInPage();
    await screen.addInitScript('delete globalThis.showSaveFilePicker');
    await stack.openNewSchema(screen, definition);
    await stack.store(screen, csvOf(records));
    const name = await screen.getByRole('heading', { level: 1 }).innerText();
    await screen.goto(`${screen.url()}?limit=100`);
    await screen.getByRole('grid').waitFor();
    await screen.waitForTimeout(2000);

    const figures: Figure[] = [
      await scrolling(screen, '35 columns × 100 rows, down', 'y', 2500, rounds),
      await scrolling(screen, '35 columns × 100 rows, across', 'x', 4000, rounds),
      ...(await measureToggles(screen, rounds)),
    ];
    const resting = await jankDuring(screen, () => screen.waitForTimeout(3000));
    const { longestGap, seconds } = await measureExport(screen, name);
    figures.push(
      {
        name: `decrypting ${(records * columns).toLocaleString('en')} cells, longest frame gap`,
        value: longestGap,
        unit: 'ms',
        goal: { max: 50 },
      },
      { name: 'the same page at rest', value: resting.longestGap, unit: 'ms', goal: null },
      { name: 'exported, decrypted', value: (records * columns) / seconds, unit: 'cells/s', goal: null },
    );
    await screen.goto(`${new URL(screen.url()).origin}/devtest/tables`);
    await screen.getByRole('grid').scrollIntoViewIfNeeded();
    await screen.waitForTimeout(1000);
    figures.push(
      await scrolling(screen, '35 columns × 10,000 rows, down', 'y', 6000, rounds),
      await scrolling(screen, '35 columns × 10,000 rows, across', 'x', 4000, rounds),
      await offlineStart(screen, rounds),
    );
    await browser.close();
    return figures;
  } finally {
    await stack.close();
  }
}
