/** Space and write-ahead log of sealed records, compared with a plain table with a B-tree on each column, and the speed of sealing. */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { fieldsOf } from '@cloakroom/contract/fields.ts';
import { groupNumberOf, recordsPerGroup } from '@cloakroom/contract/segments.ts';
import { groupFieldOpener, groupSealer } from '@cloakroom/sealed-index/crypto/recordGroup.ts';
import type { Value } from '@cloakroom/sealed-index/crypto/plaintext.ts';
import { fieldSealer } from '@cloakroom/sealed-index/crypto/value.ts';
import { decodeGroup } from '@cloakroom/wire/recordGroup.ts';
import { makeSchema } from '#tools/client.ts';
import { copyPlain, walPosition } from './copyPlain.ts';
import { median, type Figure } from './figures.ts';
import { startPrograms } from './programs.ts';
import { columns, csvOf, definition, rowsOf } from './search/data.ts';

/** Every table with sealed data or with metadata to find it. */
const sealedTables = ['record_groups', 'records', 'blocks', 'segments', 'uploads', 'manifests'];
/** The records of a search page, spread over an upload. */
const scatteredRecords = 50;

export type StorageSize = { records: number; rounds: number };

export async function storage({ records, rounds }: StorageSize): Promise<Figure[]> {
  const programs = await startPrograms();
  const { url, person } = programs;
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { schema } = await makeSchema(person, { dataset: 'Bench', schema: 'Bench' }, definition);
    const chunks = [...csvOf(records)].map((chunk) => Buffer.from(chunk));
    const before = { wal: await walPosition(client), bytes: await sealedBytes(client) };
    const started = performance.now();
    const body = Readable.toWeb(Readable.from(chunks)) as ReadableStream<Uint8Array>;
    const job = await person.upload(schema.id, body, 'text/csv');
    if (job.status !== 'complete') throw new Error(job.error);
    const seconds = (performance.now() - started) / 1000;
    const wal = (await walPosition(client)) - before.wal;
    const bytes = (await sealedBytes(client)) - before.bytes;
    const plain = await copyPlain(url, columns, chunks.slice(1));
    const deletionStarted = performance.now();
    const deleted = await person.send('DELETE', `/api/schemas/${schema.id}/?records=true`);
    if (!deleted.ok) throw new Error(await deleted.text());
    const calledSeconds = (performance.now() - deletionStarted) / 1000;
    while ((await sealedRows(client)) > 0) await setTimeout(20);
    const deletedSeconds = (performance.now() - deletionStarted) / 1000;
    const csvBytes = chunks.slice(1).reduce((sum, chunk) => sum + chunk.length, 0);
    const each = (name: string, value: number): Figure => ({
      name,
      value: value / records,
      unit: 'bytes/record',
      goal: null,
    });
    const ratio = (name: string, value: number, goal: Figure['goal']): Figure => ({
      name,
      value,
      unit: '×',
      goal,
    });
    const of = `${records} records of 8 fields,`;
    return [
      each(`${of} CSV`, csvBytes),
      each(`${of} sealed at rest, with index and metadata`, bytes),
      each(`${of} plain at rest, with eight B-trees`, plain.tableBytes),
      ratio(`${of} at rest, ratio to plain`, bytes / plain.tableBytes, { max: 0.5 }),
      each(`${of} write-ahead log of the upload`, wal),
      each(`${of} write-ahead log of COPY`, plain.walBytes),
      ratio(`${of} write-ahead log, ratio to COPY`, wal / plain.walBytes, { max: 0.5 }),
      ratio(`${of} upload without a page, ratio to COPY`, plain.seconds / seconds, { min: 1.5 }),
      { name: `${of} deleted with their schema, the call`, value: calledSeconds, unit: 's', goal: null },
      {
        name: `${of} deleted with their schema, to the last row`,
        value: records / deletedSeconds,
        unit: 'records/s',
        goal: null,
      },
      ...(await sealing(Math.min(records, 100_000), rounds)),
    ];
  } finally {
    await client.end();
    await programs.close();
  }
}

/** The number of stored groups and blocks. */
async function sealedRows(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ rows: number }>(
    'SELECT ((SELECT count(*) FROM record_groups) + (SELECT count(*) FROM blocks))::float8 AS rows',
  );
  return rows[0]!.rows;
}

async function sealedBytes(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    `SELECT sum(pg_total_relation_size(oid))::float8 AS bytes FROM pg_class
      WHERE oid = ANY($1::regclass[]) OR oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = ANY($1::regclass[]))`,
    [sealedTables],
  );
  return rows[0]!.bytes;
}

/** Seals and opens the same records in groups and as single values, in this process. */
async function sealing(records: number, rounds: number): Promise<Figure[]> {
  const fields = fieldsOf(definition);
  const order = fields.map(({ name }) => Object.keys(columns).indexOf(name));
  const rows = Array.from(rowsOf(records), (row) =>
    order.map((index): Value => ({
      type: typeof row[index] === 'number' ? 'n' : 's',
      text: String(row[index]),
    })),
  );
  const context = { schema: '2'.repeat(22), generation: 1 };
  const keyed = fields.map(({ name }) => ({ name, key: randomBytes(32) }));
  const sealer = groupSealer({ ...context, queryKey: randomBytes(32) }, keyed);
  const single = keyed.map(({ name, key }) => fieldSealer(key, { ...context, field: name }));
  const upload = randomBytes(12);
  const groups: Uint8Array[] = [];
  const envelopes: Uint8Array[][] = [];
  const idOf = (number: number) => {
    const id = Buffer.alloc(16);
    id.set(upload);
    id.writeUInt32BE(number, 12);
    return id;
  };
  const sealGroups = () => {
    for (let from = 0; from < records; from += recordsPerGroup)
      groups[from / recordsPerGroup] = sealer.seal(
        { upload, group: from / recordsPerGroup },
        rows.slice(from, from + recordsPerGroup),
      );
  };
  const sealSingly = () => {
    for (const [number, row] of rows.entries())
      envelopes[number] = row.map(({ type, text }, field) => single[field]!.seal(idOf(number), type, text));
  };
  const step = Math.max(1, Math.floor(records / scatteredRecords));
  const selectedNumbers = Array.from(
    { length: Math.min(scatteredRecords, records) },
    (_, index) => index * step,
  );
  const openers = keyed.map((field) => groupFieldOpener(context, field));
  const openGroups = () => {
    for (const number of selectedNumbers) {
      const group = groupNumberOf(number);
      const sealed = decodeGroup(groups[group]!, fields.length);
      for (const [field, opener] of openers.entries())
        opener.open({ upload, group }, sealed, field)!(number % recordsPerGroup);
    }
  };
  const openSingly = () => {
    for (const number of selectedNumbers)
      for (const [field, sealed] of envelopes[number]!.entries()) single[field]!.open(idOf(number), sealed);
  };
  const groupedSeconds = medianSeconds(sealGroups, rounds);
  const singleSeconds = medianSeconds(sealSingly, rounds);
  const [openedFromGroups, openedSingly] = medianSecondsOf([openGroups, openSingly], 100 * rounds, 100);
  const bytes = groups.reduce((sum, group) => sum + group.length, 0) / records;
  const singleBytes = envelopes.flat().reduce((sum, envelope) => sum + envelope.length, 0) / records;
  return [
    { name: 'sealed in groups', value: bytes, unit: 'bytes/record', goal: null },
    { name: 'sealed one by one', value: singleBytes, unit: 'bytes/record', goal: null },
    {
      name: 'sealing in groups, of one processor',
      value: records / groupedSeconds,
      unit: 'records/s',
      goal: { min: 250_000 },
    },
    {
      name: 'sealing one by one, of one processor',
      value: records / singleSeconds,
      unit: 'records/s',
      goal: null,
    },
    {
      name: `${scatteredRecords} scattered records decrypted, ratio to one by one`,
      value: openedFromGroups / openedSingly,
      unit: '×',
      goal: { max: 1.5 },
    },
    {
      name: `${scatteredRecords} scattered records decrypted`,
      value: 1000 * openedFromGroups,
      unit: 'ms',
      goal: null,
    },
  ];
}

function medianSeconds(work: () => void, rounds: number): number {
  return medianSecondsOf([work], rounds)[0];
}

/** Measures several functions alternately, so that all of them run under the same conditions, after some warm-up rounds. */
function medianSecondsOf<Functions extends (() => void)[]>(
  functions: [...Functions],
  rounds: number,
  warmUps = 1,
) {
  const seconds = functions.map((): number[] => []);
  for (let round = -warmUps; round < rounds; round++)
    for (const [way, work] of functions.entries()) {
      const started = performance.now();
      work();
      if (round >= 0) seconds[way]!.push((performance.now() - started) / 1000);
    }
  return seconds.map(median) as { [Way in keyof Functions]: number };
}
