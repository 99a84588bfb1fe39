/** New versions of records, as a table: which record is stored where, found by key. */
import { sql } from 'drizzle-orm';
import type { LiveVersion } from '@cloakroom/contract/liveRecords.ts';
import { readRecordId } from '@cloakroom/wire/shortId.ts';
import type { Queries } from '../../db/client.ts';
import { recordVersions, uploads } from '../../db/schema.ts';
import { refusal } from './refusal.ts';
import { containsSpans, spansOf, type Spans } from './spans.ts';

/** A record's id, or the place where one is stored: the upload in hex, and the number. */
export type RecordKey = { upload: string; number: number };

const maxRowsPerStatement = 10_000;

const hexBytes = (hex: string) => Buffer.from(hex, 'hex');
/** A key in a map. */
export const keyName = ({ upload, number }: RecordKey): string => `${upload} ${number}`;
const spansAt = (keys: readonly RecordKey[]): Spans =>
  spansOf(keys.map(({ upload, number }) => ({ upload, first: number, count: 1 })));

/** The place that an id states: that of a record which was never changed. Null if it is malformed. */
export function statedPlace(id: string): RecordKey | null {
  try {
    const { upload, number } = readRecordId(id);
    return { upload: Buffer.from(upload).toString('hex'), number };
  } catch {
    return null;
  }
}

/** @throws {HttpProblem} 400 */
function statedBy(id: string): RecordKey {
  const place = statedPlace(id);
  if (!place) throw refusal(`"${id}" is not the id of a record.`);
  return place;
}

/** What a manifest changes: new versions, and the places that are published from now on and no longer. */
type PublishedChange = {
  versions: { added: readonly LiveVersion[]; removed: readonly LiveVersion[] };
  added: Spans;
  removed: Spans;
};

/** What becomes of the records that a manifest no longer publishes. */
export type VersionChange = {
  /** The ids of the records that have a new version. */
  changed: string[];
  /** The places of their former versions. */
  replaced: Spans;
  /** The keys that the ids of removed records state, by the names of their places, where the two differ. */
  removedIds: ReadonlyMap<string, RecordKey>;
};

/**
 * Changes the rows of new versions. The manifest is locked.
 * @throws {HttpProblem} 400 if a record would have two versions or none, or another id than before.
 */
export async function publishVersions(
  transaction: Queries,
  { versions, added, removed }: PublishedChange,
): Promise<VersionChange> {
  if (!containsSpans(removed, spansAt(versions.removed)) || !containsSpans(added, spansAt(versions.added)))
    throw refusal('It names a record by another id.');
  const next = versions.added.map((version) => ({ version, key: statedBy(version.id) }));
  if (new Set(next.map(({ key }) => keyName(key))).size < next.length)
    throw refusal('It names two versions of a record.');
  const present = await placesOf(
    transaction,
    next.map(({ key }) => key),
  );
  const replaced = spansAt(present);
  if (!containsSpans(removed, replaced))
    throw refusal('It names a new version of a record without removing the former one.');
  const removedIds = await deleteVersions(transaction, removed);
  await insertVersions(transaction, next);
  return { changed: next.map(({ version }) => version.id), replaced, removedIds };
}

const ids = { upload: recordVersions.upload, number: recordVersions.number };
const places = { upload: recordVersions.placeUpload, number: recordVersions.placeNumber };

/** Where the records of these ids are stored, in their order. An unknown record has the place that its id states. */
export const placesOf = (queries: Queries, keys: readonly RecordKey[]): Promise<RecordKey[]> =>
  lookUp(queries, keys, { from: ids, to: places });

/** The keys that the ids of the records at these places state, in their order. */
export const idsAt = (queries: Queries, keys: readonly RecordKey[]): Promise<RecordKey[]> =>
  lookUp(queries, keys, { from: places, to: ids });

/** The other key of each row with one of these keys; the key itself where there is no row. */
async function lookUp(
  queries: Queries,
  keys: readonly RecordKey[],
  { from, to }: Record<'from' | 'to', typeof ids | typeof places>,
): Promise<RecordKey[]> {
  if (keys.length === 0) return [];
  const { rows } = await queries.execute<{ place: string; upload: Buffer; number: string }>(sql`
    select asked.place, ${to.upload} as upload, ${to.number} as number
    from unnest(${sql.param(keys.map(({ upload }) => hexBytes(upload)))}::bytea[],
      ${sql.param(keys.map(({ number }) => number))}::bigint[]) with ordinality as asked (upload, number, place)
    join ${recordVersions} on ${from.upload} = asked.upload and ${from.number} = asked.number`);
  const found = new Map(
    rows.map(({ place, upload, number }) => [
      Number(place) - 1,
      { upload: upload.toString('hex'), number: Number(number) },
    ]),
  );
  return keys.map((key, at) => found.get(at) ?? key);
}

/** Deletes the rows of removed places. @returns the keys of their ids. */
async function deleteVersions(transaction: Queries, removed: Spans): Promise<Map<string, RecordKey>> {
  const ids = new Map<string, RecordKey>();
  const spans = [...removed].flatMap(([upload, list]) =>
    list.map(({ first, end }) => ({ upload: hexBytes(upload), first, end })),
  );
  for (let from = 0; from < spans.length; from += maxRowsPerStatement) {
    const some = spans.slice(from, from + maxRowsPerStatement);
    const { rows } = await transaction.execute<
      Record<'upload' | 'place', Buffer> & Record<'number' | 'at', string>
    >(sql`
      delete from ${recordVersions}
      using unnest(${sql.param(some.map(({ upload }) => upload))}::bytea[],
        ${sql.param(some.map(({ first }) => first))}::bigint[],
        ${sql.param(some.map(({ end }) => end))}::bigint[]) as gone (upload, first, until)
      where ${recordVersions.placeUpload} = gone.upload
        and ${recordVersions.placeNumber} >= gone.first and ${recordVersions.placeNumber} < gone.until
      returning ${recordVersions.upload} as upload, ${recordVersions.number} as number,
        ${recordVersions.placeUpload} as place, ${recordVersions.placeNumber} as at`);
    for (const { upload, number, place, at } of rows)
      ids.set(keyName({ upload: place.toString('hex'), number: Number(at) }), {
        upload: upload.toString('hex'),
        number: Number(number),
      });
  }
  return ids;
}

async function insertVersions(
  transaction: Queries,
  next: readonly { version: LiveVersion; key: RecordKey }[],
): Promise<void> {
  for (let from = 0; from < next.length; from += maxRowsPerStatement)
    await transaction.insert(recordVersions).values(
      next.slice(from, from + maxRowsPerStatement).map(({ version, key }) => ({
        upload: hexBytes(key.upload),
        number: key.number,
        placeUpload: hexBytes(version.upload),
        placeNumber: version.number,
      })),
    );
}

/** Replaces the rows of a schema. */
export async function replaceVersions(
  transaction: Queries,
  schema: string,
  versions: readonly LiveVersion[],
): Promise<void> {
  await deleteVersionsOf(transaction, schema);
  await insertVersions(
    transaction,
    versions.map((version) => ({ version, key: statedBy(version.id) })),
  );
}

/** Deletes the rows of a schema. */
export async function deleteVersionsOf(transaction: Queries, schema: string): Promise<void> {
  await transaction.execute(sql`
    delete from ${recordVersions} using ${uploads}
    where ${recordVersions.placeUpload} = ${uploads.upload} and ${uploads.schema} = ${schema}`);
}
