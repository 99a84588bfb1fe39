/** The rows of parts: which are stored, with their bytes or with the place of them in an object. */
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Queries } from '../db/client.ts';
import { manifestParts, storedObjects } from '../db/schema.ts';
import type { ByteRange } from './objectFormat.ts';
import { hashBytes, type WrittenParts } from './partStore.ts';

/** A part of an object, and what is needed to read it. */
export type PartPlace = { object: Buffer; store: string; segment: Buffer; range: ByteRange };
/** A stored part: its bytes, or its place. */
export type FoundPart = { position: number; data: Buffer } | { position: number; place: PartPlace };

type PartRow = {
  position: number;
  length: number;
  data: Buffer | null;
  object: Buffer | null;
  at: number | null;
  store: string | null;
  segment: Buffer | null;
};

/**
 * The first of a schema's parts, by their position among the hashes, in one statement.
 * @returns those that are stored, and how many of the hashes were looked for.
 */
export async function findParts(
  queries: Queries,
  schema: string,
  hashes: readonly string[],
  maxBytes: number,
): Promise<{ parts: FoundPart[]; count: number }> {
  const length = sql`coalesce(${manifestParts.length}, octet_length(${manifestParts.data}))`;
  const { rows } = await queries.execute<PartRow>(sql`
    select found.position, found.length, found.data, found.object, found.at,
      ${storedObjects.store} as store, ${storedObjects.segment} as segment
    from (
      select asked.position::int as position, ${length} as length, ${manifestParts.data} as data,
        ${manifestParts.object} as object, ${manifestParts.at} as at,
        sum(${length}) over (order by asked.position) - ${length} as before
      from unnest(${sql.param(hashes.map(hashBytes))}::bytea[]) with ordinality as asked (part, position)
      join ${manifestParts} on ${manifestParts.schema} = ${schema} and ${manifestParts.part} = asked.part
    ) as found
    left join ${storedObjects} on ${storedObjects.object} = found.object
    where found.before <= ${maxBytes}
    order by found.position`);
  const bytes = rows.reduce((sum, row) => sum + row.length, 0);
  return {
    count: bytes > maxBytes ? rows.at(-1)!.position : hashes.length,
    parts: rows.map((row): FoundPart => {
      const position = row.position - 1;
      if (row.data) return { position, data: row.data };
      const { object, store, segment, at } = row;
      const range = { at: at!, length: row.length };
      return { position, place: { object: object!, store: store!, segment: segment!, range } };
    }),
  };
}

/** Stores the bytes of parts in the transaction that inserts their rows. */
export const writePartRows = (schema: string, parts: ReadonlyMap<string, Uint8Array>): WrittenParts => ({
  async insert(transaction, hashes) {
    const data = hashes.map((hash) => parts.get(hash)!);
    await transaction.execute(sql`
      insert into ${manifestParts} (schema_id, part, data)
      select ${schema}, part, data
      from unnest(${sql.param(hashes.map(hashBytes))}::bytea[], ${sql.param(data)}::bytea[]) as new (part, data)
      on conflict (schema_id, part) do update set
        unlisted = null, data = excluded.data, object = null, at = null, length = null`);
  },
  discard: () => Promise.resolve(),
});

/** Whether these are the bytes that the hash names. */
export const isPart = (hash: string, bytes: Uint8Array): boolean =>
  createHash('sha256').update(bytes).digest('hex') === hash;
