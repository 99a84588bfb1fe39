/** Files of 100 MB and 1 GB through the running product: what the page and the browser go through meanwhile. */
import { join } from 'node:path';
import { watchMemory } from '../browser.ts';
import type { Figure } from '../figures.ts';
import { jankDuring } from '../jank.ts';
import { openStage, type Uploaded } from '../stage.ts';
import { kinds, writeRows, type Kind } from './data.ts';
import { definition } from './schema.ts';

/** Milliseconds after which a page that has been opened is at rest. */
const rest = 3000;

/** One file, through programs and a browser of its own: what they hold on to is not counted for the next one. */
async function carried(kind: Kind, bytes: number) {
  const stage = await openStage();
  try {
    const path = join(stage.dataDir, `large.${kind}`);
    const rows = writeRows(path, kind, bytes);
    const { browser, page } = await stage.visit();
    try {
      await stage.toNewSchema(page, definition);
      await page.waitForTimeout(rest);
      const peaks = await watchMemory(browser);
      // What an idle page goes through in the same minutes is the machine's doing. What it takes is not the product's.
      const beside = await browser.newPage();
      await beside.waitForTimeout(rest);
      const uploads: Uploaded[] = [];
      const idle = await jankDuring(beside, async () => void uploads.push(await stage.upload(page, path)));
      return { rows, idle, uploaded: uploads[0]!, memory: peaks() };
    } finally {
      await browser.close();
    }
  } finally {
    await stage.close();
  }
}

function figuresOf(of: string, seen: Awaited<ReturnType<typeof carried>>): Figure[] {
  const { rows, idle, uploaded, memory } = seen;
  const { records, seconds, longestTask, longestGap, proxy, service } = uploaded;
  const beside = (ms: number) => `ms (an idle page beside it ${ms.toFixed(0)})`;
  const figure = (name: string, value: number, unit: string, goal: Figure['goal']): Figure => {
    return { name: `${of}, ${name}`, value, unit, goal };
  };
  return [
    figure('records stored', records, `of ${rows}`, { least: rows }),
    figure('speed', records / seconds, 'records/s', null),
    figure('longest main-thread task', longestTask, beside(idle.longestTask), { most: 50 }),
    figure('longest frame gap over idle', longestGap - idle.longestGap, beside(idle.longestGap), {
      most: 25,
    }),
    figure('page over idle', memory.page, 'MB', { most: 200 }),
    figure('browser process over idle', memory.browser, 'MB', { most: 32 }),
    figure('proxy', proxy, 'MB', { most: 500 }),
    figure('service', service, 'MB', { most: 500 }),
  ];
}

/** @param bytes - sizes of the files, from small to large. */
export async function large(bytes: number[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const kind of kinds) {
    const pages: number[] = [];
    for (const size of bytes) {
      const seen = await carried(kind, size);
      pages.push(seen.memory.page);
      figures.push(...figuresOf(`${size / 1e6} MB of ${kind.toUpperCase()}`, seen));
    }
    figures.push({
      name: `page over idle, largest ${kind.toUpperCase()} to smallest`,
      value: pages.at(-1)! / pages[0]!,
      unit: '×',
      goal: { most: 1.5 },
    });
  }
  return figures;
}
