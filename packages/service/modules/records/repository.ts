/** Sealed records, located through the manifest and read by primary key: the cost does not depend on the offset. */
import { eq, sql } from 'drizzle-orm';
import { envelopeVersion } from '@cloakroom/wire/envelope.ts';
import { fieldSetTagOf, unpackRecord } from '@cloakroom/wire/packedRecord.ts';
import type { SealedRecord } from '@cloakroom/contract/records.ts';
import { urlOf } from '@cloakroom/contract/reference.ts';
import type { RecordRange } from '@cloakroom/contract/segments.ts';
import { recordId } from '@cloakroom/wire/shortId.ts';
import { HttpProblem, notFound } from '@cloakroom/server-kit/problem.ts';
import type { Database, Queries } from '../../db/client.ts';
import { prepared } from '../../db/prepared.ts';
import { records, uploads } from '../../db/schema.ts';
import type { SegmentStore } from '../../store/segmentStore.ts';
import type { SchemaWithPermissions } from '../schemas/policy.ts';
import { storedFieldsOf, type SealedFields } from '../schemas/sealedFields.ts';
import { idsAt, statedPlace, type RecordKey } from '../segments/recordVersions.ts';
import { readGroupedRecords, type UnpackedRecord } from './groups.ts';

/** The keys of the records in some ranges, in order. */
export const keysIn = (ranges: readonly RecordRange[]): RecordKey[] =>
  ranges.flatMap(({ upload, first, count }) =>
    Array.from({ length: count }, (_, index) => ({ upload, number: first + index })),
  );

/** Parses a record's id. @throws {HttpProblem} 404 if it is malformed. */
export function keyOf(id: string): RecordKey {
  const place = statedPlace(id);
  if (!place) throw notFound('Record');
  return place;
}

/** The schema of a record's upload. @throws {HttpProblem} 404 if there is no such upload. */
export async function schemaOf(queries: Queries, { upload }: RecordKey): Promise<string> {
  const [row] = await queries
    .select({ schema: uploads.schema })
    .from(uploads)
    .where(eq(uploads.upload, Buffer.from(upload, 'hex')));
  if (!row) throw notFound('Record');
  return row.schema;
}

type RecordRow = { place: number; data: Buffer | null; owner: string; created: Date };

const recordsAt = prepared<RecordRow>(
  'records_at',
  sql`
    select asked.place::int as place, ${records.data} as data, ${uploads.owner} as owner, ${uploads.created} as created
    from unnest(${sql.placeholder('uploads')}::bytea[], ${sql.placeholder('numbers')}::bigint[])
      with ordinality as asked (upload, number, place)
    join ${uploads} on ${uploads.upload} = asked.upload and ${uploads.schema} = ${sql.placeholder('schema')}
    left join ${records} on ${records.upload} = asked.upload and ${records.number} = asked.number
    order by asked.place`,
);

/** Three times as fast as the portable encoder of the wire package. The driver's bytes are Buffers. */
const textOf = (envelope: Uint8Array) => envelopeVersion + (envelope as Buffer).toString('base64url');

/**
 * Reads a schema's sealed records at some places, in their order. Values that the person may not decrypt are zeros.
 * @param options.partial - leaves out missing and damaged records instead of throwing.
 * @param options.named - whether the ids of changed records are those of the places where they are stored, or their own.
 * @throws {HttpProblem} 404 if one is missing or belongs to another schema, 422 if one is damaged.
 */
export async function readSealed(
  { database, store }: { database: Database; store: Pick<SegmentStore, 'readGroups'> },
  seen: SchemaWithPermissions,
  keys: readonly RecordKey[],
  { partial = false, named = 'ids' }: { partial?: boolean; named?: 'ids' | 'places' } = {},
): Promise<SealedRecord[]> {
  if (keys.length === 0) return [];
  const { schema } = seen;
  const rows = await recordsAt(database, {
    schema: schema.id,
    uploads: keys.map(({ upload }) => Buffer.from(upload, 'hex')),
    numbers: keys.map(({ number }) => number),
  });
  const { ofGroup, ofPacked } = storedFieldsOf(seen);
  const ids = named === 'places' ? keys : await idsAt(database, keys);
  const ungrouped = rows.filter(({ data }) => !data).map(({ place }) => keys[place - 1]!);
  const grouped = await readGroupedRecords(store, { schema: schema.id, fieldsOf: ofGroup }, ungrouped);
  const found = rows.flatMap(({ place, data: packed, owner, created }) => {
    const { upload, number } = keys[place - 1]!;
    const key = ids[place - 1]!;
    const id = recordId(Buffer.from(key.upload, 'hex'), key.number);
    const isChanged = key.upload !== upload || key.number !== number;
    const record = packed ? unpackedRecord(packed, ofPacked) : grouped({ upload, number });
    const unpacked = record instanceof RangeError ? leftOut(record, partial) : record;
    return unpacked
      ? {
          id,
          url: urlOf('records', id),
          schema: urlOf('schemas', schema.id),
          owner: urlOf('users', owner),
          ...unpacked,
          ...(isChanged && { version: recordId(Buffer.from(upload, 'hex'), number) }),
          created: created.toISOString(),
        }
      : [];
  });
  if (found.length < keys.length && !partial) throw notFound('Record');
  return found;
}

/** A record's envelopes by field, zeros for those withheld, and its field-set tag; or the error of damaged bytes. */
function unpackedRecord(packed: Uint8Array, { names, withheld }: SealedFields): UnpackedRecord | RangeError {
  try {
    const data = unpackRecord(packed, names, (envelope, field) =>
      textOf(withheld.has(field) ? Buffer.alloc(envelope.length) : envelope),
    );
    const tag = fieldSetTagOf(packed);
    return tag ? { data, field_set: Buffer.from(tag).toString('hex') } : { data };
  } catch (error) {
    if (error instanceof RangeError) return error;
    throw error;
  }
}

/** Leaves a damaged record out if `tolerant`. @throws {HttpProblem} 422 */
function leftOut(damage: RangeError, tolerant: boolean): null {
  if (tolerant) return null;
  throw new HttpProblem(
    422,
    'A record that the service stores is damaged. Tell the operator of the service.',
    {
      cause: damage,
    },
  );
}
