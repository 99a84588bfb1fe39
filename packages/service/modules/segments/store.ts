/** Stores a sealed segment in one transaction. Storing it again changes nothing. */
import { and, eq, sql } from 'drizzle-orm';
import { fieldNamesOf } from '@cloakroom/contract/fields.ts';
import type { SegmentBody } from '@cloakroom/wire/segmentBody.ts';
import { blockBytes, labelBytes } from '@cloakroom/contract/segments.ts';
import { HttpProblem, notFound } from '@cloakroom/server-kit/problem.ts';
import type { Database, Queries } from '../../db/client.ts';
import { schemas, segments, uploads } from '../../db/schema.ts';
import type { BufferedBody } from './bufferedBody.ts';
import { checkedSegment } from './checkedSegment.ts';
import { type Copy, type Rows, withCopy } from './copy.ts';

const statementSeconds = 120;
/** PostgreSQL's code of a unique violation. */
const duplicateKey = '23505';

/**
 * Stores a segment of a schema. It is invisible until a manifest lists it.
 * @param input.id - the segment's 16 bytes.
 * @param input.body - the received body.
 * @throws {HttpProblem} 400 for a malformed body, 409 if the schema has no key checks yet, or if the id, the upload or one
 *   of the records is taken; the message does not reveal by whom.
 */
export async function storeSegment(
  database: Database,
  input: { schema: string; owner: string; id: Buffer; body: BufferedBody },
): Promise<void> {
  await withCopy(database, statementSeconds, async (transaction, copy) => {
    await lockSegment(transaction, input.id);
    const body = await checkedSegment(input.body, await fieldCount(transaction, input.schema));
    const segment = { ...input, ...body, digest: input.body.digest };
    if (!(await insertSegment(transaction, segment))) return;
    await requireOwnUpload(transaction, segment);
    await copy('blocks (segment, label, data)', blockRows(segment));
    await copyRecords(copy, segment);
    await claimUpload(transaction, segment);
  });
}

/** Serializes storing and deleting this segment, until the transaction ends. */
export const lockSegment = (transaction: Queries, id: Buffer): Promise<unknown> =>
  transaction.execute(sql`select pg_advisory_xact_lock(${id.readBigInt64BE().toString()}::bigint)`);

/** The number of the schema's fields. Its definition can't change until the transaction ends. */
async function fieldCount(transaction: Queries, id: string): Promise<number> {
  const [schema] = await transaction.select().from(schemas).where(eq(schemas.id, id)).for('key share');
  if (!schema) throw notFound('Schema');
  if (!schema.keyChecks)
    throw new HttpProblem(
      409,
      `"${schema.name}" has no key checks yet: its creator opens it once through their proxy, then records can be stored.`,
    );
  return fieldNamesOf(schema.definition).length;
}

type Segment = SegmentBody & { schema: string; owner: string; id: Buffer; digest: Buffer };

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
  const same = await transaction
    .select({ id: segments.segment })
    .from(segments)
    .where(and(eq(segments.segment, id), eq(segments.schema, schema), eq(segments.digest, digest)));
  if (same.length === 0)
    throw new HttpProblem(409, 'This segment id is taken. Seal the segment again under a new one.');
  return false;
}

/** Checks that the upload belongs to this owner and schema, and locks it; or that it is new. */
async function requireOwnUpload(transaction: Queries, segment: Segment): Promise<void> {
  if (segment.recordCount === 0) return;
  const { schema, owner, upload } = segment;
  const [existing] = await transaction
    .select()
    .from(uploads)
    .where(eq(uploads.upload, Buffer.from(upload)))
    .for('key share');
  if (existing && (existing.schema !== schema || existing.owner !== owner))
    throw new HttpProblem(409, 'This upload id is taken. Seal the records again under a new one.');
  if (existing?.removed)
    throw new HttpProblem(409, 'This upload was deleted, so its records are not stored again.');
}

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

async function* blockRows({ id, labels, blocks }: Segment): Rows {
  let from = 0;
  for await (const batch of blocks()) {
    const count = batch.length / blockBytes;
    yield Array.from({ length: count }, (_, number) => [
      id,
      labels.subarray((from + number) * labelBytes, (from + number + 1) * labelBytes),
      batch.subarray(number * blockBytes, (number + 1) * blockBytes),
    ]);
    from += count;
  }
}

async function* recordRows({ upload, first, records }: Segment): Rows {
  let next = first;
  for await (const batch of records()) {
    yield batch.map((data, index) => [upload, numberBytes(next + index), data]);
    next += batch.length;
  }
}

async function copyRecords(copy: Copy, segment: Segment): Promise<void> {
  try {
    await copy('records (upload, number, data)', recordRows(segment));
  } catch (error) {
    if ((error as { code?: unknown }).code !== duplicateKey) throw error;
    throw new HttpProblem(
      409,
      'Some of these records are stored already. Seal them again under a new upload id.',
    );
  }
}

function numberBytes(number: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(number));
  return bytes;
}
