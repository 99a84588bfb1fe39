/** On a very slow machine each upload is stored exactly once, and each sender gets a correct answer. */
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { JsonSchema } from '@cloakroom/contract/fields.ts';
import { getJob, hasEnded, Job, uploadJob } from '@cloakroom/contract/jobs.ts';
import { slowProcess } from '#tests/support/slowProcess.ts';
import { ensureAccount, makeSchema } from '#tools/client.ts';
import { freePorts, startStack } from '#tools/stack.ts';
import { openPageSender } from './support/pageUpload.ts';
import { stored } from './support/stored.ts';

/** `npm run slow` sets it to 20. */
const runs = Number(process.env.SLOW_RUNS ?? 1);
const account = { email: 'slow@example.org', password: 'a long enough password' };
const run = promisify(execFile);

/** How many rows of the zip codes are used. `npm run slow` uses all of them. */
const maxSampleRows = Number(process.env.SLOW_ROWS ?? 2_000);
const wholeSample = readFileSync('public/samples/zipcodes.csv', 'utf8').trimEnd();
const sample = wholeSample
  .split('\n')
  .slice(0, maxSampleRows + 1)
  .join('\n');
const sampleFields = JsonSchema.parse(
  JSON.parse(readFileSync('public/samples/zipcodes.schema.json', 'utf8')),
);
const sampleRows = sample.split('\n').length - 1;

/** 15 MB in long rows: the cost of sealing depends on the number of rows. */
const longRows = 15_000;
const large = ['text', ...Array.from({ length: longRows }, (_, i) => `${i}`.padEnd(1_000, 'x'))].join('\n');
const largeFields = JsonSchema.parse({
  type: 'object',
  properties: { text: { type: 'string' } },
  required: ['text'],
});

const names = { first_name: 'Sam', last_name: 'Slow', organization_name: 'Snails' };

/** The programs with a signed-in person, a page and the files to send. Each test starts its own, because both run at the same time. */
async function startSenders() {
  const folder = mkdtempSync(join(tmpdir(), 'cloakroom-slow-'));
  chmodSync(folder, 0o755);
  const ports = await freePorts();
  const database = { dataDir: folder, port: ports.databasePort ?? 0 };
  const stack = await startStack({ dataDir: folder, ...ports, quiet: true });
  const person = await ensureAccount(stack, account, names);
  const page = await openPageSender(stack.url, account);
  writeFileSync(join(folder, 'sample.csv'), sample);
  writeFileSync(join(folder, 'large.csv'), large);

  let schemas = 0;
  /** The ended job. Repeats calls that the slow proxy did not answer. */
  const ended = async (id: string): Promise<Job> => {
    for (;;) {
      const job = await person.call(getJob, { params: { id } }).catch(() => null);
      if (job && hasEnded(job)) return job;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  };
  const env = {
    ...process.env,
    CLOAKROOM_EMAIL: account.email,
    CLOAKROOM_PASSWORD: account.password,
    PROXY_PORT: new URL(stack.url).port,
    DATA_DIR: folder,
  };

  return {
    stack,
    newSchema: async (definition: JsonSchema): Promise<string> => {
      const name = `S${(schemas += 1)}`;
      return (await makeSchema(person, { dataset: name, schema: name }, definition)).schema.id;
    },

    byPage: (schema: string, csv: string): Promise<Job> => page.upload(schema, csv),

    /** Uploads with curl, and waits for the end of the job. */
    byCurl: async (schema: string, file: string): Promise<Job> => {
      const { stdout } = await run('curl', [
        ...['-sS', '--fail-with-body', '-u', `${account.email}:${account.password}`],
        ...['-H', 'content-type: text/csv', '--data-binary', `@${join(folder, file)}`],
        `${stack.url}${uploadJob.path}?schema=${schema}`,
      ]);
      return ended(uploadJob.reply.parse(JSON.parse(stdout)).job_id);
    },

    /** Uploads with the command line, which prints the ended job. */
    byCommand: async (schema: string, file: string): Promise<Job> => {
      const command = ['packages/proxy/bin/cloakroom.mjs', 'record', 'create'];
      const parameters = [...command, join(folder, file), '--schema', schema];
      return Job.parse(JSON.parse((await run(process.execPath, parameters, { env })).stdout));
    },

    /** Expects that the sender got a complete job, and that all rows are stored once. */
    expectOnce: async (schema: string, job: Job, rows: number): Promise<void> => {
      expect(job).toMatchObject({ status: 'complete', processed: rows, total: rows });
      expect(await stored(database, schema)).toMatchObject({ records: rows, uploads: 1, loose: 0 });
    },

    async close(): Promise<void> {
      await page.close();
      await stack.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Senders = Awaited<ReturnType<typeof startSenders>>;

/** Runs an action `runs` times while the proxy is stopped for a part of every two seconds. */
async function onSlowProxy(
  { name, stoppedMs, definitions }: { name: string; stoppedMs: number; definitions: JsonSchema[] },
  action: (senders: Senders, schemas: string[]) => Promise<void>,
): Promise<void> {
  const senders = await startSenders();
  try {
    for (let round = 1; round <= runs; round++) {
      const schemas = await Promise.all(definitions.map(senders.newSchema));
      const startedAt = performance.now();
      const stopSlowing = slowProcess(() => senders.stack.proxy.pid(), stoppedMs);
      await action(senders, schemas).finally(stopSlowing);
      if (runs > 1) console.log(`${name} ${round}: ${Math.round((performance.now() - startedAt) / 1000)} s`);
    }
  } finally {
    await senders.close();
  }
}

const timeoutMs = 180_000 + runs * 900_000;

test.concurrent(
  'the page, curl and the command line store a sample once while the proxy runs a twentieth of the time',
  () =>
    onSlowProxy(
      { name: 'samples', stoppedMs: 1_900, definitions: Array<JsonSchema>(3).fill(sampleFields) },
      async ({ byPage, byCurl, byCommand, expectOnce }, ids) => {
        const [inPage = '', inCurl = '', inCommand = ''] = ids;
        const jobs = await Promise.all([
          byPage(inPage, sample),
          byCurl(inCurl, 'sample.csv'),
          byCommand(inCommand, 'sample.csv'),
        ]);
        for (const [number, id] of ids.entries()) await expectOnce(id, jobs[number]!, sampleRows);
      },
    ),
  timeoutMs,
);

test.concurrent(
  'five files of 15 MB at once are each stored once while the proxy runs a fifth of the time',
  () =>
    onSlowProxy(
      { name: 'five of 15 MB', stoppedMs: 1_600, definitions: Array<JsonSchema>(5).fill(largeFields) },
      async ({ byPage, byCurl, byCommand, expectOnce }, ids) => {
        const senders = [
          (id: string) => byPage(id, large),
          (id: string) => byCurl(id, 'large.csv'),
          (id: string) => byCommand(id, 'large.csv'),
          (id: string) => byCurl(id, 'large.csv'),
          (id: string) => byCommand(id, 'large.csv'),
        ];
        const jobs = await Promise.all(ids.map((id, number) => senders[number]!(id)));
        for (const [number, id] of ids.entries()) await expectOnce(id, jobs[number]!, longRows);
      },
    ),
  timeoutMs,
);
