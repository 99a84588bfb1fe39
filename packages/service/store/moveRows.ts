/** Moves blocks, groups of records and parts of manifests from PostgreSQL to objects. Packed records of earlier versions stay rows. */
import { createHash } from 'node:crypto';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Database, Queries } from '../db/client.ts';
import { blocks, groupRanges, segments, uploads } from '../db/schema.ts';
import { requireIntact } from './moveObjects.ts';
import { blocksTable, groupsTable } from './objectFormat.ts';
import { swapParts, partRows } from './movePartRows.ts';
import { insertObject, objectName } from './objectRows.ts';
import { inChunks } from './objectSource.ts';
import type { RegisteredStore } from './objectStores.ts';
import { writeObject, type WrittenObject } from './objectWriter.ts';
import { writePartsObject } from './partObjects.ts';
import { lockRanges, scheduleRewrite } from './removal.ts';

/** Counts an object that was moved. */
export type MoveProgress = (bytes: number) => void;

const rowsPerRead = 256;
/** An object has at most so many groups, as one of a segment. */
const maxGroupsPerObject = 2_048;
const maxBytesPerObject = 16 * 1024 * 1024;

/** Moves all blocks, groups and parts of the database to a store. */
export async function rowsToObjects(
  database: Database,
  target: RegisteredStore,
  progress: MoveProgress,
): Promise<void> {
  for await (const segment of segmentsWithBlocks(database))
    await insertOrDiscard(
      database,
      target,
      await blocksObject(database, target, segment),
      progress,
      (transaction, object) => swapBlocks(transaction, object),
    );
  for await (const groups of groupRows(database))
    await insertOrDiscard(
      database,
      target,
      await groupsObject(target, groups),
      progress,
      (transaction, object) => swapGroups(transaction, object, groups),
    );
  for await (const { schema, parts } of partRows(database))
    await insertOrDiscard(
      database,
      target,
      await writePartsObject(target, schema, parts),
      progress,
      (transaction, object) => swapParts(transaction, object, parts),
    );
}

/** Verifies an object and inserts it in a transaction; deletes it if its rows are gone. */
async function insertOrDiscard(
  database: Database,
  { store }: RegisteredStore,
  object: WrittenObject,
  progress: MoveProgress,
  insert: (transaction: Queries, object: WrittenObject) => Promise<boolean>,
): Promise<void> {
  await requireIntact(store, object);
  const inserted = await database.transaction(async (transaction) => {
    await transaction.execute(sql`set local statement_timeout = '120s'`);
    return insert(transaction, object);
  });
  if (inserted) progress(object.bytes);
  else await store.remove(objectName(object));
}

type SegmentRow = { schema: string; segment: Buffer };

async function* segmentsWithBlocks(database: Database): AsyncGenerator<SegmentRow> {
  let last: Buffer = Buffer.alloc(0);
  for (;;) {
    const [next] = await database
      .select({ schema: segments.schema, segment: segments.segment })
      .from(segments)
      .where(
        and(
          gt(segments.segment, last),
          sql`exists (select 1 from ${blocks} where ${blocks.segment} = ${segments.segment})`,
        ),
      )
      .orderBy(asc(segments.segment))
      .limit(1);
    if (!next) return;
    yield next;
    last = next.segment;
  }
}

async function blocksObject(
  database: Database,
  target: RegisteredStore,
  { schema, segment }: SegmentRow,
): Promise<WrittenObject> {
  const ofSegment = eq(blocks.segment, segment);
  const rows = await database
    .select({ label: blocks.label })
    .from(blocks)
    .where(ofSegment)
    .orderBy(asc(blocks.label));
  async function* content(): AsyncGenerator<Uint8Array> {
    yield blocksTable(Buffer.concat(rows.map(({ label }) => label)));
    for (let last: Buffer = Buffer.alloc(0); ;) {
      const page = await database
        .select({ label: blocks.label, data: blocks.data })
        .from(blocks)
        .where(and(ofSegment, gt(blocks.label, last)))
        .orderBy(asc(blocks.label))
        .limit(rowsPerRead);
      for (const { data } of page) yield data;
      if (page.length < rowsPerRead) return;
      last = page.at(-1)!.label;
    }
  }
  const of = { schema, segment, kind: 'blocks', items: rows.length, first: 0 } as const;
  return writeObject(target, of, () => inChunks(content()));
}

/** @returns false if the segment was removed meanwhile. */
async function swapBlocks(transaction: Queries, object: WrittenObject): Promise<boolean> {
  const [row] = await transaction
    .select({ segment: segments.segment })
    .from(segments)
    .where(eq(segments.segment, object.segment))
    .for('update');
  if (!row) return false;
  const removed = await transaction.delete(blocks).where(eq(blocks.segment, object.segment));
  // Removed blocks, or a table that was restored in part: their segment is damaged, and stays as it is.
  if (removed.rowCount !== object.items)
    throw new Error('The blocks of a segment changed while they were moved.');
  await insertObject(transaction, object);
  return true;
}

type GroupRows = { schema: string; upload: Buffer; groups: { number: number; data: Buffer }[] };

/** The groups of each upload that no object has, as many as an object may have. */
async function* groupRows(database: Database): AsyncGenerator<GroupRows> {
  let [upload, number]: [Buffer, number] = [Buffer.alloc(0), -1];
  for (;;) {
    const { rows } = await database.execute<{ schema: string; upload: Buffer; number: number }>(sql`
      select uploads.schema_id as schema, record_groups.upload as upload, record_groups.number::float8 as number
      from record_groups join uploads on uploads.upload = record_groups.upload
      where (record_groups.upload, record_groups.number) > (${upload}::bytea, ${number}::bigint) and ${notInObject}
      order by record_groups.upload, record_groups.number limit 1`);
    const [next] = rows;
    if (!next) return;
    const { rows: groups } = await database.execute<{ number: number; data: Buffer }>(sql`
      select number::float8 as number, data from (
        select number, data, sum(octet_length(data)) over (order by number) - octet_length(data) as before
        from record_groups where upload = ${next.upload} and number >= ${next.number}
          and number < ${next.number + maxGroupsPerObject} and ${notInObject}
      ) as found where before <= ${maxBytesPerObject} order by number`);
    if (groups.length === 0) continue;
    yield { schema: next.schema, upload: next.upload, groups };
    [upload, number] = [next.upload, groups.at(-1)!.number];
  }
}

/** A row that replaces a group of an object stays. */
const notInObject = sql`not exists (
  select 1 from ${groupRanges} where ${groupRanges.upload} = record_groups.upload
    and ${groupRanges.first} <= record_groups.number and ${groupRanges.end} > record_groups.number)`;

function groupsObject(
  target: RegisteredStore,
  { schema, upload, groups }: GroupRows,
): Promise<WrittenObject> {
  const first = groups[0]!.number;
  const items = groups.at(-1)!.number - first + 1;
  const lengths = new Array<number>(items).fill(0);
  for (const { number, data } of groups) lengths[number - first] = data.length;
  // The groups of an upload may be of several segments. The name needs 16 bytes.
  const segment = Buffer.alloc(16);
  segment.set(upload);
  segment.writeUInt32BE(first, 12);
  return writeObject(target, { schema, segment, kind: 'groups', items, first }, () =>
    inChunks([groupsTable(upload, first, lengths), ...groups.map(({ data }) => data)]),
  );
}

/** Deletes the rows that the object has, and names their numbers. @returns false if all were removed meanwhile. */
async function swapGroups(
  transaction: Queries,
  object: WrittenObject,
  { upload, groups }: GroupRows,
): Promise<boolean> {
  const [row] = await transaction
    .select({ upload: uploads.upload })
    .from(uploads)
    .where(eq(uploads.upload, upload))
    .for('key share');
  if (!row) return false;
  await lockRanges(transaction, upload);
  const numbers = sql.param(groups.map(({ number }) => number));
  const digests = sql.param(groups.map(({ data }) => createHash('sha256').update(data).digest()));
  const { rows: deleted } = await transaction.execute<{ number: number }>(sql`
    delete from record_groups using unnest(${numbers}::bigint[], ${digests}::bytea[]) as moved (number, digest)
    where record_groups.upload = ${upload} and record_groups.number = moved.number
      and sha256(record_groups.data) = moved.digest
    returning record_groups.number::float8 as number`);
  // Rows that were replaced meanwhile come before the object's groups.
  const { rows: replaced } = await transaction.execute<{ number: number }>(sql`
    select number::float8 as number from record_groups where upload = ${upload} and number = any(${numbers}::bigint[])`);
  const present = [...deleted, ...replaced].map(({ number }) => number).sort((a, b) => a - b);
  if (present.length === 0) return false;
  await insertObject(transaction, object);
  await transaction
    .insert(groupRanges)
    .values(runsOf(present).map((range) => ({ ...range, upload, object: object.object })));
  if (replaced.length > 0 || present.length < groups.length)
    await scheduleRewrite(transaction, [object.object]);
  return true;
}

/** Ascending numbers as runs from `first` up to, not including, `end`. */
function runsOf(numbers: readonly number[]): { first: number; end: number }[] {
  const runs: { first: number; end: number }[] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last?.end === number) last.end++;
    else runs.push({ first: number, end: number + 1 });
  }
  return runs;
}
