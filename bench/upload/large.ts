/** Files of 100 MB and 1 GB through the running product: what the page and the browser go through meanwhile. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { watchMemory } from '../browser.ts';
import type { Figure } from '../figures.ts';
import { jankDuring } from '../jank.ts';
import { openStage } from '../stage.ts';
import { kinds, writeRows } from './data.ts';
import { definition } from './schema.ts';

export type LargeSize = {
  /** Bytes of the files, from small to large. */
  bytes: number[];
  /** Milliseconds for which an idle page is watched. */
  idle: number;
};

/** Each file once, in a browser of its own: what a page holds on to is not counted for the next one. */
export async function large({ bytes, idle }: LargeSize): Promise<Figure[]> {
  const stage = await openStage();
  const figures: Figure[] = [];
  try {
    for (const kind of kinds) {
      const pages: number[] = [];
      for (const size of bytes) {
        const path = join(stage.dataDir, `large.${kind}`);
        const rows = writeRows(path, kind, size);
        const { browser, page } = await stage.visit();
        try {
          await stage.toNewSchema(page, definition);
          const still = await jankDuring(page, () => page.waitForTimeout(idle));
          const peaks = await watchMemory(browser);
          const { records, seconds, longestTask, longestGap, proxy, service } = await stage.upload(
            page,
            path,
          );
          const memory = peaks();
          pages.push(memory.page);
          const of = `${size / 1e6} MB of ${kind.toUpperCase()}`;
          const figure = (name: string, value: number, unit: string, goal: Figure['goal']) =>
            figures.push({ name: `${of}, ${name}`, value, unit, goal });
          figure('records stored', records, `records of ${rows}`, { least: rows });
          figure('speed', records / seconds, 'records/s', null);
          figure('longest main-thread task', longestTask, 'ms', { most: 50 });
          figure(
            'longest frame gap over idle',
            longestGap - still.longestGap,
            `ms (idle ${still.longestGap.toFixed(0)})`,
            { most: 25 },
          );
          figure('page over idle', memory.page, 'MB', { most: 200 });
          figure('browser process over idle', memory.browser, 'MB', { most: 32 });
          figure('proxy', proxy, 'MB', { most: 500 });
          figure('service', service, 'MB', { most: 500 });
        } finally {
          await browser.close();
          rmSync(path);
        }
      }
      figures.push({
        name: `page over idle, largest ${kind.toUpperCase()} to smallest`,
        value: pages.at(-1)! / pages[0]!,
        unit: '×',
        goal: { most: 1.5 },
      });
    }
    return figures;
  } finally {
    await stage.close();
  }
}
