/** Files of 100 MB and 1 GB through the running product: what the page and the browser go through meanwhile. */
import { join } from 'node:path';
import { watchMemory } from '../browser.ts';
import type { Figure } from '../figures.ts';
import { jankDuring } from '../jank.ts';
import { openStage } from '../stage.ts';
import { kinds, writeRows, type Kind } from './data.ts';
import { definition } from './schema.ts';

export type LargeSize = {
  /** Bytes of the files, from small to large. */
  bytes: number[];
  /** Milliseconds for which an idle page is watched. */
  idle: number;
};

/** One file, through programs and a browser of its own: what they hold on to is not counted for the next one. */
async function carried(kind: Kind, bytes: number, idle: number) {
  const stage = await openStage();
  try {
    const path = join(stage.dataDir, `large.${kind}`);
    const rows = writeRows(path, kind, bytes);
    const { browser, page } = await stage.visit();
    try {
      await stage.toNewSchema(page, definition);
      const still = await jankDuring(page, () => page.waitForTimeout(idle));
      const peaks = await watchMemory(browser);
      const uploaded = await stage.upload(page, path);
      return { rows, still, ...uploaded, memory: peaks() };
    } finally {
      await browser.close();
    }
  } finally {
    await stage.close();
  }
}

function figuresOf(of: string, seen: Awaited<ReturnType<typeof carried>>): Figure[] {
  const { rows, still, records, seconds, longestTask, longestGap, memory, proxy, service } = seen;
  const gap = `ms (idle ${still.longestGap.toFixed(0)})`;
  const figure = (name: string, value: number, unit: string, goal: Figure['goal']): Figure => {
    return { name: `${of}, ${name}`, value, unit, goal };
  };
  return [
    figure('records stored', records, `of ${rows}`, { least: rows }),
    figure('speed', records / seconds, 'records/s', null),
    figure('longest main-thread task', longestTask, 'ms', { most: 50 }),
    figure('longest frame gap over idle', longestGap - still.longestGap, gap, { most: 25 }),
    figure('page over idle', memory.page, 'MB', { most: 200 }),
    figure('browser process over idle', memory.browser, 'MB', { most: 32 }),
    figure('proxy', proxy, 'MB', { most: 500 }),
    figure('service', service, 'MB', { most: 500 }),
  ];
}

export async function large({ bytes, idle }: LargeSize): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const kind of kinds) {
    const pages: number[] = [];
    for (const size of bytes) {
      const seen = await carried(kind, size, idle);
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
