/** Stores a sealed segment: its bytes, and its metadata in one transaction. Storing it again changes nothing. */
import { eq, sql } from 'drizzle-orm';
import { conflict, notFound } from '@cloakroom/server-kit/problem.ts';
import type { Database, Queries } from '../../db/client.ts';
import { schemas, segments, uploads } from '../../db/schema.ts';
import { fieldCountsOf } from '../schemas/sealedFields.ts';
import { hasPackedRecords } from './packedRecords.ts';
import { withCopy } from '../../store/copy.ts';
import type { NewSegment, SegmentStore } from '../../store/segmentStore.ts';
import type { BufferedBody } from './bufferedBody.ts';
import { checkedSegment } from './checkedSegment.ts';

const statementSeconds = 120;

/**
 * Stores a segment of a schema. It is invisible until a manifest lists it.
 * @param input.id - the segment's 16 bytes.
 * @param input.body - the received body.
 * @throws {HttpProblem} 400 for a malformed body, 409 if the schema has no key checks yet or was changed meanwhile, or if the
 *   id, the upload or one of the records is taken; the message does not reveal by whom.
 */
export async function storeSegment(
  { database, store }: { database: Database; store: SegmentStore },
  input: { schema: string; owner: string; id: Buffer; body: BufferedBody },
): Promise<void> {
  const fields = await fieldCounts(database, input.schema, false);
  const body = await checkedSegment(input.body, fields);
  const segment = { ...input, ...body, digest: input.body.digest };
  if (await isStored(database, segment)) return;
  const written = await store.write(segment);
  const state = { inserted: false };
  try {
    await withCopy(database, statementSeconds, async (transaction, copy) => {
      await lockSegment(transaction, input.id);
      const present = await fieldCounts(transaction, input.schema, true);
      // Records may be sealed without fields that were added meanwhile.
      if (!fields.every((count) => present.includes(count))) throw changedSchema();
      if (!(await insertSegment(transaction, segment))) return;
      await requireOwnUpload(transaction, segment);
      await written.insert(transaction, copy);
      await claimUpload(transaction, segment);
      state.inserted = true;
    });
  } finally {
    // A commit of which the answer is lost may have succeeded, so its bytes stay.
    if (!state.inserted) await written.discard();
  }
}

const changedSchema = () =>
  conflict('The schema was changed meanwhile. Seal the segment again, then send it.');

/** Serializes storing and deleting this segment, until the transaction ends. */
export const lockSegment = (transaction: Queries, id: Buffer): Promise<unknown> =>
  transaction.execute(sql`select pg_advisory_xact_lock(${id.readBigInt64BE().toString()}::bigint)`);

/** How many fields records of the schema may have. If it is locked, its definition can't change until the transaction ends. */
async function fieldCounts(queries: Queries, id: string, locked: boolean): Promise<number[]> {
  const query = queries.select().from(schemas).where(eq(schemas.id, id));
  const [schema] = await (locked ? query.for('key share') : query);
  if (!schema) throw notFound('Schema');
  if (!schema.keyChecks)
    throw conflict(
      `"${schema.name}" has no key checks yet: its creator opens it once through their proxy, then records can be stored.`,
    );
  return fieldCountsOf(schema);
}

type Segment = NewSegment & { owner: string; digest: Buffer };

/** @returns false if the same segment is stored already. */
async function insertSegment(transaction: Queries, segment: Segment): Promise<boolean> {
  const { schema, id, digest } = segment;
  const inserted = await transaction
    .insert(segments)
    .values({
      schema,
      segment: id,
      header: Buffer.from(segment.header),
      digest,
      upload: Buffer.from(segment.upload),
      first: segment.first,
      records: segment.recordCount,
    })
    .onConflictDoNothing()
    .returning({ id: segments.segment });
  if (inserted.length > 0) return true;
  if (!(await isStored(transaction, segment))) throw takenId();
  return false;
}

const takenId = () => conflict('This segment id is taken. Seal the segment again under a new one.');

/** Whether this very segment is stored. @throws {HttpProblem} 409 if another one has its id. */
async function isStored(queries: Queries, { schema, id, digest }: Segment): Promise<boolean> {
  const [found] = await queries.select().from(segments).where(eq(segments.segment, id));
  if (!found) return false;
  if (found.schema !== schema || !found.digest.equals(digest)) throw takenId();
  return true;
}

/**
 * Checks that the upload belongs to this owner and schema, and locks it; or that it is new. Any data owner may store groups of
 * records that are stored one by one.
 */
async function requireOwnUpload(transaction: Queries, segment: Segment): Promise<void> {
  if (segment.recordCount === 0) return;
  const { schema, owner, upload } = segment;
  const [existing] = await transaction
    .select()
    .from(uploads)
    .where(eq(uploads.upload, Buffer.from(upload)))
    .for('key share');
  const isTaken =
    existing &&
    (existing.schema !== schema || (existing.owner !== owner && !(await isPacked(transaction, segment))));
  if (isTaken) throw conflict('This upload id is taken. Seal the records again under a new one.');
  if (existing?.removed) throw conflict('This upload was deleted, so its records are not stored again.');
}

/** Whether a segment of groups has records that are stored one by one. */
const isPacked = async (transaction: Queries, { content, upload, first, recordCount }: Segment) =>
  content === 'groups' &&
  (await hasPackedRecords(transaction, Buffer.from(upload), { first, end: first + recordCount }));

/**
 * Inserts the upload for this owner and schema, if it is new. Called last: the insert blocks the upload's other segments
 * until the transaction ends.
 */
async function claimUpload(transaction: Queries, segment: Segment): Promise<void> {
  if (segment.recordCount === 0) return;
  const { schema, owner, upload } = segment;
  await transaction
    .insert(uploads)
    .values({ upload: Buffer.from(upload), schema, owner })
    .onConflictDoNothing();
  await requireOwnUpload(transaction, segment);
}
