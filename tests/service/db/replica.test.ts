/** Searches with a streaming replica that works, is behind, is stopped, or answers nothing. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { defaultLimits, openDatabase, replicaLimits } from '@cloakroom/service/db/client.ts';
import { migrateDatabase } from '@cloakroom/service/db/migrate.ts';
import { readImmutableFrom, replicaPause } from '@cloakroom/service/db/replica.ts';
import { actor, startBeside, startProxy, type TestProxy } from '#tests/proxy/support/proxy.ts';
import { person } from '#tests/service/support/people.ts';
import { startServiceProgram } from '#tests/service/support/program.ts';
import { startService, type TestService } from '#tests/service/support/service.ts';
import { pollTimeout } from '#tests/support/pollTimeout.ts';
import {
  runOn,
  startPostgresServer,
  startReplica,
  type PostgresServer,
  type Replica,
} from '#tests/support/postgresServer.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const definition = {
  type: 'object' as const,
  properties: { number: { type: 'integer', minimum: 0, maximum: 1_000_000 } },
  required: ['number'],
};
const rows = 2_000;
const csv = ['number', ...Array.from({ length: rows }, (_, number) => number)].join('\n');

let primary: PostgresServer;
let replica: Replica;
let service: TestService;
/** What the service reports of its replica. */
const reports: string[] = [];
let proxy: TestProxy;
let owner: Awaited<ReturnType<typeof person>>;
let schema: { id: string };
const closing: (() => Promise<unknown>)[] = [];
const beside: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  primary = await startPostgresServer();
  closing.push(() => primary.stop());
  replica = await startReplica(primary);
  closing.push(() => replica.stop());
  await migrateDatabase(primary.url);
  const { database, close } = openDatabase(replica.url, undefined, { ...defaultLimits, ...replicaLimits });
  closing.push(close);
  service = await startService({
    listen: true,
    DATABASE_URL: primary.url,
    readImmutable: (from) => readImmutableFrom(from, database, (sentence) => void reports.push(sentence)),
  });
  closing.push(() => service.close());
  owner = await person(service);
  proxy = await startProxy(service.url);
  closing.push(() => proxy.close());
  schema = await actor(proxy, owner.headers).schema(owner.organization.id, definition, 'Numbers');
  await upload();
});
afterEach(async () => {
  reports.length = 0;
  for (const close of beside.splice(0)) await close();
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

let uploads = 0;
async function upload(): Promise<void> {
  const job = await actor(proxy, owner.headers).uploaded(schema.id, csv, 'text/csv');
  expect(job.status).toBe('complete');
  uploads++;
}

/** Searches with a proxy that has cached nothing. @returns the milliseconds that it took. */
async function search(url = service.url): Promise<number> {
  const fresh = await startBeside(url, proxy);
  beside.push(() => fresh.close());
  const began = performance.now();
  const { total } = await actor(fresh, owner.headers).search({
    schema: schema.id,
    filters: [{ label: 'number', value: '7' }],
  });
  expect(total).toBe(uploads);
  return performance.now() - began;
}

const numberFrom = async (url: string, statement: string) => Number((await runOn(url, statement))[0]?.value);
/** How many index scans a server has answered from the partitions of blocks. */
const blockReads = (url: string) =>
  numberFrom(
    url,
    "select sum(idx_scan) as value from pg_stat_user_tables where relid in (select relid from pg_partition_tree('blocks'))",
  );
/** Ends the connections with this name, which publishes their counters. */
async function endConnections(name: string, url: string): Promise<void> {
  const named = `from pg_stat_activity where application_name = '${name}'`;
  await runOn(url, `select pg_terminate_backend(pid) ${named}`);
  await expect.poll(() => numberFrom(url, `select count(*) as value ${named}`), pollTimeout).toBe(0);
}
const segmentsAt = (url: string) => numberFrom(url, 'select count(*) as value from segments');

const failure = expect.stringMatching(
  /^The read replica failed: .* The primary answers until it works again\.$/,
) as string;

const replayed = () =>
  expect
    .poll(async () => (await segmentsAt(replica.url)) === (await segmentsAt(primary.url)), pollTimeout)
    .toBe(true);

test('while the replica is behind, a search finds what was uploaded just now, and reports no older list of segments', async () => {
  await replayed();
  await replica.pause();
  try {
    await upload();
    expect(await segmentsAt(replica.url)).toBeLessThan(await segmentsAt(primary.url));
    await search();
    await search();
  } finally {
    await replica.resume();
  }
  await replayed();
  await search();
  expect(reports).toEqual([]);
});

test('while the replica is stopped the primary answers, and afterwards the replica again', async () => {
  const { ms } = replicaPause;
  replicaPause.ms = 500;
  try {
    await replica.kill();
    await search();
    await upload();
    await search();
    expect(reports).toEqual([failure]);
    await replica.start();
    await replayed();
    await expect
      .poll(() => search().then(() => reports), { ...pollTimeout, interval: 200 })
      .toEqual([failure, 'The read replica answers again.']);
  } finally {
    replicaPause.ms = ms;
  }
});

test('while the replica answers nothing, searches wait for two seconds at most, once, and are right', async () => {
  await replayed();
  await search();
  replica.freeze();
  try {
    expect(await search()).toBeLessThan(15_000);
    expect(await search()).toBeLessThan(10_000);
    expect(reports).toEqual([failure]);
  } finally {
    replica.thaw();
  }
});

test('a service starts without its replica and says why; a search reads its blocks from the replica once it runs, and none from the primary; a later failure is printed', async () => {
  await replica.kill();
  const other = await startServiceProgram({
    DATABASE_URL: `${primary.url}?application_name=other`,
    DATABASE_READ_URL: `${replica.url}?application_name=other`,
  });
  beside.push(() => other.close());
  expect(other.output()).toMatch(
    /^DATABASE_READ_URL: the database at 127\.0\.0\.1:\d+ can’t be reached: .* The service starts without it/m,
  );
  expect((await fetch(`${other.url}/api/health/`)).status).toBe(200);
  await replica.start();
  await replayed();
  const before = { primary: await blockReads(primary.url), replica: await blockReads(replica.url) };
  await search(other.url);
  for (const { url } of [primary, replica]) await endConnections('other', url);
  expect(await blockReads(replica.url)).toBeGreaterThan(before.replica);
  expect(await blockReads(primary.url)).toBe(before.primary);

  await replica.kill();
  await search(other.url);
  await expect
    .poll(() => other.output().trim().split('\n'), pollTimeout)
    .toEqual(expect.arrayContaining([failure]));
  await replica.start();
});
