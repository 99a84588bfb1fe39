/** Reading, validating and sending in the page, alternating with the alternatives. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { openBrowser } from '../browser.ts';
import { medianOf, type Figure } from '../figures.ts';
import { fileFormats, writeRows, type FileFormat } from './data.ts';
import type { Readers } from './reader.worker.ts';
import { openSite } from './site.ts';

export type ReadingSize = {
  /** The sizes of the files for all methods, and of those that only some methods can read. */
  bytes: number;
  largeBytes: number;
  rounds: number;
};

type Method = keyof Readers | 'send' | 'fetch';

/** The methods for each format, in the order of each round. */
const methods: Record<FileFormat, Method[]> = {
  csv: ['checked', 'papa', 'bytes', 'unchecked'],
  json: ['checked', 'whole', 'batches', 'bytes', 'unchecked'],
};
/** How often a file is sent in each round: sending takes a third of a second, so that its time is easily disturbed. */
const sendsPerRound = 5;

async function secondsOf(page: Page, method: Method, file: string): Promise<number> {
  const call =
    method === 'send' || method === 'fetch' ? `${method}('${file}')` : `read('${method}', '${file}')`;
  return z.number().parse(await page.evaluate(`compared.${call}`));
}

/** Measures each method in each round. @returns a function that compares two methods. */
async function timeMethods(page: Page, file: string, compared: Method[], rounds: number) {
  const times = new Map<Method, number[]>(compared.map((method) => [method, []]));
  for (let round = 0; round < rounds; round++)
    for (const method of compared) times.get(method)?.push(await secondsOf(page, method, file));
  /** How many times faster than the other method, in each round. */
  return (method: Method, other: Method): number[] =>
    times.get(other)!.map((seconds, round) => seconds / times.get(method)![round]!);
}

/** The figures of a format: its own, then those that both formats have. */
async function figuresOf(page: Page, kind: FileFormat, rounds: number): Promise<Figure[]> {
  const ratio = await timeMethods(page, `usual.${kind}`, methods[kind], rounds);
  const sent = await timeMethods(page, `usual.${kind}`, ['send', 'fetch'], sendsPerRound * rounds);
  const figure = (name: string, values: number[], goal: Figure['goal']) =>
    medianOf(`${kind.toUpperCase()} ${name}`, values, '×', goal);
  const checked = 'to a checked body, ratio to';
  const formatFigures =
    kind === 'csv'
      ? [
          figure(`${checked} Papa.parse(File) with trimming`, ratio('checked', 'papa'), { min: 3 }),
          figure(`${checked} reading alone`, ratio('checked', 'bytes'), { min: 0.5 }),
          figure('read without checking, ratio to reading alone', ratio('unchecked', 'bytes'), null),
        ]
      : [
          figure(`${checked} JSON.parse of the whole`, ratio('checked', 'whole'), { min: 0.6 }),
          figure(`${checked} JSON.parse by batches`, ratio('checked', 'batches'), null),
          figure(`${checked} reading alone`, ratio('checked', 'bytes'), null),
        ];
  return [
    ...formatFigures,
    figure('time with checking, ratio to without', ratio('unchecked', 'checked'), { max: 2 }),
    figure('sending, ratio to a bare fetch(File)', sent('send', 'fetch'), { min: 0.9 }),
  ];
}

export async function reading({ bytes, largeBytes, rounds }: ReadingSize): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'cloakroom-bench-'));
  const site = await openSite(join(folder, 'site'));
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(site.url);
    const files = fileFormats.flatMap((kind) => [
      { path: join(folder, `usual.${kind}`), kind, size: bytes },
      { path: join(folder, `large.${kind}`), kind, size: largeBytes },
    ]);
    for (const { path, kind, size } of files) writeRows(path, kind, size);
    await page.locator('input').setInputFiles(files.map(({ path }) => path));
    const figures: Figure[] = [];
    for (const kind of fileFormats) figures.push(...(await figuresOf(page, kind, rounds)));

    // Only one round: a gigabyte takes long, and JSON.parse of the whole fails.
    const large = `${largeBytes / 1e6} MB of`;
    const csv = await timeMethods(page, 'large.csv', ['checked', 'papa', 'bytes'], 1);
    const json = await timeMethods(page, 'large.json', ['checked', 'batches', 'bytes'], 1);
    figures.push(
      medianOf(`${large} CSV, ratio to Papa.parse(File) with trimming`, csv('checked', 'papa'), '×', {
        min: 3,
      }),
      medianOf(`${large} CSV, ratio to reading alone`, csv('checked', 'bytes'), '×', { min: 0.5 }),
      medianOf(`${large} JSON, ratio to JSON.parse by batches`, json('checked', 'batches'), '×', null),
      medianOf(`${large} JSON, ratio to reading alone`, json('checked', 'bytes'), '×', null),
    );
    return figures;
  } finally {
    await browser.close();
    site.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
