/**
 * Moves the sealed bytes of a running deployment to another store, one object after the other: each is copied, read back and
 * compared by its digest, and only then takes the place of the old one. A move that was ended goes on where it was.
 */
import { and, asc, gt, isNull, ne, sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { storedObjects } from '../db/schema.ts';
import { deleteRemoved } from './maintenance.ts';
import { copyObject } from './moveObjects.ts';
import { rowsToObjects, type MoveProgress } from './moveRows.ts';
import { objectsToRows } from './moveToRows.ts';
import { objectName, type ObjectRow } from './objectRows.ts';
import { ObjectLost } from './objectStore.ts';
import type { ObjectStores } from './objectStores.ts';

export type MoveReport = {
  /** Objects that were copied or made. */
  moved: number;
  bytes: number;
  /** The names of objects that are missing or damaged; they stay where they are. */
  damaged: string[];
};

/**
 * Moves everything to a store.
 * @param url - of the store; empty for PostgreSQL.
 * @param options.retentionMs - how long removed objects stay in their store, the old ones of moved objects as well.
 * @throws {StartupError} if the store can't be used. @throws {StoreUnavailable} if one fails meanwhile.
 */
export async function moveStore(
  database: Database,
  stores: ObjectStores,
  url: string,
  {
    retentionMs = 0,
    onProgress = () => undefined,
  }: { retentionMs?: number; onProgress?: (report: MoveReport) => void } = {},
): Promise<MoveReport> {
  const report: MoveReport = { moved: 0, bytes: 0, damaged: [] };
  const progress: MoveProgress = (bytes) => {
    report.moved++;
    report.bytes += bytes;
    onProgress(report);
  };
  const target = url === '' ? null : await stores.register(url);
  if (target) await rowsToObjects(database, target, progress);
  for await (const object of objectsElsewhere(database, target?.id)) {
    try {
      const { store: source } = await stores.byId(object.store);
      const moved = await (target
        ? copyObject(database, { source, target }, object)
        : objectsToRows(database, source, object));
      if (moved) progress(object.bytes);
    } catch (error) {
      if (!(error instanceof ObjectLost)) throw error;
      report.damaged.push(objectName(object));
    }
  }
  while (await deleteRemoved(database, stores, retentionMs));
  return report;
}

const pageSize = 100;

/** The objects that are not in a store, those that are added meanwhile included. */
async function* objectsElsewhere(database: Database, store: string | undefined): AsyncGenerator<ObjectRow> {
  let last: Buffer = Buffer.alloc(0);
  for (;;) {
    const page = await database
      .select()
      .from(storedObjects)
      .where(
        and(
          gt(storedObjects.object, last),
          isNull(storedObjects.removed),
          store === undefined ? undefined : ne(storedObjects.store, store),
        ),
      )
      .orderBy(asc(storedObjects.object))
      .limit(pageSize);
    yield* page;
    if (page.length < pageSize) return;
    last = page.at(-1)!.object;
  }
}

/** Where the sealed bytes are: objects by the address of their store, and blocks, groups and parts in rows. */
export async function storeStatus(database: Database): Promise<{
  /** `removed`: objects that are deleted once their retention has passed. */
  stores: { url: string; objects: number; bytes: number; removed: number }[];
  blockRows: number;
  groupRows: number;
  partRows: number;
}> {
  const { rows } = await database.execute<{
    url: string;
    objects: number;
    bytes: number;
    removed: number;
  }>(sql`
    select stores.url, count(object) filter (where removed is null)::int as objects,
      coalesce(sum(stored_objects.bytes) filter (where removed is null), 0)::float8 as bytes,
      count(removed)::int as removed
    from stores left join stored_objects on stored_objects.store_id = stores.id
    group by stores.url order by stores.url`);
  const { rows: counts } = await database.execute<{ blocks: number; groups: number; parts: number }>(sql`
    select (select count(*) from blocks)::float8 as blocks, (select count(*) from record_groups)::float8 as groups,
      (select count(*) from manifest_parts where data is not null)::float8 as parts`);
  const { blocks, groups, parts } = counts[0]!;
  return { stores: rows, blockRows: blocks, groupRows: groups, partRows: parts };
}
