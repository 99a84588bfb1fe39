/**
 * Kills a proxy during a compaction, as a power cut would: no answer is ever wrong, and no data is left behind.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { and, count, eq, isNotNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openUpstream } from '@cloakroom/proxy/upstream.ts';
import { blocks, leases, recordGroups, segments, uploads } from '@cloakroom/service/db/schema.ts';
import { makeSchemaFixture, type SchemaFixture } from '#tests/proxy/compaction/support/schemaFixture.ts';
import { killPercentages, startKillableProxy } from './support/killableProxy.ts';

const uploadSizes = { times: 40, each: 25 };
const { service, owner, outcomes, listening, proxy, kill } = await startKillableProxy();
const upstream = openUpstream(service.url);
afterAll(() => upstream.close());
/** How long a compaction takes if no program is killed. */
let undisturbedMs: number;

beforeAll(async () => {
  const home = await createFilledSchema();
  const started = performance.now();
  await startCompaction(home);
  await untilCompacted(home);
  undisturbedMs = performance.now() - started;
  await home.close();
}, 120_000);

/** A schema of many small segments. */
async function createFilledSchema(): Promise<SchemaFixture> {
  const home = await makeSchemaFixture(upstream, proxy, owner);
  await home.upload(uploadSizes.each, uploadSizes.times);
  return home;
}

/** Makes the proxy check a schema that no other proxy compacts: a search starts the compaction. */
async function startCompaction(home: SchemaFixture): Promise<void> {
  await service.database.delete(leases).where(eq(leases.schema, home.schema.id));
  await home.ada.search({ schema: home.schema.id, filters: [], limit: 1 });
}

const listedSegments = async (home: SchemaFixture) => (await home.manifests.read(home.question)).segments;
/** Waits until the compaction has finished; nothing is uploaded at the same time. */
async function untilCompacted(home: SchemaFixture): Promise<void> {
  while ((await listedSegments(home)).length >= 8) await sleep(20);
}

/** The stored segments of a schema. */
const storedSegments = (home: SchemaFixture) =>
  service.database
    .select({ id: segments.segment, loose: segments.loose })
    .from(segments)
    .where(eq(segments.schema, home.schema.id));

/** Backdates unlisted data by two days, so that the service may drop it; the next upload triggers that. */
async function backdateUnlisted(home: SchemaFixture): Promise<void> {
  const twoDaysAgo = sql`now() - interval '2 days'`;
  const ofSchema = eq(segments.schema, home.schema.id);
  const { database } = service;
  await database
    .update(segments)
    .set({ loose: twoDaysAgo })
    .where(and(ofSchema, isNotNull(segments.loose)));
  await database
    .update(segments)
    .set({ retired: twoDaysAgo })
    .where(and(ofSchema, isNotNull(segments.retired)));
  await home.upload(1);
}

test.each(killPercentages)(
  'at %i percent of a compaction: every answer stays correct, and another compaction removes its remains',
  async (percent) => {
    const home = await createFilledSchema();
    await startCompaction(home);
    await sleep((percent / 100) * undisturbedMs);
    kill();
    const remaining = await storedSegments(home);
    const listedIds = new Set((await listedSegments(home)).map(({ id }) => id));
    const strays = remaining.filter(({ id, loose }) => loose && !listedIds.has(id.toString('hex')));
    outcomes.push(`killed at ${percent} %: ${listedIds.size} segments listed, ${strays.length} not`);
    await listening();
    await home.check();

    await startCompaction(home);
    await untilCompacted(home);
    await home.check();
    await backdateUnlisted(home);
    await home.check();
    const storedIds = (await storedSegments(home)).map(({ id }) => id.toString('hex'));
    expect(storedIds.sort()).toEqual((await listedSegments(home)).map(({ id }) => id).sort());
    expect(await countOrphans()).toBe(0);
    const [found] = await service.database
      .select({ n: sql<number>`sum(get_byte(${recordGroups.data}, 0))::int` })
      .from(recordGroups)
      .innerJoin(uploads, eq(uploads.upload, recordGroups.upload))
      .where(eq(uploads.schema, home.schema.id));
    expect(found?.n).toBe(home.rows.length);
    await home.close();
  },
  120_000,
);

/** Counts blocks that belong to no segment. */
async function countOrphans(): Promise<number> {
  const known = service.database.select({ id: segments.segment }).from(segments);
  const [found] = await service.database
    .select({ n: count() })
    .from(blocks)
    .where(sql`${blocks.segment} not in ${known}`);
  return found!.n;
}
