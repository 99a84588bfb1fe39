import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { JsonSchema } from '@cloakroom/contract/fields.ts';
import { Job, listJobs, uploadJob } from '@cloakroom/contract/jobs.ts';
import { DecryptedRecord, SealedRecord } from '@cloakroom/contract/records.ts';
import { tracesBelow } from '#tests/support/traces.ts';
import { ensureAccount, makeSchema, type Client } from '#tools/client.ts';
import { waitUntilOk, freePorts, startStack, type Stack } from '#tools/stack.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';
import { stored } from './support/stored.ts';
import { kill, victims } from './support/victims.ts';

/** `npm run kills` sets it to 20 points and 100,000 records. */
const points = Number(process.env.KILL_POINTS ?? 2);
const count = Number(process.env.KILL_RECORDS ?? 6_000);
const account = { email: 'killed@example.org', password: 'a long enough password' };
const kinds = ['red', 'green', 'blue'];
const definition = JsonSchema.parse({
  type: 'object',
  properties: {
    token: { type: 'string' },
    kind: { type: 'string', enum: kinds },
    number: { type: 'integer', minimum: 0, maximum: 1_000_000 },
  },
  required: ['token', 'kind', 'number'],
});
/** The beginning of every value of this run; it occurs nowhere else. */
const marker = `canary-${randomBytes(12).toString('base64url')}`;
const rowAt = (number: number) => ({ token: `${marker}-${number}`, kind: kinds[number % 3]!, number });
const csv = [
  'token,kind,number',
  ...Array.from({ length: count }, (_, i) => Object.values(rowAt(i)).join(',')),
].join('\n');

/** Below this progress (from 0 to 1) an upload is read, checked and sealed; above it, it is sent and published. */
const sealedProgress = 0.6;

const dataDir = await temporaryFolder();
let stack: Stack;
let database: { dataDir: string; port: number };
let person: Client;
/** The time from a job's acknowledgement to its end if no program is killed. */
let sendingMs = Infinity;
/** How the uploads ended, by program and progress. */
const outcomes: string[] = [];

beforeAll(async () => {
  const ports = await freePorts();
  database = { dataDir, port: ports.databasePort ?? 0 };
  stack = await startStack({ dataDir, ...ports, quiet: true, restarts: 60 });
  const names = { first_name: 'Kim', last_name: 'Killed', organization_name: 'Hardy' };
  person = await ensureAccount(stack, account, names);
  const warmUp = await begin('Warm');
  await reached(warmUp.schema, 1);
  await warmUp.ended;
}, 120_000);

afterAll(async () => {
  await stack.stop();
  if (points > 2) console.log(outcomes.sort().join('\n'));
});

/** Starts an upload into a new schema. `ended` resolves to the ended job, or to null if there was none. */
async function begin(name: string): Promise<{ schema: string; ended: Promise<Job | null> }> {
  const { schema } = await makeSchema(person, { dataset: name, schema: name }, definition);
  const sent = person.send('POST', `${uploadJob.path}?schema=${schema.id}`, csv, 'text/csv').then(
    () => true,
    () => false,
  );
  const ended = sent.then(async () => {
    await waitUntilOk(`${stack.url}/api/status/`);
    for (;;) {
      const jobs = await jobsOf(schema.id);
      if (jobs?.every(({ status }) => status === 'complete' || status === 'failed')) {
        expect(jobs.length).toBeLessThanOrEqual(1);
        return jobs[0] ?? null;
      }
      await sleep(50);
    }
  });
  return { schema: schema.id, ended };
}

/** The jobs of a schema; null while a program is down. */
const jobsOf = (schema: string) =>
  person.send('GET', `${listJobs.path}?schema=${schema}`).then(
    async (answer) => z.array(Job).parse(await answer.json()),
    () => null,
  );

/**
 * Waits until an upload has reached a point from 0 to 1: by rows while they are read, then by the expected sending
 * time. An upload that ends earlier lowers that expectation.
 */
async function reached(schema: string, point: number): Promise<Job | undefined> {
  let acknowledgedAt: number | null = null;
  for (;;) {
    const [job] = (await jobsOf(schema)) ?? [];
    if (job?.status === 'uploading') {
      if (point < sealedProgress && job.total >= (point / sealedProgress) * count) return job;
    } else if (job) {
      acknowledgedAt ??= performance.now();
      const passedMs = performance.now() - acknowledgedAt;
      if (job.status !== 'processing') sendingMs = Math.min(sendingMs, passedMs);
      if (
        job.status !== 'processing' ||
        passedMs >= ((point - sealedProgress) / (1 - sealedProgress)) * sendingMs
      )
        return job;
    }
    await sleep(5);
  }
}

const search = async (schema: string, label: string, value: string) => {
  const body = JSON.stringify({ schema, filters: [{ label, value }] });
  return person.send('POST', '/api/records/search/', body);
};

/** Repeats a query until it is answered, as a restarted program may not be ready yet. */
async function answered<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++)
    try {
      return await ask();
    } catch (error) {
      if (tries === 100) throw error;
      await sleep(100);
    }
}

/** Expects every record once in the table and in the index, and decrypts some of them. */
async function expectWhole(schema: string): Promise<void> {
  const { records, uploads, loose } = await answered(() => stored(database, schema));
  expect({ records, uploads, loose }).toEqual({ records: count, uploads: 1, loose: 0 });
  const sum = await answered(() => search(schema, 'number', 'sum(>=0)'));
  expect(await sum.json()).toEqual([{ data: { value: (count * (count - 1)) / 2 } }]);
  const red = await answered(() => search(schema, 'kind', 'red'));
  expect(Number(red.headers.get('x-total-count'))).toBe(Math.ceil(count / 3));
  const ids = new Set<string>();
  for (const offset of [0, Math.floor(count / 2), count - 20]) {
    const page = await person.send('GET', `/api/records/?schema=${schema}&limit=20&offset=${offset}`);
    const sealed = z.array(SealedRecord).parse(await page.json());
    const opened = await person.send('POST', '/api/records/decrypt/', JSON.stringify(sealed));
    const values = z.array(DecryptedRecord).parse(await opened.json());
    expect(values.map(({ data }) => data)).toEqual(Array.from({ length: 20 }, (_, i) => rowAt(offset + i)));
    for (const { id } of sealed) ids.add(id);
  }
  expect(ids.size).toBe(60);
}

/** Expects no trace of the upload anywhere. */
async function expectNothing(schema: string): Promise<void> {
  expect(await answered(() => stored(database, schema))).toEqual({
    records: 0,
    uploads: 0,
    segments: 0,
    loose: 0,
  });
  const found = await answered(() => search(schema, 'number', '>=0'));
  expect(Number(found.headers.get('x-total-count'))).toBe(0);
}

/** The files of the spool in which a value is readable. The proxy is paused during the search. */
function filesWithMarker(): string[] {
  const spool = join(stack.dataDir, 'spool');
  stack.proxy.kill('SIGSTOP');
  try {
    return existsSync(spool) ? tracesBelow(spool, marker) : [];
  } finally {
    stack.proxy.kill('SIGCONT');
  }
}

describe.each(victims)('the %s killed', (victim) => {
  test.each(Array.from({ length: points }, (_, i) => Math.round(((i + 0.5) / points) * 100)))(
    'at %i percent of an upload: it completes or leaves no trace, without intervention',
    async (percent) => {
      const { schema, ended } = await begin(`${victim} ${percent}`);
      const before = await reached(schema, percent / 100);
      kill(stack, victim);
      expect(filesWithMarker()).toEqual([]);
      const job = await ended;
      outcomes.push(`${victim} killed while ${before?.status ?? 'unknown'}: ${job?.status ?? 'no job'}`);
      if (job?.status === 'complete') {
        expect(job).toMatchObject({ processed: count, total: count });
        await expectWhole(schema);
      } else await expectNothing(schema);
      const left = readdirSync(join(stack.dataDir, 'spool'), { recursive: true }).map(String);
      expect(left.filter((name) => /\.(head|records|tmp)$/.test(name))).toEqual([]);
      await waitUntilOk(`${stack.url}/api/health/`);
    },
    180_000,
  );
});
