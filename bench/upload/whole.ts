/** An upload from the dropped file to "Upload Complete", compared with COPY of the same rows in plain text. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyPlain } from '../copyPlain.ts';
import { median, medianOf, type Figure } from '../figures.ts';
import { columns, csvOf, definition } from '../search/data.ts';
import type { BenchStack, UploadResult, WithStack } from '../benchStack.ts';

export type WholeSize = { records: number; rounds: number };

type Round = { sealed: UploadResult; plain: number };

/** Several rounds of one size. */
async function roundsOf(stack: BenchStack, { records, rounds }: WholeSize): Promise<Round[]> {
  const { browser, page } = await stack.openSignedInPage();
  try {
    const chunks = [...csvOf(records)].map((chunk) => Buffer.from(chunk));
    const path = join(stack.dataDir, `${records}.csv`);
    writeFileSync(path, Buffer.concat(chunks));
    const results: Round[] = [];
    for (let round = 0; round < rounds; round++) {
      await stack.openNewSchema(page, definition);
      const sealed = await stack.upload(page, path);
      if (sealed.records !== records) throw new Error(`${sealed.records} of ${records} records were stored.`);
      const { seconds: plain } = await copyPlain(stack.database, columns, chunks.slice(1));
      results.push({ sealed, plain });
    }
    return results;
  } finally {
    await browser.close();
  }
}

/** @param sizes - from few records to many: the memory of the last is compared with that of the first. */
export async function whole(sizes: WholeSize[], withStack: WithStack): Promise<Figure[]> {
  const figures: Figure[] = [];
  const proxies: number[] = [];
  const services: number[] = [];
  for (const size of sizes) {
    const results = await withStack((stack) => roundsOf(stack, size));
    const { records } = size;
    const figure = (name: string, unit: string, goal: Figure['goal'], valueOf: (round: Round) => number) =>
      medianOf(`${records} records of 8 fields, ${name}`, results.map(valueOf), unit, goal);
    figures.push(
      figure('upload', 'records/s', null, ({ sealed }) => records / sealed.seconds),
      figure('COPY', 'records/s', null, ({ plain }) => records / plain),
      figure('ratio to COPY', '×', { min: 1.5 }, ({ sealed, plain }) => plain / sealed.seconds),
      figure('proxy', 'MB', { max: 500 }, ({ sealed }) => sealed.proxy),
      figure('service', 'MB', { max: 500 }, ({ sealed }) => sealed.service),
    );
    // Only the first round counts: in later rounds the proxy also keeps the index of earlier ones, up to INDEX_MEMORY.
    proxies.push(results[0]!.sealed.proxy);
    services.push(median(results.map(({ sealed }) => sealed.service)));
  }
  const growth = (program: string, memory: number[]): Figure => ({
    name: `${program}, most records to fewest`,
    value: memory.at(-1)! / memory[0]!,
    unit: '×',
    goal: { max: 1.25 },
  });
  return [...figures, growth('proxy', proxies), growth('service', services)];
}
