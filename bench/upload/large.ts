/** Files of 100 MB and 1 GB through the running product: what the page and the browser go through meanwhile. */
import { join } from 'node:path';
import { watchMemory } from '../browser.ts';
import { median, type Figure } from '../figures.ts';
import { jankDuring } from '../jank.ts';
import { openStage, type Uploaded } from '../stage.ts';
import { kinds, writeRows, type Kind } from './data.ts';
import { definition } from './schema.ts';

/** One file, through programs and a browser of its own: what they hold on to is not counted for the next one. */
async function carried(kind: Kind, bytes: number, rest: number) {
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

type Carried = Awaited<ReturnType<typeof carried>>;

function figuresOf(of: string, seen: Carried): Figure[] {
  const { rows, idle, uploaded, memory } = seen;
  const { records, seconds, longestTask, longestOwnTask, longestGap, proxy, service } = uploaded;
  const beside = (ms: number) => `an idle page beside it ${ms.toFixed(0)}`;
  const whole = `${longestTask.toFixed(0)} with what the machine's host took meanwhile`;
  const figure = (name: string, value: number, unit: string, goal: Figure['goal']): Figure => {
    return { name: `${of}, ${name}`, value, unit, goal };
  };
  return [
    figure('records stored', records, `of ${rows}`, { least: rows }),
    figure('speed', records / seconds, 'records/s', null),
    figure('longest main-thread task', longestOwnTask, `ms (${whole}; ${beside(idle.longestTask)})`, {
      most: 50,
    }),
    figure('longest frame gap over idle', longestGap - idle.longestGap, `ms (${beside(idle.longestGap)})`, {
      most: 25,
    }),
    figure('page over idle', memory.page, 'MB', { most: 200 }),
    figure('browser process over idle', memory.browser, 'MB', { most: 32 }),
    figure('proxy', proxy, 'MB', { most: 500 }),
    figure('service', service, 'MB', { most: 500 }),
  ];
}

/** The one of several rounds in which the page took neither most nor least: at what it starts with chance has a large part. */
async function middleOf(rounds: number, carry: () => Promise<Carried>): Promise<Carried> {
  const seen: Carried[] = [];
  for (let round = 0; round < rounds; round++) seen.push(await carry());
  const pages = median(seen.map(({ memory }) => memory.page));
  return seen.find(({ memory }) => memory.page === pages)!;
}

type Sizes = {
  small: { bytes: number; rounds: number };
  largeBytes: number;
  /** Milliseconds after which a page that has been opened is at rest. */
  rest: number;
};

/** Files of two sizes; the small one several times, for what the page takes of the large one is held against it. */
export async function large({ small, largeBytes, rest }: Sizes): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const kind of kinds) {
    const name = (bytes: number) => `${bytes / 1e6} MB of ${kind.toUpperCase()}`;
    const first = await middleOf(small.rounds, () => carried(kind, small.bytes, rest));
    const then = await carried(kind, largeBytes, rest);
    figures.push(...figuresOf(name(small.bytes), first), ...figuresOf(name(largeBytes), then), {
      name: `page over idle, ${name(largeBytes)} to ${name(small.bytes)}`,
      value: then.memory.page / first.memory.page,
      unit: '×',
      goal: { most: 1.5 },
    });
  }
  return figures;
}
