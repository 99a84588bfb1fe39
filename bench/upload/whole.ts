/** The whole way, from the drop of a file to "Upload Complete", against COPY of the same rows in plain text. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyPlain } from '../copyPlain.ts';
import { median, medianOf, type Figure } from '../figures.ts';
import { columns, csvOf, definition } from '../search/data.ts';
import { openStage, type Uploaded } from '../stage.ts';

export type WholeSize = { records: number; rounds: number };

type Round = { sealed: Uploaded; plain: number };

/** So many records, round after round, in programs of their own: what they hold on to is not counted for others. */
async function roundsOf({ records, rounds }: WholeSize): Promise<Round[]> {
  const stage = await openStage();
  const { browser, page } = await stage.visit();
  try {
    const pieces = [...csvOf(records)].map((piece) => Buffer.from(piece));
    const path = join(stage.dataDir, `${records}.csv`);
    writeFileSync(path, Buffer.concat(pieces));
    const seen: Round[] = [];
    for (let round = 0; round < rounds; round++) {
      await stage.toNewSchema(page, definition);
      const sealed = await stage.upload(page, path);
      if (sealed.records !== records) throw new Error(`${sealed.records} of ${records} records were stored.`);
      seen.push({ sealed, plain: await copyPlain(stage.database, columns, pieces.slice(1)) });
    }
    return seen;
  } finally {
    await browser.close();
    await stage.close();
  }
}

/** @param sizes - from few records to many: memory of the last is held against that of the first. */
export async function whole(sizes: WholeSize[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  const proxies: number[] = [];
  const services: number[] = [];
  for (const size of sizes) {
    const seen = await roundsOf(size);
    const { records } = size;
    const figure = (name: string, unit: string, goal: Figure['goal'], pick: (round: Round) => number) =>
      medianOf(`${records} records of 8 fields, ${name}`, seen.map(pick), unit, goal);
    figures.push(
      figure('upload', 'records/s', null, ({ sealed }) => records / sealed.seconds),
      figure('COPY', 'records/s', null, ({ plain }) => records / plain),
      figure('ratio to COPY', '×', { least: 0.4 }, ({ sealed, plain }) => plain / sealed.seconds),
      figure('proxy', 'MB', { most: 500 }, ({ sealed }) => sealed.proxy),
      figure('service', 'MB', { most: 500 }, ({ sealed }) => sealed.service),
    );
    // Of the first round: in later ones it also keeps the index of those before, as INDEX_MEMORY lets it.
    proxies.push(seen[0]!.sealed.proxy);
    services.push(median(seen.map(({ sealed }) => sealed.service)));
  }
  const growth = (program: string, memory: number[]): Figure => ({
    name: `${program}, most records to fewest`,
    value: memory.at(-1)! / memory[0]!,
    unit: '×',
    goal: { most: 1.25 },
  });
  return [...figures, growth('proxy', proxies), growth('service', services)];
}
