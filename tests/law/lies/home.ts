/** A schema of Ada's whose index is merged, rebuilt and resealed, through the lying service or around it. */
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import { takeLease } from '@cloakroom/contract/leases.ts';
import { type SegmentEntry } from '@cloakroom/contract/segments.ts';
import { compactSegments } from '@cloakroom/proxy/compaction/compactSegments.ts';
import { chooseCompaction } from '@cloakroom/sealed-index/compaction/chooseCompaction.ts';
import { openUpstream, type Upstream } from '@cloakroom/proxy/upstream.ts';
import { IndexRefused } from '@cloakroom/sealed-index/refused.ts';
import { withMerged } from '@cloakroom/sealed-index/compaction/replacement.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { leases, staleGroups } from '@cloakroom/service/db/schema.ts';
import { makeSchemaFixture } from '#tests/proxy/compaction/support/schemaFixture.ts';
import type { Outcome } from './action.ts';
import type { startWorld } from './world.ts';

type World = Pick<Awaited<ReturnType<typeof startWorld>>, 'service' | 'liar' | 'ada'>;

/** What background work logs, because it has no answer. */
type Logged = { err?: unknown; records?: number; unreadable?: number };

/** The error of a failed check; null if nothing is wrong. */
const describeFault = (check: Promise<void>): Promise<string | null> =>
  check.then(
    () => null,
    (error: unknown) => String(error),
  );

/** The status with which the proxy answers an error. */
const statusOf = (error: unknown) =>
  error instanceof HttpProblem ? error.status : error instanceof IndexRefused ? 422 : 500;

/** Creates the schema. Uploads bypass the lying service. */
export async function makeLiedHome({ service, liar, ada }: World) {
  const honest = openUpstream(service.url);
  const lied = openUpstream(liar.url);
  const home = await makeSchemaFixture(honest, ada.proxy, ada.who);
  const { own, question } = home;

  const listedSegments = async () => (await home.manifests.read(question)).segments;

  /** Runs background work. The outcome is the logged error, or what `seen` returns if no error was logged. */
  const logged = async (
    begin: (log: { warn: (about: object) => void }) => Promise<unknown>,
    seen: (entry: Logged) => Promise<unknown>,
  ): Promise<Outcome> => {
    const entries: Logged[] = [];
    await begin({ warn: (about) => void entries.push(about) });
    const { err, ...rest } = entries[0] ?? {};
    if (err) return { status: statusOf(err), refusal: (err as Error).message, seen: null };
    return { status: 200, refusal: null, seen: await seen(rest) };
  };

  /** Gives the schema's lease to a process, even if another one holds it. */
  const giveLease = async (holder: string) => {
    const until = new Date('2100-01-01');
    const target = leases.schema;
    await service.database
      .insert(leases)
      .values({ schema: question.schema, holder, until })
      .onConflictDoUpdate({ target, set: { holder, until } });
  };
  const blockCompaction = () => giveLease('0'.repeat(32));
  /** The same upstream, whose process gets the lease whenever it requests it. */
  const withLease = (upstream: Upstream): Upstream => ({
    ...upstream,
    call: async (endpoint, options) => {
      const { body } = options as { body?: { holder?: string } };
      if (endpoint.path === takeLease.path && body?.holder !== undefined) await giveLease(body.holder);
      return upstream.call(endpoint, options);
    },
  });

  return {
    ...home,
    honest,
    lied,
    /** Another process holds the lease, so that Ada's proxy compacts nothing. */
    blockCompaction,
    /** Reseals the index of each segment, so that no proxy has any of it in memory. */
    async reseal() {
      const { credentials, schema, queryKey } = question;
      const order = { upstream: honest.origin, credentials, schema, fields: own.fields, queryKey };
      const replacements: [SegmentEntry, SegmentEntry][] = [];
      for (const entry of await listedSegments())
        replacements.push([
          entry,
          await compactSegments({ ...order, entries: [entry], id: randomBytes(16) }, honest),
        ]);
      await home.manifests.change(question, (segments) =>
        replacements.reduce<SegmentEntry[]>(
          (all, [old, made]) => withMerged(all, [old], made)!,
          [...segments],
        ),
      );
    },
    /** Uploads small segments, unless those of the last compaction still exist because it was refused. */
    async makeMergeable(): Promise<void> {
      if (chooseCompaction(await listedSegments()) === null) await home.upload(1, 8);
    },
    /** Compacts the index if that is worthwhile. `seen` says whether there are fewer segments. */
    async merge(upstream: Upstream): Promise<Outcome> {
      const before = (await listedSegments()).length;
      const outcome = await logged(
        async (log) => {
          const merger = await home.merger(withLease(upstream), log);
          merger.scheduleCheck(home.asker, own);
          await merger.idle();
        },
        async () => ({ merged: (await listedSegments()).length < before }),
      );
      await blockCompaction();
      return outcome;
    },
    /** Rebuilds the index of the first segment from its records. `seen` says whether the segment was replaced, and how many records were unreadable. */
    async rebuild(upstream: Upstream): Promise<Outcome> {
      const manifest = await home.manifests.read(question);
      const [entry] = manifest.segments;
      return logged(
        async (log) => {
          const rebuilder = await home.rebuilder(upstream, log);
          rebuilder.scheduleCheck(home.asker, { own, manifest }, entry!);
          await rebuilder.idle();
        },
        async ({ unreadable }) => ({ rebuilt: (await listedSegments())[0]!.id !== entry!.id, unreadable }),
      );
    },
    /** Makes the service list the first group of the first upload as stale. */
    async markStale() {
      const [entry] = await listedSegments();
      const { version } = await home.manifests.read(question);
      const values = { upload: Buffer.from(entry!.ranges[0]!.upload, 'hex'), number: 0, version };
      await service.database
        .insert(staleGroups)
        .values(values)
        .onConflictDoUpdate({ target: [staleGroups.upload, staleGroups.number], set: values });
    },
    /** Reseals stale groups. `seen` is the number of groups that are still stale. */
    async resealGroups(upstream: Upstream): Promise<Outcome> {
      return logged(
        async (log) => {
          const resealer = await home.resealer(upstream, log);
          resealer.scheduleCheck(home.asker, own);
          await resealer.idle();
        },
        async () => {
          const [entry] = await listedSegments();
          const ofUpload = eq(staleGroups.upload, Buffer.from(entry!.ranges[0]!.upload, 'hex'));
          return { stale: await service.database.$count(staleGroups, ofUpload) };
        },
      );
    },
    /** Reads the manifest as a new process. `seen` is the ids of its segments. */
    async readList(upstream: Upstream): Promise<Outcome> {
      const manifests = await home.manifestsBy(upstream);
      return manifests.read(question).then(
        ({ segments }) => ({ status: 200, refusal: null, seen: segments.map(({ id }) => id) }),
        (error: unknown) => ({ status: statusOf(error), refusal: (error as Error).message, seen: null }),
      );
    },
    /** Describes how decrypted records differ from the uploaded ones; null if they don't. */
    valuesFault: async () => {
      const { records } = await ada.search({ schema: question.schema, limit: 100 });
      const decrypted = (await ada.decrypt(records)).map(({ data }) => data);
      const expected = home.rows.slice(0, 100).map(({ row }) => row);
      return isDeepStrictEqual(decrypted, expected) ? null : `other values: ${JSON.stringify(decrypted)}`;
    },
    /** Describes which stored records searches don't find; null if they find all. */
    fault: () => describeFault(home.check()),
    /** The same with one of these searches, another one in each call. */
    nextFault: () => describeFault(home.checkNext()),
    async close() {
      await home.close();
      await honest.close();
      await lied.close();
    },
  };
}
