/** Parts of manifests in objects: each has parts of one manifest, one after the other. Their rows say where each of them is. */
import pLimit from 'p-limit';
import { eq, sql } from 'drizzle-orm';
import type { Database, Queries } from '../db/client.ts';
import { manifestParts, manifests } from '../db/schema.ts';
import { insertObject } from './objectRows.ts';
import { inChunks } from './objectSource.ts';
import { StoreUnavailable } from './objectStore.ts';
import type { RegisteredStore } from './objectStores.ts';
import { allWritten, maxWriteMs, writeObject, type WrittenObject } from './objectWriter.ts';
import { hashBytes, type PartCache, type PartsOwner, type WrittenParts } from './partStore.ts';

/** An object stays until its last part is deleted, so that a long list is divided. */
const maxBytesPerObject = 4 * 1024 * 1024;
/** Objects of one manifest that are written at a time. */
const concurrency = 4;

/** A part with its hash. */
export type Part = readonly [hash: string, bytes: Uint8Array];

/** Divides parts into those of one object each. */
export function* partsPerObject(parts: Iterable<Part>): Generator<Part[], undefined> {
  let [waiting, bytes]: [Part[], number] = [[], 0];
  for (const part of parts) {
    if (waiting.length > 0 && bytes + part[1].length > maxBytesPerObject) {
      yield waiting;
      [waiting, bytes] = [[], 0];
    }
    waiting.push(part);
    bytes += part[1].length;
  }
  if (waiting.length > 0) yield waiting;
}

/** Writes an object with these parts. @throws {StoreUnavailable} */
export function writePartsObject(
  target: RegisteredStore,
  schema: string,
  parts: readonly Part[],
): Promise<WrittenObject> {
  // The name needs 16 bytes.
  const segment = hashBytes(parts[0]![0]).subarray(0, 16);
  const of = { schema, segment, kind: 'parts', items: parts.length, first: 0 } as const;
  return writeObject(target, of, () => inChunks(parts.map(([, bytes]) => bytes)));
}

/** The places of an object's parts, as the columns of their rows. */
export function placesIn(parts: readonly Part[]): { part: Buffer; at: number; length: number }[] {
  let end = 0;
  return parts.map(([hash, { length }]) => {
    end += length;
    return { part: hashBytes(hash), at: end - length, length };
  });
}

/** Writes the parts of a manifest; none if that version is published already. @throws {StoreUnavailable} */
export async function writePartObjects(
  database: Database,
  target: RegisteredStore,
  { schema, version }: PartsOwner,
  parts: ReadonlyMap<string, Uint8Array>,
  cache: PartCache,
): Promise<WrittenParts> {
  const begun = Date.now();
  const present = await database
    .select({ version: manifests.version })
    .from(manifests)
    .where(eq(manifests.schema, schema));
  const isOutdated = present.some((row) => row.version >= version);
  const limit = pLimit(concurrency);
  const portions = isOutdated ? [] : [...partsPerObject(parts)];
  const { written, discard } = await allWritten(
    target,
    portions.map((some) => limit(() => writePartsObject(target, schema, some))),
  );
  return {
    async insert(transaction, hashes) {
      if (Date.now() - begun > maxWriteMs) throw new StoreUnavailable('writing the parts took too long');
      const wanted = new Set(hashes);
      for (const [number, object] of written.entries()) {
        const some = portions[number]!;
        const places = placesIn(some).filter((_, at) => wanted.has(some[at]![0]));
        // An object without any row is swept.
        if (places.length > 0) await insertParts(transaction, object, places);
      }
      for (const hash of hashes) cache.set(hash, parts.get(hash));
    },
    discard,
  };
}

async function insertParts(
  transaction: Queries,
  object: WrittenObject,
  places: ReturnType<typeof placesIn>,
): Promise<void> {
  await insertObject(transaction, object);
  const columns = sql`${sql.param(places.map(({ part }) => part))}::bytea[],
    ${sql.param(places.map(({ at }) => at))}::int[], ${sql.param(places.map(({ length }) => length))}::int[]`;
  await transaction.execute(sql`
    insert into ${manifestParts} (schema_id, part, object, at, length)
    select ${object.schema}, part, ${object.object}, at, length from unnest(${columns}) as new (part, at, length)
    on conflict (schema_id, part) do update set
      unlisted = null, data = null, object = excluded.object, at = excluded.at, length = excluded.length`);
}
