/** Moves parts of manifests from PostgreSQL to objects. */
import { sql } from 'drizzle-orm';
import type { Database, Queries } from '../db/client.ts';
import { insertObject } from './objectRows.ts';
import type { WrittenObject } from './objectWriter.ts';
import { partsPerObject, placesIn, type Part } from './partObjects.ts';
import { isPart } from './partRows.ts';
import { lockParts } from './removal.ts';

const rowsPerRead = 1_000;
const maxBytesPerRead = 4 * 1024 * 1024;

/** The parts with bytes in rows, as many of a schema as an object may have. A damaged part stays where it is. */
export async function* partRows(database: Database): AsyncGenerator<{ schema: string; parts: Part[] }> {
  let [schema, last]: [string, Buffer] = ['', Buffer.alloc(0)];
  for (;;) {
    const { rows } = await database.execute<{ schema: string; part: Buffer; data: Buffer }>(sql`
      select schema, part, data from (
        select schema_id as schema, part, data, row_number() over places as number,
          sum(octet_length(data)) over places - octet_length(data) as before
        from (
          select schema_id, part, data from manifest_parts
          where (schema_id, part) > (${schema}, ${last}::bytea) and data is not null
          order by schema_id, part limit ${rowsPerRead}
        ) as next window places as (order by schema_id, part)
      ) as found where before <= ${maxBytesPerRead} order by number`);
    if (rows.length === 0) return;
    const bySchema = new Map<string, Part[]>();
    for (const { schema: of, part, data } of rows) {
      const hash = part.toString('hex');
      if (isPart(hash, data)) bySchema.set(of, [...(bySchema.get(of) ?? []), [hash, data]]);
    }
    for (const [of, parts] of bySchema)
      for (const some of partsPerObject(parts)) yield { schema: of, parts: some };
    const end = rows.at(-1)!;
    [schema, last] = [end.schema, end.part];
  }
}

/** Replaces the bytes of rows by their places in the object. @returns false if all were removed meanwhile. */
export async function swapParts(
  transaction: Queries,
  object: WrittenObject,
  parts: readonly Part[],
): Promise<boolean> {
  const places = placesIn(parts);
  if (!(await lockParts(transaction, object.schema))) return false;
  await insertObject(transaction, object);
  const { rowCount } = await transaction.execute(sql`
    update manifest_parts set data = null, object = ${object.object}, at = moved.at, length = moved.length
    from unnest(${sql.param(places.map(({ part }) => part))}::bytea[], ${sql.param(places.map(({ at }) => at))}::int[],
      ${sql.param(places.map(({ length }) => length))}::int[]) as moved (part, at, length)
    where manifest_parts.schema_id = ${object.schema} and manifest_parts.part = moved.part
      and manifest_parts.data is not null`);
  if (rowCount !== 0) return true;
  await transaction.execute(sql`delete from stored_objects where object = ${object.object}`);
  return false;
}
