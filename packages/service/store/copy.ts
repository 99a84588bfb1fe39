/** Bulk inserts with PostgreSQL's binary COPY, in a transaction. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { from } from 'pg-copy-streams';
import type { Database, Queries } from '../db/client.ts';
import * as tables from '../db/schema.ts';

/** Batches of rows. Each row is its columns' binary values. */
export type Rows = AsyncIterable<Iterable<readonly Uint8Array[]>>;
/** Inserts rows into `table (columns)`; inserts none if the iteration fails. */
export type Copy = (target: string, rows: Rows) => Promise<void>;

const chunkBytes = 256 * 1024;
/** The format's signature, no flags, no extension. */
const copyHeader = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const copyTrailer = Buffer.from([0xff, 0xff]);

/** Encodes rows in chunks of COPY's binary format. A row's bytes are copied before the next row is read. */
async function* binaryRows(rows: Rows): AsyncGenerator<Buffer> {
  yield copyHeader;
  let chunk = Buffer.allocUnsafe(chunkBytes);
  let at = 0;
  for await (const batch of rows)
    for (const row of batch) {
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
  yield copyTrailer;
}

/**
 * Runs `work` in a transaction on a dedicated connection, which COPY needs.
 * @param statementSeconds - the timeout of a single statement.
 */
export async function withCopy<Result>(
  database: Database,
  statementSeconds: number,
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
      await transaction.execute(`set local statement_timeout = '${statementSeconds}s'`);
      return work(transaction, copy);
    });
  } finally {
    client.release();
  }
}
