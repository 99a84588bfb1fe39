/** An upload of 200,000 flights, from the dropped file to "Upload Complete", in a real browser. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { JsonSchema } from '@cloakroom/contract/fields.ts';
import { flights as everyFlight } from '#tools/samples.ts';
import { copyPlain } from './copyPlain.ts';
import { medianOf, type Figure } from './figures.ts';
import { jankDuring, type Jank } from './jank.ts';
import { startBenchStack, type UploadResultWithJank } from './benchStack.ts';

type Round = { sealed: UploadResultWithJank; idle: Jank; plain: number };

/** @param rows - how many flights; all 200,000 unless it is a trial run. */
export async function flights({ rows, rounds }: { rows: number; rounds: number }): Promise<Figure[]> {
  const stack = await startBenchStack();
  const { browser, page } = await stack.openSignedInPage();
  try {
    const all = z.array(z.record(z.string(), z.number())).parse(JSON.parse(everyFlight())).slice(0, rows);
    const path = join(stack.dataDir, 'flights.json');
    writeFileSync(path, JSON.stringify(all));
    const definition = JsonSchema.parse(
      JSON.parse(readFileSync('public/samples/flights.schema.json', 'utf8')),
    );
    const columns = Object.keys(all[0] ?? {});
    const lines = all.map((row) => columns.map((name) => row[name] ?? 0).join(','));
    const types = Object.fromEntries(columns.map((name) => [name, 'double precision']));

    const results: Round[] = [];
    for (let round = 0; round < rounds; round++) {
      await stack.openNewSchema(page, definition);
      const sealed = await stack.uploadWithJank(page, path);
      const idle = await jankDuring(page, () => page.waitForTimeout(2000));
      const { seconds: plain } = await copyPlain(stack.database, types, [
        Buffer.from(`${lines.join('\n')}\n`),
      ]);
      results.push({ sealed, idle, plain });
    }
    const figure = (name: string, unit: string, goal: Figure['goal'], valueOf: (round: Round) => number) =>
      medianOf(name, results.map(valueOf), unit, goal);
    return [
      figure('upload', 'records/s', null, ({ sealed }) => rows / sealed.seconds),
      figure(
        'upload, ratio to COPY in plain text with B-trees',
        '×',
        { min: 0.4 },
        ({ sealed, plain }) => plain / sealed.seconds,
      ),
      figure(
        'longest main-thread task while uploading',
        'ms',
        { max: 50 },
        ({ sealed }) => sealed.longestOwnTask,
      ),
      figure(
        'longest frame gap over idle',
        'ms',
        { max: 25 },
        ({ sealed, idle }) => sealed.longestGap - idle.longestGap,
      ),
      figure('proxy, peak memory', 'MB', { max: 500 }, ({ sealed }) => sealed.proxy),
      figure('service, peak memory', 'MB', { max: 500 }, ({ sealed }) => sealed.service),
    ];
  } finally {
    await browser.close();
    await stack.close();
  }
}
