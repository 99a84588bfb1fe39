/** The export of all records as CSV by the command line, compared with COPY of the same rows in plain text to a file. */
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

/** How often the progress of an export is looked at, to cut it halfway. */
const pollMs = 20;

/** Starts the command line. */
function start({ stack, dataDir }: Programs, words: string[]) {
  const { port } = new URL(stack.url);
  return spawn(process.execPath, ['packages/proxy/bin/cloakroom.mjs', ...words], {
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
async function run(programs: Programs, words: string[]): Promise<number> {
  const started = performance.now();
  const [code] = (await once(start(programs, words), 'exit')) as [number];
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

async function fillPlain(client: pg.Client, pieces: readonly Buffer[]): Promise<void> {
  const described = Object.entries(columns).map(([name, type]) => `"${name}" ${type}`);
  await client.query(`CREATE TABLE bench_plain (${described.join(', ')})`);
  const stream = client.query(from('COPY bench_plain FROM STDIN (FORMAT csv)'));
  await pipeline(Readable.from(pieces), stream);
}

/** Ends an export when half of its file is written. */
async function cut(programs: Programs, words: string[], path: string, bytes: number): Promise<number> {
  const started = performance.now();
  const child = start(programs, words);
  const ended = once(child, 'exit');
  const part = `${path}.part`;
  // A small export ends before it can be cut.
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
    const pieces = [...csvOf(records)].map((piece) => Buffer.from(piece));
    await fillPlain(client, pieces.slice(1));
    const { schema } = await makeSchema(programs.person, { dataset: 'Bench', schema: 'Bench' }, definition);
    const job = await programs.person.upload(schema.id, Buffer.concat(pieces), 'text/csv');
    if (job.status !== 'complete') throw new Error(job.error);
    const path = join(programs.dataDir, 'export.csv');
    const words = ['record', 'export', '--schema', schema.id, '--decrypt', '--output', path];
    // The first export waits for the index to be read.
    await run(programs, words);
    const proxy = programs.stack.proxy.pid() ?? 0;
    const before = memoryOf(proxy);
    resetPeak(proxy);
    const sealed: number[] = [];
    const plain: number[] = [];
    for (let round = 0; round < rounds; round++) {
      sealed.push(await run(programs, words));
      plain.push(await copyOut(client, join(programs.dataDir, 'plain.csv')));
    }
    const growth = peakOf(proxy) - before;
    const { size } = statSync(path);
    writeFileSync(path, '');
    const first = await cut(programs, words, path, size);
    const rest = await run(programs, words);
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
        sealed.map((seconds, at) => plain[at]! / seconds),
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
