/** A schema at the real service with its owner's keys: uploads, compactions and plain rows to compare searches with. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished } from 'vitest';
import { fieldsOf } from '@cloakroom/contract/fields.ts';
import type { Filter } from '@cloakroom/contract/records.ts';
import { putSegment, type SegmentEntry } from '@cloakroom/contract/segments.ts';
import { recordId } from '@cloakroom/wire/shortId.ts';
import { shownDefinition } from '@cloakroom/proxy/definitions/admission.ts';
import { Histories } from '@cloakroom/proxy/epochs/histories.ts';
import { KnownOwners } from '@cloakroom/proxy/epochs/knownOwners.ts';
import { minCost } from '@cloakroom/proxy/crypto/passphrase.ts';
import { openKeyrings } from '@cloakroom/proxy/keyring/keyrings.ts';
import { Compactor } from '@cloakroom/proxy/compaction/compactor.ts';
import {
  compactSegments,
  rebuildIndex,
  regroupSegment,
  type CompactionTask,
  type RebuildTask,
} from '@cloakroom/proxy/compaction/compactSegments.ts';
import { GroupResealer } from '@cloakroom/proxy/compaction/groupResealer.ts';
import { Rebuilder } from '@cloakroom/proxy/compaction/rebuilder.ts';
import { fieldKeysOf, queryKeyOf } from '@cloakroom/proxy/schemaKeys.ts';
import { openManifests } from '@cloakroom/proxy/search/manifests.ts';
import { RecordGroups } from '@cloakroom/proxy/search/recordGroups.ts';
import { sealRows } from '@cloakroom/proxy/upload/sealRows.ts';
import { segmentFiles } from '@cloakroom/proxy/upload/storedJob.ts';
import { openUpstream, type Upstream } from '@cloakroom/proxy/upstream.ts';
import { packedBody, packedEntry } from './packedSegment.ts';
import type { Someone } from '#tests/service/support/people.ts';
import type { startProxyStack } from '../../support/proxyStack.ts';
import { actor, type TestProxy } from '../../support/proxy.ts';

const definition = {
  type: 'object' as const,
  properties: {
    city: { type: 'string' },
    name: { type: 'string' },
    age: { type: 'integer', minimum: 0, maximum: 120 },
  },
  required: ['name'],
};
export type Row = { city: string; name: string; age?: number };
/** The row with this number: the same in every run. */
export const rowAt = (index: number): Row => ({
  city: ['Oslo', 'Łódź', 'Rome'][index % 3]!,
  name: `Person ${index}`,
  ...(index % 5 === 0 ? {} : { age: (index * 7) % 121 }),
});

type Log = ConstructorParameters<typeof Compactor>[0]['log'];
const silent = { warn: () => undefined };

export type SchemaFixture = Awaited<ReturnType<typeof makeSchemaFixture>>;

/**
 * A schema for each test of a file. It is closed with its test, and the world with the file.
 * @param world - with a service and Ada's proxy.
 */
export function schemaFixtures(world: Awaited<ReturnType<typeof startProxyStack>>) {
  const { service, proxy, owner } = world;
  const upstream = openUpstream(service.url);
  afterAll(async () => {
    await upstream.close();
    await world.close();
  });
  const freshSchema = async (): Promise<SchemaFixture> => {
    const home = await makeSchemaFixture(upstream, proxy, owner);
    onTestFinished(() => home.close());
    return home;
  };
  return { upstream, freshSchema };
}

/** @param upstream - used for uploads; compactors can use another one. */
export async function makeSchemaFixture(
  upstream: Upstream,
  proxy: Pick<TestProxy, 'url' | 'dataDir'>,
  owner: Someone,
) {
  const ada = actor(proxy, owner.headers);
  const schema = await ada.schema(owner.organization.id, definition, randomBytes(6).toString('hex'));
  const keyring = await openKeyrings(join(proxy.dataDir, 'keyrings'), { cost: minCost }).forUser(
    owner.user.id,
  );
  const own = { schema, keyring, fields: fieldsOf(schema.schema) };
  const asker = { user: owner.user.id, credentials: owner.headers };
  const queryKey = queryKeyOf(keyring, schema);
  const { generation } = schema;
  const question = {
    ...{ credentials: owner.headers, schema: schema.id, generation, queryKey },
    definition: shownDefinition(schema, own.fields),
  };
  const folder = await mkdtemp(join(tmpdir(), 'cloakroom-home-'));
  const processes: Histories[] = [];
  const histories = new Histories(folder);
  const manifests = await openManifests(folder, upstream, {
    epochs: { histories, owners: new KnownOwners(folder) },
  });
  /** Every stored record, in upload order. */
  const rows: { id: string; row: Row }[] = [];
  let made = 0;

  /** Seals and stores this many rows as one small segment; `isPacked` seals each value by itself, as earlier versions did. */
  const store = async (count: number, isPacked = false, isTagged = true): Promise<SegmentEntry[]> => {
    const fresh = Array.from({ length: count }, () => rowAt(made++));
    const id = randomBytes(12);
    const order = {
      ...own,
      folder,
      schema: schema.id,
      format: 'json' as const,
      generation,
      upload: id,
      queryKey,
    };
    const fieldKeys = fieldKeysOf(keyring, schema, own.fields);
    const text = (async function* () {
      yield Buffer.from(JSON.stringify(fresh));
    })();
    const sealed = await sealRows({ ...order, fieldKeys }, text);
    if (!sealed.good) throw new Error(sealed.error);
    for (const { entry } of sealed.segments) {
      const files = segmentFiles(entry.id).map((name) => readFile(join(folder, name)));
      const body = Buffer.concat(await Promise.all(files));
      await upstream.call(putSegment, {
        credentials: owner.headers,
        params: { id: entry.id },
        query: { schema: schema.id },
        body: isPacked ? await packedBody(body, { ...own, queryKey, fieldKeys }, fresh, isTagged) : body,
      });
    }
    rows.push(...fresh.map((row, number) => ({ id: recordId(id, number), row })));
    return sealed.segments.map(({ entry }) => (isPacked ? packedEntry(entry, isTagged) : entry));
  };

  /** Uploads this many rows, `times` times, and publishes them at once. */
  const upload = async (count: number, times = 1, { isPacked = false, isTagged = true } = {}) => {
    const entries: SegmentEntry[] = [];
    for (let i = 0; i < times; i++) entries.push(...(await store(count, isPacked, isTagged)));
    await manifests.append(question, entries);
  };

  /** The manifests of a process of its own. */
  const manifestsBy = async (way: Upstream) => {
    const dataDir = await mkdtemp(join(folder, 'process-'));
    const seen = new Histories(dataDir);
    processes.push(seen);
    return openManifests(dataDir, way, { epochs: { histories: seen, owners: new KnownOwners(dataDir) } });
  };

  const compareSearch = async (filters: Filter[], like: (row: Row) => boolean, offset = 0) => {
    const expected = rows.filter(({ row }) => like(row)).map(({ id }) => id);
    const { total, records } = await ada.search({ schema: schema.id, filters, limit: 100, offset });
    expect({ total, ids: records.map(({ id }) => id) }).toEqual({
      total: expected.length,
      ids: expected.slice(offset, offset + 100),
    });
  };
  const compareSum = async () => {
    const filters = [{ label: 'age', value: 'sum(>=0)' }];
    const answer = await ada.send('POST', '/api/records/search/', { schema: schema.id, filters });
    const ages = rows.flatMap(({ row: { age } }) => age ?? []);
    const value = ages.length > 0 ? ages.reduce((a, b) => a + b) : null;
    expect(await answer.json()).toEqual([{ data: { value } }]);
  };
  const rome = { label: 'city', value: 'Rome' };
  const middling = { label: 'age', value: '20~60' };
  const oldInOslo = [
    { label: 'city', value: 'Oslo' },
    { label: 'age', value: '>90' },
  ];
  const comparisons = [
    () => compareSearch([], () => true, Math.floor(rows.length / 2)),
    () => compareSearch([rome], ({ city }) => city === 'Rome'),
    () => compareSearch([middling], ({ age = NaN }) => age >= 20 && age <= 60, 5),
    () => compareSearch(oldInOslo, ({ city, age = NaN }) => city === 'Oslo' && age > 90),
    compareSum,
  ];
  let compared = 0;

  return {
    ada,
    schema,
    own,
    asker,
    question,
    manifests,
    rows,
    upload,
    manifestsBy,
    /** A compactor in a process of its own, which calls the service by `way`. */
    async merger(way: Upstream, log: Pick<Log, 'warn'> = silent) {
      const merge = (order: CompactionTask) => compactSegments(order, way);
      return new Compactor({
        upstream: way,
        manifests: await manifestsBy(way),
        compact: merge,
        regroup: (order) => regroupSegment(order, way),
        log: log as Log,
      });
    },
    /** A rebuilder of damaged indexes, in a process of its own. */
    async rebuilder(way: Upstream, log: Pick<Log, 'warn'> = silent) {
      const rebuild = (order: RebuildTask) => rebuildIndex(order, way);
      return new Rebuilder({ upstream: way, manifests: await manifestsBy(way), rebuild, log: log as Log });
    },
    /** A resealer of groups with deleted records, in a process of its own. */
    async resealer(way: Upstream, log: Pick<Log, 'warn'> = silent) {
      return new GroupResealer({
        upstream: way,
        manifests: await manifestsBy(way),
        groups: new RecordGroups(way),
        log: log as Log,
      });
    },
    /** Searches through the proxy, and compares with the plain rows: ids in order, totals, an aggregate. */
    async check() {
      for (const compare of comparisons) await compare();
    },
    /** One of the searches of `check`, another one each time. */
    checkNext: () => comparisons[(compared += 1) % comparisons.length]!(),
    async close() {
      // The record of seen manifests is written in the background.
      for (const each of [histories, ...processes]) await each.written();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
