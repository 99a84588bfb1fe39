/**
 * The costs of a folder or an object store beside PostgreSQL: write-ahead log of an upload and rows of metadata; the queries of
 * the search benchmark with the service's cache; and the calls and bytes of these queries without the cache. `BENCH_STORE_URL`
 * names the store; by default a folder is used.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { getSelf } from '@cloakroom/contract/users.ts';
import { openKeyrings } from '@cloakroom/proxy/keyring/keyrings.ts';
import { queryKeyOf } from '@cloakroom/proxy/schemaKeys.ts';
import { openDatabase, type Database } from '@cloakroom/service/db/client.ts';
import { completeManifest, currentManifest } from '@cloakroom/service/modules/segments/manifests.ts';
import { readConfig } from '@cloakroom/service/config.ts';
import { openSegmentStore } from '@cloakroom/service/store/openStore.ts';
import type { SegmentStore } from '@cloakroom/service/store/segmentStore.ts';
import { makeSchema } from '#tools/client.ts';
import { copyPlain, walPosition } from './copyPlain.ts';
import { medianOf, type Figure } from './figures.ts';
import { newDataDir, startPrograms } from './programs.ts';
import { columns, csvOf, definition } from './search/data.ts';
import { openPlain } from './search/plain.ts';
import { queryKindsOf } from './search/queries.ts';
import { figuresOf, warmUp, type Rounds } from './search/rounds.ts';
import { openSealed } from './search/sealed.ts';

const metadataTables = ['segments', 'uploads', 'manifests', 'stored_objects', 'group_ranges'];

export type StoresSize = { records: number; rounds: Rounds };

export async function stores({ records, rounds }: StoresSize): Promise<Figure[]> {
  const dataDir = newDataDir();
  const folder = join(dataDir, 'store');
  mkdirSync(folder);
  const storeUrl = process.env.BENCH_STORE_URL ?? pathToFileURL(folder).href;
  const kind = storeUrl.replace(/:.*/s, '');
  const programs = await startPrograms(dataDir, { STORE_URL: storeUrl });
  const { url, person } = programs;
  const client = new pg.Client(url);
  await client.connect();
  const { database, close } = openDatabase(url);
  try {
    const { schema } = await makeSchema(person, { dataset: 'Bench', schema: 'Bench' }, definition);
    const chunks = [...csvOf(records)].map((chunk) => Buffer.from(chunk));
    const before = await walPosition(client);
    const started = performance.now();
    const body = Readable.toWeb(Readable.from(chunks)) as ReadableStream<Uint8Array>;
    const job = await person.upload(schema.id, body, 'text/csv');
    if (job.status !== 'complete') throw new Error(job.error);
    const seconds = (performance.now() - started) / 1000;
    const wal = (await walPosition(client)) - before;
    const plain = await copyPlain(url, columns, chunks.slice(1));
    const of = `${records} records of 8 fields in ${kind},`;
    const figures: Figure[] = [
      { name: `${of} write-ahead log`, value: wal / records, unit: 'bytes/record', goal: null },
      {
        name: `${of} write-ahead log, ratio to COPY`,
        value: wal / plain.walBytes,
        unit: '×',
        goal: { max: 0.02 },
      },
      {
        name: `${of} rows of metadata per million records`,
        value: ((await rowsOf(client)) / records) * 1e6,
        unit: 'rows',
        goal: { max: 250 },
      },
      {
        name: `${of} upload without a page, ratio to COPY`,
        value: plain.seconds / seconds,
        unit: '×',
        goal: null,
      },
    ];
    const user = await person.call(getSelf);
    const keyring = await openKeyrings(join(dataDir, 'keyrings')).forUser(user.id);
    const counting = await countingStore(database, storeUrl);
    const cacheBytes = readConfig({}).STORE_MEMORY * 2 ** 20;
    const cached = await openSegmentStore(database, storeUrl, { cacheBytes });
    const { parts } = cached.store;
    const manifest = await completeManifest(database, await currentManifest(database, schema.id), parts);
    const open = (store: SegmentStore) =>
      openSealed(database, schema.id, queryKeyOf(keyring, schema), manifest, store);
    const [uncached, sealed] = [await open(counting.store), await open(cached.store)];
    const sides = { plain: await openPlain(url, records), sealed };
    await warmUp(queryKindsOf(records), sides);
    for (const question of queryKindsOf(records)) {
      const costs: { calls: number; bytes: number }[] = [];
      for (let round = 0; round < rounds.min; round++) {
        counting.reset();
        await uncached.ask(question.query(round), 'warm');
        costs.push(counting.cost());
      }
      figures.push(
        ...(await figuresOf(question, sides, rounds)),
        medianOf(`${kind}, ${question.name}: calls without a cache`, costs.map(({ calls }) => calls), 'calls', null), // prettier-ignore
        medianOf(`${kind}, ${question.name}: read without a cache`, costs.map(({ bytes }) => bytes / 1000), 'kB', null), // prettier-ignore
      );
    }
    await sides.plain.close();
    return figures;
  } finally {
    await client.end();
    await close();
    await programs.close();
  }
}

async function rowsOf(client: pg.Client): Promise<number> {
  const counts = metadataTables.map((table) => `(select count(*) from ${table})`).join(' + ');
  const { rows } = await client.query<{ rows: number }>(`select (${counts})::float8 as rows`);
  return rows[0]!.rows;
}

/** A store without a cache that counts calls and bytes. */
async function countingStore(database: Database, url: string) {
  const { store, stores: opened } = await openSegmentStore(database, url);
  const cost = { calls: 0, bytes: 0 };
  for (const each of await opened.all()) {
    const read = each.store.read.bind(each.store);
    each.store.read = (name, offset, length) => {
      cost.calls++;
      cost.bytes += length;
      return read(name, offset, length);
    };
  }
  return {
    store,
    cost: () => ({ ...cost }),
    reset: () => void Object.assign(cost, { calls: 0, bytes: 0 }),
  };
}
