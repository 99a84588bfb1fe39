/**
 * Compaction through the real service: two at once, deletions meanwhile, a crash at every step. No answer is ever
 * wrong.
 */
import { and, count, eq, isNull, isNotNull, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { takeLease } from '@cloakroom/contract/leases.ts';
import { putSegment, readBlocks, readRecords } from '@cloakroom/contract/segments.ts';
import { runCompaction } from '@cloakroom/proxy/compaction/runCompaction.ts';
import { manifestContextOf } from '@cloakroom/proxy/search/manifestContext.ts';
import { RecordGroups } from '@cloakroom/proxy/search/recordGroups.ts';
import { RecordPages } from '@cloakroom/proxy/search/recordPages.ts';
import { Searches } from '@cloakroom/proxy/search/searches.ts';
import type { Upstream } from '@cloakroom/proxy/upstream.ts';
import { schemaDigest } from '@cloakroom/wire/schemaDigest.ts';
import { leases, segments } from '@cloakroom/service/db/schema.ts';
import { pollTimeout } from '#tests/support/pollTimeout.ts';
import { startProxyStack } from '../support/proxyStack.ts';
import { rotated } from '../support/keyRotation.ts';
import { schemaFixtures, type SchemaFixture } from './support/schemaFixture.ts';
import { interceptUpstream, dyingUpstream } from './support/upstreams.ts';

const world = await startProxyStack();
const { service, owner } = world;
const { upstream, freshSchema } = schemaFixtures(world);
let home: SchemaFixture;
const idle = { scheduleCheck: () => undefined, hasWork: () => false };
const noMaintenance = {
  compactor: idle,
  resealer: idle,
  rebuilder: { scheduleCheck: () => false, scheduleReread: () => undefined },
};
beforeEach(async () => {
  home = await freshSchema();
  // Blocks the proxy that answers searches, which would compact too.
  await lease('0'.repeat(32));
});

const lease = (holder: string) =>
  upstream.call(takeLease, {
    credentials: owner.headers,
    params: { schema: home.schema.id },
    body: { holder, seconds: 600 },
  });
const leaseRunsOut = () =>
  service.database
    .update(leases)
    .set({ until: sql`now() - interval '1 second'` })
    .where(eq(leases.schema, home.schema.id));
/**
 * The upstream of a process that takes over the lease just when it asks for it, before the proxy that answers
 * searches.
 */
const leaseHolder = interceptUpstream(upstream, async (endpoint, call) => {
  if (endpoint === takeLease) await leaseRunsOut();
  return call();
});
const pagesOf = (way: Upstream) => new RecordPages(way, new RecordGroups(way));
const listed = async () => (await home.manifests.read(home.question)).segments;
const merged = async (way = upstream) => {
  const merger = await home.merger(way);
  merger.scheduleCheck(home.asker, home.own);
  await merger.idle();
};
const uploads = (many: number, size = 6) => home.upload(size, many);
/** Waits until few segments are left. The proxy that answers searches may have taken the lease and finish the work. */
const settles = (maxSegments: number) =>
  expect.poll(async () => (await listed()).length, pollTimeout).toBeLessThanOrEqual(maxSegments);
/** Counts stored segments that no manifest ever named. */
const countUnlisted = async () => {
  const stray = and(eq(segments.schema, home.schema.id), isNotNull(segments.loose), isNull(segments.retired));
  return (await service.database.select({ n: count() }).from(segments).where(stray))[0]!.n;
};

test('many small uploads are merged into a few segments, and every query has the same answer', async () => {
  await uploads(60, 20);
  await home.check();
  await merged(leaseHolder);
  await settles(15);
  await home.check();
  await expect.poll(countUnlisted, pollTimeout).toBe(0);
});

test('a merge in its own thread stores what the manifest then states', async () => {
  await uploads(9, 11);
  const entries = await listed();
  const { fields } = home.own;
  const order = { ...home.question, fields, entries, id: Buffer.alloc(16, 9), upstream: upstream.origin };
  const entry = await runCompaction(order, new AbortController().signal);
  expect(entry).toMatchObject({ id: '09'.repeat(16), records: 99, generation: 1 });
  await home.manifests.change(home.question, () => [entry]);
  await home.check();
});

test('a proxy merges by itself what was uploaded through it', async () => {
  await leaseRunsOut();
  for (let i = 0; i < 8; i++)
    await home.ada.uploaded(home.schema.id, JSON.stringify([{ name: `N${i}` }]), 'application/json');
  await settles(1);
});

test('a merge that is overtaken by new keys removes what it stored; a process with the new keys merges with the old ones', async () => {
  await uploads(8);
  await leaseRunsOut();
  let changed: Schema | null = null;
  const overtaken = interceptUpstream(upstream, async (endpoint, call) => {
    const answer = await call();
    if (endpoint === putSegment) changed ??= await rotated(home.schema.id, home.ada);
    return answer;
  });
  await merged(overtaken);
  expect(await countUnlisted()).toBe(0);

  const own = { ...home.own, schema: changed! };
  const generations = async () =>
    (await home.manifests.read(manifestContextOf(owner.headers, own))).segments.map(
      ({ generation }) => generation,
    );
  expect(await generations()).toEqual(Array(8).fill(1));
  const merger = await home.merger(upstream);
  merger.scheduleCheck(home.asker, own);
  await merger.idle();
  expect(await generations()).toEqual([1]);
  await home.check();
});

describe('two proxies that merge at once', () => {
  test('share the work by the lease', async () => {
    await uploads(40);
    await leaseRunsOut();
    const puts = { first: 0, second: 0 };
    const counting = (name: keyof typeof puts) =>
      interceptUpstream(upstream, (endpoint, call) => {
        if (endpoint === putSegment) puts[name]++;
        return call();
      });
    await Promise.all([merged(counting('first')), merged(counting('second'))]);
    expect(Math.min(puts.first, puts.second)).toBe(0);
    expect(Math.max(puts.first, puts.second)).toBeGreaterThan(1);
    await home.check();
  });

  test('change no answer without the lease, while others search, upload and delete', async () => {
    await uploads(40);
    const lawless = interceptUpstream(upstream, (endpoint, call) =>
      endpoint === takeLease ? Promise.resolve(undefined) : call(),
    );
    const merging = new AbortController();
    const searching = (async () => {
      while (!merging.signal.aborted) await home.check();
    })();
    await Promise.all([merged(lawless), merged(lawless), merged(lawless)]);
    merging.abort();
    await searching;
    await uploads(5);
    const [gone] = home.rows.splice(100, 1);
    expect((await home.ada.send('DELETE', `/api/records/${gone!.id}/`)).status).toBe(204);
    await Promise.all([merged(lawless), merged(lawless)]);
    await home.check();
    await settles(15);
    await expect.poll(countUnlisted, pollTimeout).toBe(0);
  });
});

describe('a proxy that crashes in the middle of a merge', () => {
  /** The number of calls of a merge; the last one releases the lease. */
  const steps = 13;
  /** After a call, the service holds the same as before the next one, and a crashed process does nothing more. */
  const points = [
    ...Array.from({ length: steps }, (_, step) => ({ step, moment: 'before' as const })),
    { step: steps - 1, moment: 'after' as const },
  ];

  test('makes this number of calls if it does not crash', async () => {
    await uploads(8);
    await leaseRunsOut();
    const { way, process } = dyingUpstream(upstream, Infinity, 'before');
    await merged(way);
    expect(process.calls()).toBe(steps);
    expect(await listed()).toHaveLength(1);
  });

  test.each(points)(
    '$moment call $step leaves every answer right, and another finishes',
    async ({ step, moment }) => {
      await uploads(8);
      const { way, process } = dyingUpstream(leaseHolder, step, moment);
      await merged(way);
      expect(process.died).toBe(true);
      await home.check();
      await merged(leaseHolder);
      await settles(1);
      await home.check();
    },
  );
});

describe('a service that answers with other records than requested', () => {
  test.each<[string, (records: unknown[]) => unknown[]]>([
    ['swapped', ([one, two, ...rest]) => [two, one, ...rest]],
    ['one twice', ([one, , ...rest]) => [one, one, ...rest]],
    ['one too few', ([, ...rest]) => rest],
  ])('%s: nothing is shown', async (_, lie) => {
    await uploads(2);
    const way = interceptUpstream(upstream, async (endpoint, call) => {
      const answer = await call();
      return endpoint === readRecords ? lie(answer as unknown[]) : answer;
    });
    const { upload } = (await home.manifests.read(home.question)).segments[0]!.ranges[0]!;
    const references = [0, 1, 2, 3, 4].map((number) => ({ upload, number }));
    const asked = pagesOf(way).sealed(home.asker.credentials, home.schema.id, references);
    await expect(asked).rejects.toThrow('other records than were asked for');
  });
});

describe('a search that read the list of segments just before a merge was published', () => {
  const searchDuring = (action: () => Promise<void>) => {
    let done: Promise<void> | null = null;
    const way = interceptUpstream(upstream, async (endpoint, call) => {
      if (endpoint === readBlocks) await (done ??= action());
      return call();
    });
    const searches = new Searches(way, pagesOf(way), noMaintenance, 2 ** 20);
    const filters = [{ label: 'age', value: '20~60' }];
    const newest = () => home.manifests.read(home.question);
    const caller = { ...home.asker, email: '' };
    return newest()
      .then((manifest) =>
        searches.run(
          {
            ...{ caller, own: home.own, manifest, newest },
            expected: ({ mac }) => ({
              user: caller.user,
              schema: schemaDigest(home.own.schema),
              manifest: mac,
            }),
            confirm: () => Promise.resolve(),
          },
          { filters, limit: 100, offset: 0 },
        ),
      )
      .then(({ answer }) => answer);
  };
  const expected = () => {
    const ids = home.rows.filter(({ row: { age = NaN } }) => age >= 20 && age <= 60).map(({ id }) => id);
    return { total: ids.length, records: ids.map((id) => expect.objectContaining({ id }) as unknown) };
  };
  const removeRetired = () =>
    service.database.execute(sql`
      with gone as (delete from segments where retired is not null returning segment)
      delete from blocks using gone where blocks.segment = gone.segment`);

  test('reads the newer list once when its blocks are gone', async () => {
    await uploads(8);
    await leaseRunsOut();
    const found = await searchDuring(async () => {
      await merged();
      await removeRetired();
    });
    expect(found).toEqual(expected());
  });

  test('does so when a record of its page was deleted', async () => {
    await uploads(3);
    const [gone] = home.rows.splice(3, 1);
    const found = await searchDuring(async () => {
      await home.ada.send('DELETE', `/api/records/${gone!.id}/`);
    });
    expect(found).toEqual(expected());
  });
});
