/** Search over sealed records against a plain table with a B-tree on each of its eight columns, on one PostgreSQL. */
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { getSelf } from '@cloakroom/contract/users.ts';
import { openKeyrings } from '@cloakroom/proxy/keyring/keyrings.ts';
import { chooseCompaction } from '@cloakroom/sealed-index/compaction/chooseCompaction.ts';
import { queryKeyOf } from '@cloakroom/proxy/schemaKeys.ts';
import { openDatabase, type Database } from '@cloakroom/service/db/client.ts';
import { completeManifest, currentManifest } from '@cloakroom/service/modules/segments/manifests.ts';
import { postgresStore } from '@cloakroom/service/store/openStore.ts';
import { makeSchema } from '#tools/client.ts';
import { median, type Figure } from './figures.ts';
import { authorization, startPrograms } from './programs.ts';
import { csvOf, definition } from './search/data.ts';
import { building } from './search/building.ts';
import { openPlain } from './search/plain.ts';
import { queryKindsOf } from './search/queries.ts';
import { figuresOf, warmUp, type Rounds } from './search/rounds.ts';
import { openSealed } from './search/sealed.ts';
import { smallUploads } from './search/smallUploads.ts';

/** A proxy has read the index into memory after this time. */
const indexReadMs = 10_000;

export type SearchSize = { records: number; rounds: Rounds; uploads: number; each: number };

const wholeManifest = async (database: Database, schema: string) =>
  completeManifest(database, await currentManifest(database, schema), postgresStore(database).parts);

/** Bytes of the index on disk per record: the share of the blocks that the manifest names. */
async function indexBytes(database: Database, segments: string[], records: number): Promise<number> {
  const ids = segments.map((id) => Buffer.from(id, 'hex'));
  const { rows } = await database.execute<{ bytes: number }>(sql`
    select (select sum(pg_total_relation_size(relid)) from pg_partition_tree('blocks'))::float8
      * (select count(*) from blocks where segment = any(${sql.param(ids)}::bytea[]))
      / (select count(*) from blocks) as bytes`);
  return (rows[0]?.bytes ?? NaN) / records;
}

function* bytesOf(records: number): Generator<Buffer, undefined> {
  for (const chunk of csvOf(records)) yield Buffer.from(chunk);
}

export async function search({ records, rounds, uploads, each }: SearchSize): Promise<Figure[]> {
  const programs = await startPrograms();
  const { dataDir, stack, url, person } = programs;
  const { database, close } = openDatabase(url);
  try {
    const emptySchema = async (name: string) =>
      (await makeSchema(person, { dataset: name, schema: name }, definition)).schema;
    const schema = await emptySchema('Large');
    const started = performance.now();
    const body = Readable.toWeb(Readable.from(bytesOf(records))) as ReadableStream<Uint8Array>;
    const job = await person.upload(schema.id, body, 'text/csv');
    if (job.status !== 'complete') throw new Error(job.error);
    const uploadSeconds = (performance.now() - started) / 1000;
    const isCompacted = async () =>
      chooseCompaction((await wholeManifest(database, schema.id)).segments) === null;
    while (!(await isCompacted())) await new Promise((resolve) => setTimeout(resolve, 200));
    const manifest = await wholeManifest(database, schema.id);
    const { segments } = manifest;
    await database.execute(sql`vacuum analyze`);

    const user = await person.call(getSelf);
    const keyring = await openKeyrings(join(dataDir, 'keyrings')).forUser(user.id);
    const plain = await openPlain(url, records);
    const sealed = await openSealed(database, schema.id, queryKeyOf(keyring, schema), manifest);
    const figures: Figure[] = [];
    const sides = { plain, sealed };
    await warmUp(queryKindsOf(records), sides);
    for (const question of queryKindsOf(records)) figures.push(...(await figuresOf(question, sides, rounds)));
    const bytes = await indexBytes(
      database,
      segments.map(({ id }) => id),
      records,
    );
    figures.push(
      { name: 'index on disk', value: bytes, unit: 'bytes/record', goal: { max: 42 } },
      { name: 'B-trees on disk', value: await plain.indexBytes(), unit: 'bytes/record', goal: null },
      { name: 'segments', value: segments.length, unit: 'segments', goal: null },
      { name: 'upload', value: records / uploadSeconds, unit: 'records/s', goal: null },
    );
    await plain.close();

    const timeSearch = async (age: number): Promise<number> => {
      const startedAt = performance.now();
      const filters = [{ label: 'age', value: String(age % 128) }];
      await person.send('POST', '/api/records/search/', JSON.stringify({ schema: schema.id, filters }));
      return performance.now() - startedAt;
    };
    // During the first searches the proxy is still reading the index into memory.
    const firstSearch = await timeSearch(0);
    for (let age = 1, until = Date.now() + indexReadMs; Date.now() < until; age++) await timeSearch(age);
    const laterTimes: number[] = [];
    for (let round = 0; round < 4 * rounds.min; round++) laterTimes.push(await timeSearch(round));
    figures.push(
      { name: 'the first search through a proxy', value: firstSearch, unit: 'ms', goal: null },
      { name: 'a whole search through the proxy', value: median(laterTimes), unit: 'ms', goal: null },
    );

    const schemas: [typeof schema, typeof schema] = [await emptySchema('Many'), await emptySchema('One')];
    const target = {
      service: stack.serviceUrl,
      credentials: { authorization },
      user: user.id,
      keyring,
      database,
      schemas,
    };
    figures.push(...(await smallUploads(target, { uploads, each, rounds })));
    figures.push(...(await building(Math.min(65_536, records), rounds.min)));
    return figures;
  } finally {
    await close();
    await programs.close();
  }
}
