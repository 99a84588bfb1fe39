/** The metadata of objects. */
import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database, Queries } from '../db/client.ts';
import { prepared } from '../db/prepared.ts';
import { groupRanges, segments, storedObjects, uploads } from '../db/schema.ts';
import type { TableKind } from './objectFormat.ts';
import type { GroupKey } from './segmentStore.ts';

export type ObjectRow = typeof storedObjects.$inferSelect;
/** What is needed to read an object with a table. */
export type ObjectInfo = Pick<
  ObjectRow,
  'object' | 'store' | 'schema' | 'segment' | 'items' | 'first' | 'bytes'
> & { kind: TableKind };

/** The name of an object in its store. It begins with the schema, and is never used again. */
export const objectName = ({
  schema,
  segment,
  object,
  kind,
}: Pick<ObjectRow, 'schema' | 'segment' | 'object' | 'kind'>): string =>
  `${schema}/${segment.toString('hex')}-${object.toString('hex')}.${kind}`;

/** The id in the name of an object, complete or cut; null for other names. */
export function objectIdOf(name: string): Buffer | null {
  const match = /^\w+\/[0-9a-f]{32}-([0-9a-f]{32})\.(blocks|groups|parts)(\.[-0-9a-f]{36}\.part)?$/.exec(
    name,
  );
  return match ? Buffer.from(match[1]!, 'hex') : null;
}

/** The random id of a new object. */
export const newObjectId = (): Buffer => randomBytes(16);

const infoColumns = sql`
  ${storedObjects.object} as object, ${storedObjects.store} as store, ${storedObjects.schema} as schema,
  ${storedObjects.segment} as segment, ${storedObjects.kind} as kind, ${storedObjects.items} as items,
  ${storedObjects.first}::float8 as first, ${storedObjects.bytes}::float8 as bytes`;

const blockObjectsAt = prepared<ObjectInfo>(
  'block_objects_at',
  sql`
    select ${infoColumns} from ${segments}
    join ${storedObjects} on ${storedObjects.segment} = ${segments.segment}
      and ${storedObjects.kind} = 'blocks' and ${storedObjects.removed} is null
    where ${segments.schema} = ${sql.placeholder('schema')}
      and ${segments.segment} = any(${sql.placeholder('ids')}::bytea[])`,
);

/** The objects with the blocks of a schema's segments, by id of the segment in hex. */
export async function blockObjects(
  database: Database,
  schema: string,
  ids: readonly string[],
): Promise<Map<string, ObjectInfo>> {
  const rows = await blockObjectsAt(database, { schema, ids: ids.map((id) => Buffer.from(id, 'hex')) });
  return new Map(rows.map((row) => [row.segment.toString('hex'), row]));
}

const groupObjectsAt = prepared<ObjectInfo & { place: number }>(
  'group_objects_at',
  sql`
    select asked.place::int as place, ${infoColumns}
    from unnest(${sql.placeholder('uploads')}::bytea[], ${sql.placeholder('numbers')}::bigint[])
      with ordinality as asked (upload, number, place)
    join ${uploads} on ${uploads.upload} = asked.upload and ${uploads.schema} = ${sql.placeholder('schema')}
    join lateral (
      select ${groupRanges.object} as object, ${groupRanges.end} as end_number from ${groupRanges}
      where ${groupRanges.upload} = asked.upload and ${groupRanges.first} <= asked.number
      order by ${groupRanges.first} desc limit 1
    ) as range on range.end_number > asked.number
    join ${storedObjects} on ${storedObjects.object} = range.object`,
);

/** The objects with a schema's groups, in the order of the keys; undefined where none has it. */
export async function groupObjects(
  database: Database,
  schema: string,
  keys: readonly GroupKey[],
): Promise<(ObjectInfo | undefined)[]> {
  const rows = await groupObjectsAt(database, {
    schema,
    uploads: keys.map(([upload]) => Buffer.from(upload, 'hex')),
    numbers: keys.map(([, number]) => number),
  });
  const found = new Array<ObjectInfo | undefined>(keys.length).fill(undefined);
  for (const { place, ...row } of rows) found[place - 1] = row;
  return found;
}

/** Inserts the metadata of an object, which is durable in its store. */
export async function insertObject(
  transaction: Queries,
  object: typeof storedObjects.$inferInsert,
): Promise<void> {
  // Instances of earlier versions, which may still run, remove objects without groups that are older than a day.
  const created = object.kind === 'parts' ? { created: sql`'infinity'` } : {};
  await transaction.insert(storedObjects).values({ ...object, ...created });
}
