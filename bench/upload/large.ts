/** Uploads of 100 MB and 1 GB through the running product: long tasks and memory of page and browser. */
import { join } from 'node:path';
import { watchMemory } from '../browser.ts';
import { median, type Figure } from '../figures.ts';
import { jankDuring } from '../jank.ts';
import type { BenchStack, WithStack } from '../benchStack.ts';
import { fileFormats, writeRows, type FileFormat } from './data.ts';
import { definition } from './schema.ts';

/** Uploads one file with a new browser. */
async function uploadOnce(stack: BenchStack, kind: FileFormat, bytes: number, settleMs: number) {
  const path = join(stack.dataDir, `large.${kind}`);
  const rows = writeRows(path, kind, bytes);
  const { browser, page } = await stack.openSignedInPage();
  try {
    await stack.openNewSchema(page, definition);
    await page.waitForTimeout(settleMs);
    const peaks = await watchMemory(browser);
    // An idle page in the same minutes shows what the machine causes.
    const beside = await browser.newPage();
    await beside.waitForTimeout(settleMs);
    const { result: uploaded, ...idle } = await jankDuring(beside, () => stack.uploadWithJank(page, path));
    return { rows, idle, uploaded, memory: peaks() };
  } finally {
    await browser.close();
  }
}

type UploadResult = Awaited<ReturnType<typeof uploadOnce>>;

function figuresOf(of: string, result: UploadResult): Figure[] {
  const { rows, idle, uploaded, memory } = result;
  const { records, seconds, longestTask, longestOwnTask, longestGap, proxy, service } = uploaded;
  const beside = (ms: number) => `an idle page beside it ${ms.toFixed(0)}`;
  const whole = `${longestTask.toFixed(0)} with what the machine's host took meanwhile`;
  const figure = (name: string, value: number, unit: string, goal: Figure['goal']): Figure => {
    return { name: `${of}, ${name}`, value, unit, goal };
  };
  return [
    figure('records stored', records, `of ${rows}`, { min: rows }),
    figure('speed', records / seconds, 'records/s', null),
    figure('longest main-thread task', longestOwnTask, `ms (${whole}; ${beside(idle.longestTask)})`, {
      max: 50,
    }),
    figure('longest frame gap over idle', longestGap - idle.longestGap, `ms (${beside(idle.longestGap)})`, {
      max: 25,
    }),
    figure('page over idle', memory.page, 'MB', { max: 200 }),
    figure('browser process over idle', memory.browser, 'MB', { max: 32 }),
    figure('proxy', proxy, 'MB', { max: 500 }),
    figure('service', service, 'MB', { max: 500 }),
  ];
}

/** The round with the median of the page's memory, which varies by chance at the start. */
async function medianRound(rounds: number, upload: () => Promise<UploadResult>): Promise<UploadResult> {
  const results: UploadResult[] = [];
  for (let round = 0; round < rounds; round++) results.push(await upload());
  const pages = median(results.map(({ memory }) => memory.page));
  return results.find(({ memory }) => memory.page === pages)!;
}

type Sizes = {
  small: { bytes: number; rounds: number };
  largeBytes: number;
  /** The time after which an opened page is at rest. */
  settleMs: number;
};

/** Files of two sizes; the small one several times, for what the page takes of the large one is held against it. */
export const large = ({ small, largeBytes, settleMs }: Sizes, withStack: WithStack): Promise<Figure[]> =>
  measureFormats(small, largeBytes, (kind, bytes) =>
    withStack((stack) => uploadOnce(stack, kind, bytes, settleMs)),
  );

async function measureFormats(
  small: Sizes['small'],
  largeBytes: number,
  upload: (kind: FileFormat, bytes: number) => Promise<UploadResult>,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const kind of fileFormats) {
    const name = (bytes: number) => `${bytes / 1e6} MB of ${kind.toUpperCase()}`;
    const first = await medianRound(small.rounds, () => upload(kind, small.bytes));
    const then = await upload(kind, largeBytes);
    figures.push(...figuresOf(name(small.bytes), first), ...figuresOf(name(largeBytes), then), {
      name: `page over idle, ${name(largeBytes)} to ${name(small.bytes)}`,
      value: then.memory.page / first.memory.page,
      unit: '×',
      goal: { max: 1.5 },
    });
  }
  return figures;
}
