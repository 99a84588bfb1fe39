/** The export of all records as CSV with the command line, compared with COPY of the same rows in plain text to a file. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from, to } from 'pg-copy-streams';
import { makeSchema } from '#tools/client.ts';
import { medianOf, type Figure } from './figures.ts';
import { memoryOf, peakOf, resetPeak } from './memory.ts';
import { account, startPrograms } from './programs.ts';
import { columns, csvOf, definition } from './search/data.ts';

type Programs = Awaited<ReturnType<typeof startPrograms>>;

/** How often the progress of an export is checked, to interrupt it halfway. */
const pollMs = 20;

/** Starts the command line. */
function start({ stack, dataDir }: Programs, parameters: string[]) {
  const { port } = new URL(stack.url);
  return spawn(process.execPath, ['packages/proxy/bin/cloakroom.mjs', ...parameters], {
    env: {
      ...process.env,
      CLOAKROOM_EMAIL: account.email,
      CLOAKROOM_PASSWORD: account.password,
      PROXY_PORT: port,
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Runs the command line to its end. @returns seconds. */
async function run(programs: Programs, parameters: string[]): Promise<number> {
  const started = performance.now();
  const [code] = (await once(start(programs, parameters), 'exit')) as [number];
  if (code !== 0) throw new Error(`The command ended with ${code}.`);
  return (performance.now() - started) / 1000;
}

/** Copies the plain table into a file. @returns seconds. */
async function copyOut(client: pg.Client, path: string): Promise<number> {
  const started = performance.now();
  const stream = client.query(to('COPY bench_plain TO STDOUT (FORMAT csv)'));
  await pipeline(stream, createWriteStream(path));
  return (performance.now() - started) / 1000;
}

async function fillPlain(client: pg.Client, chunks: readonly Buffer[]): Promise<void> {
  const columnList = Object.entries(columns).map(([name, type]) => `"${name}" ${type}`);
  await client.query(`CREATE TABLE bench_plain (${columnList.join(', ')})`);
  const stream = client.query(from('COPY bench_plain FROM STDIN (FORMAT csv)'));
  await pipeline(Readable.from(chunks), stream);
}

/** Ends an export when half of its file is written. @returns seconds. */
async function interrupt(
  programs: Programs,
  parameters: string[],
  path: string,
  bytes: number,
): Promise<number> {
  const started = performance.now();
  const child = start(programs, parameters);
  const ended = once(child, 'exit');
  const part = `${path}.part`;
  // A small export may end before it can be interrupted.
  while (child.exitCode === null && (!existsSync(part) || statSync(part).size < bytes / 2))
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  child.kill('SIGKILL');
  await ended;
  return (performance.now() - started) / 1000;
}

/** @param records - in one upload. */
export async function exports({ records, rounds }: { records: number; rounds: number }): Promise<Figure[]> {
  const programs = await startPrograms();
  const client = new pg.Client(programs.url);
  try {
    await client.connect();
    const chunks = [...csvOf(records)].map((chunk) => Buffer.from(chunk));
    await fillPlain(client, chunks.slice(1));
    const { schema } = await makeSchema(programs.person, { dataset: 'Bench', schema: 'Bench' }, definition);
    const job = await programs.person.upload(schema.id, Buffer.concat(chunks), 'text/csv');
    if (job.status !== 'complete') throw new Error(job.error);
    const path = join(programs.dataDir, 'export.csv');
    const parameters = ['record', 'export', '--schema', schema.id, '--decrypt', '--output', path];
    // The first export waits until the index has been read.
    await run(programs, parameters);
    const proxy = programs.stack.proxy.pid() ?? 0;
    const before = memoryOf(proxy);
    resetPeak(proxy);
    const sealed: number[] = [];
    const plain: number[] = [];
    for (let round = 0; round < rounds; round++) {
      sealed.push(await run(programs, parameters));
      plain.push(await copyOut(client, join(programs.dataDir, 'plain.csv')));
    }
    const growth = peakOf(proxy) - before;
    const { size } = statSync(path);
    writeFileSync(path, '');
    const first = await interrupt(programs, parameters, path, size);
    const rest = await run(programs, parameters);
    if (statSync(path).size !== size) throw new Error('The continued export differs from the whole one.');
    const name = `${records} records of 8 fields`;
    return [
      medianOf(
        `${name}, export`,
        sealed.map((seconds) => records / seconds),
        'records/s',
        { min: 50_000 },
      ),
      medianOf(
        `${name}, COPY`,
        plain.map((seconds) => records / seconds),
        'records/s',
        null,
      ),
      medianOf(
        `${name}, export to COPY`,
        sealed.map((seconds, round) => plain[round]! / seconds),
        '×',
        null,
      ),
      { name: `${name}, proxy's memory beyond that before`, value: growth, unit: 'MB', goal: { max: 200 } },
      { name: `${name}, cut halfway and continued`, value: first + rest, unit: 's', goal: null },
    ];
  } finally {
    await client.end();
    await programs.close();
  }
}
