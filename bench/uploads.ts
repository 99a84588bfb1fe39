/** Many small uploads in one schema: the time of a page of records, and what another upload writes and reads. */
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { getSelf } from '@cloakroom/contract/users.ts';
import { openKeyrings } from '@cloakroom/proxy/keyring/keyrings.ts';
import { openDatabase, type Database } from '@cloakroom/service/db/client.ts';
import { manifestParts, manifests } from '@cloakroom/service/db/schema.ts';
import { makeSchema, type Client } from '#tools/client.ts';
import { walPosition } from './copyPlain.ts';
import { median, medianOf, type Figure } from './figures.ts';
import { authorization, startPrograms } from './programs.ts';
import { definition, fillSchema, type SmallUploads } from './uploads/fill.ts';

const pageSize = 50;
/** The minimum number of records of a schema, so that all pages are full. */
const minRecords = 2 * pageSize;
/** Rounds before the first measured one: then the proxy has read the index into memory, and both programs are compiled. */
const warmUps = 10;

export type UploadsSize = { uploads: number[]; rounds: number };

export async function uploads({ uploads: sizes, rounds }: UploadsSize): Promise<Figure[]> {
  const programs = await startPrograms();
  const { dataDir, stack, url, person } = programs;
  const { database, close } = openDatabase(url);
  const client = new pg.Client(url);
  await client.connect();
  try {
    const user = await person.call(getSelf);
    const keyrings = openKeyrings(join(dataDir, 'keyrings'));
    const targets: (Target & { pages: number[]; lists: number[]; first: number })[] = [];
    for (const size of sizes) {
      const { schema } = await makeSchema(person, { dataset: `${size}`, schema: `${size}` }, definition);
      const keyring = await keyrings.forUser(user.id);
      const small = { uploads: size, each: Math.ceil(minRecords / size) };
      await fillSchema({ database, client, schema, keyring, owner: user.id }, small);
      targets.push({ schema, ...small, pages: [], lists: [], first: 0 });
    }
    await database.execute(sql`vacuum analyze`);
    for (const target of targets) {
      target.first = await timePage(person, 'proxy', target, 0);
      for (let round = 0; round < warmUps; round++) {
        await timePage(person, 'proxy', target, round);
        await timePage(person, 'service', target, round, stack.serviceUrl);
      }
    }
    for (let round = 0; round < rounds; round++)
      for (const target of targets) {
        target.pages.push(await timePage(person, 'proxy', target, round));
        target.lists.push(await timePage(person, 'service', target, round, stack.serviceUrl));
      }
    const figures: Figure[] = [];
    for (const target of targets) {
      const { pages, lists, first } = target;
      const of = nameOf(target);
      figures.push(
        { name: `${of} the first page through a proxy`, value: first, unit: 'ms', goal: null },
        medianOf(`${of} page of ${pageSize} through the proxy`, pages, 'ms', null),
        medianOf(`${of} page of ${pageSize} from the service`, lists, 'ms', null),
      );
    }
    const [few, ...others] = targets;
    for (const { uploads, pages, lists } of others)
      figures.push(
        ratio(`page through the proxy, ${uploads} uploads to ${few!.uploads}`, pages, few!.pages),
        ratio(`page from the service, ${uploads} uploads to ${few!.uploads}`, lists, few!.lists),
      );
    for (const target of targets)
      figures.push(...(await measureAnotherUpload(person, database, client, target)));
    return figures;
  } finally {
    await client.end();
    await close();
    await programs.close();
  }
}

type Target = SmallUploads & { schema: Schema };

const nameOf = ({ uploads, each }: SmallUploads) =>
  `${uploads} uploads of ${each === 1 ? 'one record' : `${each} records`},`;

const ratio = (name: string, times: number[], few: number[]): Figure => ({
  name,
  value: median(times) / median(few),
  unit: '×',
  goal: { max: 1.5 },
});

/** The time until a page of records arrives, in milliseconds. Rounds are spread over all offsets. */
async function timePage(
  person: Client,
  from: 'proxy' | 'service',
  { schema, uploads, each }: Target,
  round: number,
  serviceUrl = '',
): Promise<number> {
  const offset = Math.floor(((uploads * each - pageSize) * ((round * 7) % 20)) / 19);
  const started = performance.now();
  const answer =
    from === 'proxy'
      ? await person.send(
          'POST',
          '/api/records/search/',
          JSON.stringify({ schema: schema.id, limit: pageSize, offset }),
        )
      : await fetch(`${serviceUrl}/api/records/?schema=${schema.id}&limit=${pageSize}&offset=${offset}`, {
          headers: { authorization },
        });
  const records = (await answer.json()) as unknown[];
  if (!answer.ok || records.length !== pageSize)
    throw new Error(`${answer.status} ${JSON.stringify(records).slice(0, 200)}`);
  return performance.now() - started;
}

/** What another upload of one record writes. */
async function measureAnotherUpload(
  person: Client,
  database: Database,
  client: pg.Client,
  target: Target,
): Promise<Figure[]> {
  const { schema } = target;
  const stored = async () => {
    const parts = await database
      .select({
        part: manifestParts.part,
        bytes: sql<number>`coalesce(${manifestParts.length}, octet_length(${manifestParts.data}))`,
      })
      .from(manifestParts)
      .where(eq(manifestParts.schema, schema.id));
    const [top] = await database.select().from(manifests).where(eq(manifests.schema, schema.id));
    return {
      parts: new Map(parts.map(({ part, bytes }) => [part.toString('hex'), bytes])),
      top: top!.body.length,
    };
  };
  const times: number[] = [];
  const written: number[] = [];
  const wal: number[] = [];
  let before = await stored();
  const whole = [...before.parts.values()].reduce((sum, bytes) => sum + bytes, before.top);
  for (let round = 0; round < 5; round++) {
    const position = await walPosition(client);
    const started = performance.now();
    const job = await person.upload(schema.id, `[{"name":"One ${round}","age":1}]`, 'application/json');
    if (job.status !== 'complete') throw new Error(job.error);
    times.push(performance.now() - started);
    wal.push((await walPosition(client)) - position);
    const after = await stored();
    const newParts = [...after.parts].filter(([part]) => !before.parts.has(part));
    written.push(newParts.reduce((sum, [, bytes]) => sum + bytes, after.top));
    before = after;
  }
  const of = nameOf(target);
  return [
    { name: `${of} bytes of the whole manifest`, value: whole, unit: 'bytes', goal: null },
    medianOf(`${of} bytes of the manifest that another upload writes`, written, 'bytes', null),
    medianOf(`${of} write-ahead log of another upload`, wal, 'bytes', null),
    medianOf(`${of} another upload through the proxy`, times, 'ms', null),
  ];
}
