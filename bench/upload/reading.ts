/** Reading, validating and sending in the page, each in turn with the alternatives. */
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
  /** Bytes of the files that every way reads, and of those that only fit through some. */
  bytes: number;
  largeBytes: number;
  rounds: number;
};

type Method = keyof Readers | 'send' | 'fetch';

/** What each format is read with, in this order, round after round. */
const methods: Record<FileFormat, Method[]> = {
  csv: ['checked', 'papa', 'bytes', 'unchecked'],
  json: ['checked', 'whole', 'batches', 'bytes', 'unchecked'],
};
/** How many times as often a file is sent as it is read: a third of a second is soon measured, and easily disturbed. */
const sendsPerRound = 5;

async function secondsOf(page: Page, way: Method, file: string): Promise<number> {
  const call = way === 'send' || way === 'fetch' ? `${way}('${file}')` : `read('${way}', '${file}')`;
  return z.number().parse(await page.evaluate(`compared.${call}`));
}

/** The times of each way, by round. */
async function timeMethods(page: Page, file: string, each: Method[], rounds: number) {
  const times = new Map<Method, number[]>(each.map((way) => [way, []]));
  for (let round = 0; round < rounds; round++)
    for (const way of each) times.get(way)?.push(await secondsOf(page, way, file));
  /** How many times as fast as the other. */
  return (way: Method, other: Method): number[] =>
    times.get(other)!.map((seconds, round) => seconds / times.get(way)![round]!);
}

/** Of the formats' files: the figures that both have, then each its own. */
async function figuresOf(page: Page, kind: FileFormat, rounds: number): Promise<Figure[]> {
  const ratio = await timeMethods(page, `usual.${kind}`, methods[kind], rounds);
  const sent = await timeMethods(page, `usual.${kind}`, ['send', 'fetch'], sendsPerRound * rounds);
  const figure = (name: string, values: number[], goal: Figure['goal']) =>
    medianOf(`${kind.toUpperCase()} ${name}`, values, '×', goal);
  const checked = 'to a checked body, ratio to';
  const own =
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
    ...own,
    figure('checking on top, time to that without', ratio('unchecked', 'checked'), { max: 2 }),
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

    // Once each: a gigabyte takes its time, and JSON.parse doesn't survive it.
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
