/** Bulk writing: PostgreSQL's COPY in its binary format, inside a transaction. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { from } from 'pg-copy-streams';
import type { Database, Queries } from '../../db/client.ts';
import * as tables from '../../db/schema.ts';

/** Rows, some at a time. Each is its columns' binary values. */
export type Rows = AsyncIterable<Iterable<readonly Uint8Array[]>>;
/** Write rows to `table (columns)`. Nothing of them is written when giving them fails. */
export type Copy = (target: string, rows: Rows) => Promise<void>;

const chunkBytes = 256 * 1024;
/** The format's signature, no flags, no extension. */
const opening = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const closing = Buffer.from([0xff, 0xff]);

/** Rows in COPY's binary format, in chunks. A column's bytes are copied before the next row is asked for. */
async function* binaryRows(rows: Rows): AsyncGenerator<Buffer> {
  yield opening;
  let chunk = Buffer.allocUnsafe(chunkBytes);
  let at = 0;
  for await (const some of rows)
    for (const row of some) {
      let length = 2;
      for (const column of row) length += 4 + column.length;
      if (at + length > chunk.length) {
        yield chunk.subarray(0, at);
        chunk = Buffer.allocUnsafe(Math.max(chunkBytes, length));
        at = 0;
      }
      at = chunk.writeInt16BE(row.length, at);
      for (const column of row) {
        at = chunk.writeInt32BE(column.length, at);
        chunk.set(column, at);
        at += column.length;
      }
    }
  yield chunk.subarray(0, at);
  yield closing;
}

/**
 * Run `work` in one transaction of a connection of its own, which COPY needs too.
 * @param seconds - how long a single statement may take.
 */
export async function withCopy<Result>(
  database: Database,
  seconds: number,
  work: (transaction: Queries, copy: Copy) => Promise<Result>,
): Promise<Result> {
  const client = await database.$client.connect();
  const copy: Copy = (target, rows) =>
    pipeline(
      Readable.from(binaryRows(rows)),
      client.query(from(`COPY ${target} FROM STDIN (FORMAT binary)`)),
    );
  try {
    return await drizzle(client, { schema: tables }).transaction(async (transaction) => {
      await transaction.execute(`set local statement_timeout = '${seconds}s'`);
      return work(transaction, copy);
    });
  } finally {
    client.release();
  }
}
