/** Sealed bytes in PostgreSQL: a row for each block and each group, read by primary key. */
import { and, eq, exists, gt, lt, sql } from 'drizzle-orm';
import { blockBytes, labelBytes, recordsPerGroup } from '@cloakroom/contract/segments.ts';
import { conflict, HttpProblem } from '@cloakroom/server-kit/problem.ts';
import type { Database, Queries } from '../db/client.ts';
import { isDuplicate } from '../db/databaseProblem.ts';
import { prepared } from '../db/prepared.ts';
import { blocks, groupRanges, recordGroups, segments } from '../db/schema.ts';
import type { Copy, Rows } from './copy.ts';
import type { BlockKey, NewSegment, WrittenSegment } from './segmentStore.ts';

const blocksAt = prepared<{ place: number; data: Buffer }>(
  'blocks_at',
  sql`
    select requested.position::int as place, ${blocks.data} as data
    from unnest(${sql.placeholder('ids')}::bytea[], ${sql.placeholder('labels')}::bytea[])
      with ordinality as requested (segment, label, position)
    join ${segments} on ${segments.schema} = ${sql.placeholder('schema')} and ${segments.segment} = requested.segment
    join ${blocks} on ${blocks.segment} = requested.segment and ${blocks.label} = requested.label`,
);

/** Blocks of a schema's segments, in the order of the keys; undefined for those that are not in PostgreSQL. */
export async function readBlockRows(
  database: Database,
  schema: string,
  keys: readonly BlockKey[],
): Promise<(Buffer | undefined)[]> {
  const ids = keys.map(({ id }) => Buffer.from(id, 'hex'));
  const rows = await blocksAt(database, { schema, ids, labels: keys.map(({ label }) => label) });
  const found = new Array<Buffer | undefined>(keys.length).fill(undefined);
  for (const { place, data } of rows) found[place - 1] = data;
  return found;
}

/** Stores a segment's bytes in the transaction that inserts its row; they are validated as they are copied. */
export const writeRows = (segment: NewSegment): WrittenSegment => ({
  async insert(transaction, copy) {
    await copy('blocks (segment, label, data)', blockRows(segment));
    await copyItems(copy, segment);
    if (segment.content === 'groups') await requireNoObjectGroups(transaction, segment);
  },
  discard: () => Promise.resolve(),
});

/** Inserts the records or groups of a segment. @throws {HttpProblem} 409 if one of them is stored already. */
export async function copyItems(copy: Copy, segment: NewSegment): Promise<void> {
  const { content, first } = segment;
  try {
    if (content === 'groups')
      await copy('record_groups (upload, number, data)', itemRows(segment, first / recordsPerGroup));
    else await copy('records (upload, number, data)', itemRows(segment, first));
  } catch (error) {
    throw isDuplicate(error) ? recordsTaken() : error;
  }
}

/** The problem of records that are stored already; it does not reveal by whom. */
export const recordsTaken = (): HttpProblem =>
  conflict('Some of these records are stored already. Seal them again under a new upload id.');

/** The groups of a segment: their numbers from `first` up to, not including, `end`. */
export const groupSpanOf = ({ first, recordCount }: NewSegment): { first: number; end: number } => ({
  first: first / recordsPerGroup,
  end: (first + recordCount) / recordsPerGroup,
});

/** @throws {HttpProblem} 409 if an object has one of the segment's groups. */
export async function requireNoObjectGroups(transaction: Queries, segment: NewSegment): Promise<void> {
  const { first, end } = groupSpanOf(segment);
  const [taken] = await transaction
    .select({ first: groupRanges.first })
    .from(groupRanges)
    .where(
      and(
        eq(groupRanges.upload, Buffer.from(segment.upload)),
        lt(groupRanges.first, Math.ceil(end)),
        gt(groupRanges.end, first),
      ),
    )
    .limit(1);
  if (taken) throw recordsTaken();
}

/** Whether an upload has groups of records, in rows or in objects. */
export const hasGroups = (queries: Queries, upload: ReturnType<typeof sql>) =>
  sql`(${[recordGroups, groupRanges]
    .map((table) =>
      exists(
        queries
          .select({ one: sql`1` })
          .from(table)
          .where(sql`${table.upload} = ${upload}`),
      ),
    )
    .reduce((one, other) => sql`${one} or ${other}`)})`;

async function* blockRows({ id, labels, blocks }: NewSegment): Rows {
  let from = 0;
  for await (const batch of blocks()) {
    const count = batch.length / blockBytes;
    yield Array.from({ length: count }, (_, number) => [
      id,
      labels.subarray((from + number) * labelBytes, (from + number + 1) * labelBytes),
      batch.subarray(number * blockBytes, (number + 1) * blockBytes),
    ]);
    from += count;
  }
}

async function* itemRows({ upload, items }: NewSegment, first: number): Rows {
  let next = first;
  for await (const batch of items()) {
    yield batch.map((data, index) => [upload, numberBytes(next + index), data]);
    next += batch.length;
  }
}

/** A number as a binary bigint of PostgreSQL. */
export function numberBytes(number: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(number));
  return bytes;
}
