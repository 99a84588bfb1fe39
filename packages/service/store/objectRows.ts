/** The metadata of objects. */
import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database, Queries } from '../db/client.ts';
import { prepared } from '../db/prepared.ts';
import { segments, storedObjects } from '../db/schema.ts';
import type { TableKind } from './objectFormat.ts';

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

const objectsById = prepared<ObjectInfo>(
  'objects_by_id',
  sql`select ${infoColumns} from ${storedObjects} where ${storedObjects.object} = any(${sql.placeholder('ids')}::bytea[])`,
);

/** Objects by their ids in hex; those that are gone are left out. */
export async function objectsOf(
  database: Database,
  ids: readonly string[],
): Promise<Map<string, ObjectInfo>> {
  if (ids.length === 0) return new Map();
  const rows = await objectsById(database, { ids: ids.map((id) => Buffer.from(id, 'hex')) });
  return new Map(rows.map((row) => [row.object.toString('hex'), row]));
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
