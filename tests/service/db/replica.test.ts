/** Searches with a streaming replica that works, is behind, is stopped, or answers nothing. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openDatabase } from '@cloakroom/service/db/client.ts';
import { actor, startBeside, startProxy, type TestProxy } from '#tests/proxy/support/proxy.ts';
import { person } from '#tests/service/support/people.ts';
import { startServiceProgram, type ServiceProgram } from '#tests/service/support/program.ts';
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
let service: ServiceProgram;
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
  service = await startServiceProgram({ DATABASE_URL: primary.url, DATABASE_READ_URL: replica.url });
  closing.push(() => service.close());
  const { database, close } = openDatabase(primary.url);
  owner = await person({ database });
  await close();
  proxy = await startProxy(service.url);
  closing.push(() => proxy.close());
  schema = await actor(proxy, owner.headers).schema(owner.organization.id, definition, 'Numbers');
  await upload();
});
afterEach(async () => {
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
async function search(): Promise<number> {
  const fresh = await startBeside(service.url, proxy);
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
const segmentsAt = (url: string) => numberFrom(url, 'select count(*) as value from segments');

const replayed = () =>
  expect
    .poll(async () => (await segmentsAt(replica.url)) === (await segmentsAt(primary.url)), pollTimeout)
    .toBe(true);

test('a search reads its blocks from the replica, and none from the primary', async () => {
  await replayed();
  // Servers publish their counters within a second.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const before = { primary: await blockReads(primary.url), replica: await blockReads(replica.url) };
  await search();
  await expect.poll(() => blockReads(replica.url), pollTimeout).toBeGreaterThan(before.replica);
  expect(await blockReads(primary.url)).toBe(before.primary);
});

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
  expect(service.output()).not.toMatch(/replica failed/);
});

test('while the replica answers nothing, searches wait for two seconds at most, once, and are right', async () => {
  await replayed();
  await search();
  replica.freeze();
  try {
    expect(await search()).toBeLessThan(15_000);
    expect(await search()).toBeLessThan(10_000);
    expect(service.output()).toMatch(
      /The read replica failed: .* The primary answers until it works again\./,
    );
  } finally {
    replica.thaw();
  }
});

test('while the replica is stopped the primary answers, and afterwards the replica again', async () => {
  await replica.kill();
  await search();
  await upload();
  await search();
  await replica.start();
  await replayed();
  await expect
    .poll(async () => search().then(() => service.output()), { ...pollTimeout, interval: 1_000 })
    .toMatch(/The read replica answers again\.\s*$/);
});

test('a service starts without its replica, says why, and answers', async () => {
  await replica.kill();
  const other = await startServiceProgram({
    DATABASE_URL: primary.url,
    DATABASE_READ_URL: replica.url,
  });
  closing.push(() => other.close());
  expect(other.output()).toMatch(
    /^DATABASE_READ_URL: the database at 127\.0\.0\.1:\d+ can’t be reached: .* The service starts without it/m,
  );
  expect((await fetch(`${other.url}/api/health/`)).status).toBe(200);
  await replica.start();
});
