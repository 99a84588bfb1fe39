/**
 * Kills a proxy in the middle of a merge, as a power cut would: no answer is ever wrong, and no data is left behind.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { and, count, eq, isNotNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openUpstream } from '@cloakroom/proxy/upstream.ts';
import { blocks, leases, recordGroups, segments, uploads } from '@cloakroom/service/db/schema.ts';
import { makeSchemaFixture, type SchemaFixture } from '#tests/proxy/compaction/support/schemaFixture.ts';
import { killPercentages, startKillableProxy } from './support/killableProxy.ts';

const uploaded = { times: 40, each: 25 };
const { service, owner, outcomes, listening, proxy, kill } = await startKillableProxy();
const upstream = openUpstream(service.url);
afterAll(() => upstream.close());
/** Milliseconds that merging takes when no program is killed. */
let calm: number;

beforeAll(async () => {
  const home = await filled();
  const started = performance.now();
  await merging(home);
  await settled(home);
  calm = performance.now() - started;
  await home.close();
}, 120_000);

/** A schema of many small segments. */
async function filled(): Promise<SchemaFixture> {
  const home = await makeSchemaFixture(upstream, proxy, owner);
  await home.upload(uploaded.each, uploaded.times);
  return home;
}

/** Makes the proxy check a schema that no other proxy merges: a search starts the merge. */
async function merging(home: SchemaFixture): Promise<void> {
  await service.database.delete(leases).where(eq(leases.schema, home.schema.id));
  await home.ada.search({ schema: home.schema.id, filters: [], limit: 1 });
}

const listed = async (home: SchemaFixture) => (await home.manifests.read(home.question)).segments;
/** Waits until the merge has finished; there are no uploads meanwhile. */
async function settled(home: SchemaFixture): Promise<void> {
  while ((await listed(home)).length >= 8) await sleep(20);
}

/** Segments of a schema that are stored. */
const storedSegments = (home: SchemaFixture) =>
  service.database
    .select({ id: segments.segment, loose: segments.loose })
    .from(segments)
    .where(eq(segments.schema, home.schema.id));

/** Moves the clock by a day, after which the service may drop unlisted data; the next upload sweeps. */
async function aDayLater(home: SchemaFixture): Promise<void> {
  const then = sql`now() - interval '2 days'`;
  const own = eq(segments.schema, home.schema.id);
  const { database } = service;
  await database
    .update(segments)
    .set({ loose: then })
    .where(and(own, isNotNull(segments.loose)));
  await database
    .update(segments)
    .set({ retired: then })
    .where(and(own, isNotNull(segments.retired)));
  await home.upload(1);
}

test.each(killPercentages)(
  'at %i hundredths of a merge: every answer stays right, and another merge leaves nothing of this one',
  async (percent) => {
    const home = await filled();
    await merging(home);
    await sleep((percent / 100) * calm);
    kill();
    const left = await storedSegments(home);
    const names = new Set((await listed(home)).map(({ id }) => id));
    const strays = left.filter(({ id, loose }) => loose && !names.has(id.toString('hex')));
    outcomes.push(`killed at ${percent} %: ${names.size} segments listed, ${strays.length} not`);
    await listening();
    await home.check();

    await merging(home);
    await settled(home);
    await home.check();
    await aDayLater(home);
    await home.check();
    const storedIds = (await storedSegments(home)).map(({ id }) => id.toString('hex'));
    expect(storedIds.sort()).toEqual((await listed(home)).map(({ id }) => id).sort());
    expect(await orphans()).toBe(0);
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
async function orphans(): Promise<number> {
  const known = service.database.select({ id: segments.segment }).from(segments);
  const [found] = await service.database
    .select({ n: count() })
    .from(blocks)
    .where(sql`${blocks.segment} not in ${known}`);
  return found!.n;
}
