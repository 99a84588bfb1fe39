/** The time from choosing a large file on the list of datasets until its proposed fields are shown. */
import { join } from 'node:path';
import { watchMemory } from '../browser.ts';
import type { WithStack } from '../benchStack.ts';
import type { Figure } from '../figures.ts';
import { jankDuring } from '../jank.ts';
import { writeRows } from '../upload/data.ts';

const readTimeoutMs = 20 * 60_000;

/** @param bytes - of a CSV file of ten columns. */
export const proposal = ({ bytes }: { bytes: number }, withStack: WithStack): Promise<Figure[]> =>
  withStack(async (stack) => {
    const path = join(stack.dataDir, 'large.csv');
    const rows = writeRows(path, 'csv', bytes);
    const { browser, page } = await stack.openSignedInPage();
    const input = page.getByLabel('Select a file to upload');
    await input.waitFor({ state: 'attached' });
    await page.waitForTimeout(2000);
    const memory = await watchMemory(browser);
    // An idle page at the same time shows the delays that the machine itself causes.
    const idlePage = await browser.newPage();
    const started = performance.now();
    const { result: read, ...idle } = await jankDuring(idlePage, () =>
      jankDuring(page, async () => {
        await input.setInputFiles(path);
        await page.getByRole('button', { name: 'Create and Upload' }).waitFor({ timeout: readTimeoutMs });
      }),
    );
    const seconds = (performance.now() - started) / 1000;
    const peaks = memory();
    await browser.close();
    const label = `fields proposed for ${bytes / 1e6} MB of CSV`;
    const ms = (value: number) => `ms (an idle page at the same time ${value.toFixed(0)})`;
    return [
      { name: label, value: bytes / 1e6 / seconds, unit: `MB/s (${rows} rows)`, goal: null },
      { name: `${label}, longest main-thread task`, value: read.longestOwnTask, unit: ms(idle.longestTask), goal: { max: 50 } }, // prettier-ignore
      { name: `${label}, longest frame gap`, value: read.longestGap, unit: ms(idle.longestGap), goal: null },
      { name: `${label}, page over idle`, value: peaks.page, unit: 'MB', goal: { max: 200 } },
      { name: `${label}, browser process over idle`, value: peaks.browser, unit: 'MB', goal: { max: 32 } },
    ];
  });
