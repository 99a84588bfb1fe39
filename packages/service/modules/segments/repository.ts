/** Reads sealed headers by primary key, and blocks from their store. */
import { and, eq, sql } from 'drizzle-orm';
import { conflict, notFound } from '@cloakroom/server-kit/problem.ts';
import type { Queries } from '../../db/client.ts';
import { memoizedQuery } from '../../db/prepared.ts';
import { segments, uploads, leases } from '../../db/schema.ts';
import type { BlockKey, SegmentStore } from '../../store/segmentStore.ts';

const headersAt = memoizedQuery((queries) =>
  queries
    .select({ id: segments.segment, header: segments.header })
    .from(segments)
    .where(
      and(
        eq(segments.schema, sql.placeholder('schema')),
        sql`${segments.segment} = any(${sql.placeholder('ids')})`,
      ),
    )
    .prepare('headers_at'),
);

/** The sealed headers of a schema's segments, in the order of the ids. @throws {HttpProblem} 404 if one is missing. */
export async function readHeaders(
  queries: Queries,
  schema: string,
  ids: readonly string[],
): Promise<Buffer[]> {
  const rows = await headersAt(queries).execute({ schema, ids: ids.map(bytesOf) });
  const headers = new Map(rows.map(({ id, header }) => [id.toString('hex'), header]));
  return ids.map((id) => {
    const header = headers.get(id);
    if (!header) throw notFound('Segment');
    return header;
  });
}

/** Sealed blocks of a schema's segments, concatenated in order. @throws {HttpProblem} 404 if one is missing. */
export async function readBlockBytes(
  store: Pick<SegmentStore, 'readBlocks'>,
  schema: string,
  keys: readonly BlockKey[],
): Promise<Buffer> {
  const blocks = await store.readBlocks(schema, keys);
  return Buffer.concat(
    blocks.map((block) => {
      if (!block) throw notFound('Block');
      return block;
    }),
  );
}

/** Whether the user stored the segment. */
export async function isOwnSegment(
  queries: Queries,
  { user, schema, segment }: { user: string; schema: string; segment: Buffer },
): Promise<boolean> {
  const own = await queries
    .select({ segment: segments.segment })
    .from(segments)
    .innerJoin(uploads, eq(uploads.upload, segments.upload))
    .where(and(eq(segments.schema, schema), eq(segments.segment, segment), eq(uploads.owner, user)));
  return own.length > 0;
}

const bytesOf = (hex: string) => Buffer.from(hex, 'hex');

/** Acquires a schema's lease, or extends it. @throws {HttpProblem} 409 while another holder has it. */
export async function acquireLease(
  queries: Queries,
  schema: string,
  { holder, seconds }: { holder: string; seconds: number },
): Promise<void> {
  const until = sql`now() + make_interval(secs => ${seconds})`;
  const acquired = await queries
    .insert(leases)
    .values({ schema, holder, until })
    .onConflictDoUpdate({
      target: leases.schema,
      set: { holder, until },
      setWhere: sql`${leases.holder} = ${holder} or ${leases.until} < now()`,
    })
    .returning({ holder: leases.holder });
  if (acquired.length === 0)
    throw conflict('The index of this schema is being compacted by another proxy. Try again in a moment.');
}

/** Releases a lease, if `holder` has it. */
export async function releaseLease(queries: Queries, schema: string, holder: string): Promise<void> {
  await queries.delete(leases).where(and(eq(leases.schema, schema), eq(leases.holder, holder)));
}
