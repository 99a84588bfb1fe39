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
    // An idle page at the same time shows the delays that the machine itself causes.
    const idlePage = await browser.newPage();
    await idlePage.waitForTimeout(settleMs);
    const { result: uploaded, ...idle } = await jankDuring(idlePage, () => stack.uploadWithJank(page, path));
    return { rows, idle, uploaded, memory: peaks() };
  } finally {
    await browser.close();
  }
}

type MeasuredUpload = Awaited<ReturnType<typeof uploadOnce>>;

function figuresOf(of: string, result: MeasuredUpload): Figure[] {
  const { rows, idle, uploaded, memory } = result;
  const { records, seconds, longestTask, longestOwnTask, longestGap, proxy, service } = uploaded;
  const idleText = (ms: number) => `an idle page at the same time ${ms.toFixed(0)}`;
  const totalText = `${longestTask.toFixed(0)} including steal time of the machine's host`;
  const figure = (name: string, value: number, unit: string, goal: Figure['goal']): Figure => {
    return { name: `${of}, ${name}`, value, unit, goal };
  };
  return [
    figure('records stored', records, `of ${rows}`, { min: rows }),
    figure('speed', records / seconds, 'records/s', null),
    figure('longest main-thread task', longestOwnTask, `ms (${totalText}; ${idleText(idle.longestTask)})`, {
      max: 50,
    }),
    figure('longest frame gap over idle', longestGap - idle.longestGap, `ms (${idleText(idle.longestGap)})`, {
      max: 25,
    }),
    figure('page over idle', memory.page, 'MB', { max: 200 }),
    figure('browser process over idle', memory.browser, 'MB', { max: 32 }),
    figure('proxy', proxy, 'MB', { max: 500 }),
    figure('service', service, 'MB', { max: 500 }),
  ];
}

/** The round with the median of the page's memory, because its initial value varies by chance. */
async function medianRound(rounds: number, upload: () => Promise<MeasuredUpload>): Promise<MeasuredUpload> {
  const results: MeasuredUpload[] = [];
  for (let round = 0; round < rounds; round++) results.push(await upload());
  const pages = median(results.map(({ memory }) => memory.page));
  return results.find(({ memory }) => memory.page === pages)!;
}

type Sizes = {
  small: { bytes: number; rounds: number };
  largeBytes: number;
  /** The time after which an opened page is idle. */
  settleMs: number;
};

/** Uploads files of two sizes; the small one several times, because the page's memory for the large one is compared with it. */
export const large = ({ small, largeBytes, settleMs }: Sizes, withStack: WithStack): Promise<Figure[]> =>
  measureFormats(small, largeBytes, (kind, bytes) =>
    withStack((stack) => uploadOnce(stack, kind, bytes, settleMs)),
  );

async function measureFormats(
  small: Sizes['small'],
  largeBytes: number,
  upload: (kind: FileFormat, bytes: number) => Promise<MeasuredUpload>,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const kind of fileFormats) {
    const name = (bytes: number) => `${bytes / 1e6} MB of ${kind.toUpperCase()}`;
    const smallResult = await medianRound(small.rounds, () => upload(kind, small.bytes));
    const largeResult = await upload(kind, largeBytes);
    figures.push(...figuresOf(name(small.bytes), smallResult), ...figuresOf(name(largeBytes), largeResult), {
      name: `page over idle, ${name(largeBytes)} to ${name(small.bytes)}`,
      value: largeResult.memory.page / smallResult.memory.page,
      unit: '×',
      goal: { max: 1.5 },
    });
  }
  return figures;
}
