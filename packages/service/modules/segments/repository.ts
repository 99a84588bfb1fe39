/** Reads sealed headers and blocks by primary key. */
import { and, eq, sql } from 'drizzle-orm';
import { notFound, HttpProblem } from '@cloakroom/server-kit/problem.ts';
import type { Database, Queries } from '../../db/client.ts';
import { memoizedQuery, prepared } from '../../db/prepared.ts';
import { blocks, segments, uploads, leases } from '../../db/schema.ts';

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

const blocksAt = prepared<{ data: Buffer }>(
  'blocks_at',
  sql`
    select ${blocks.data}
    from unnest(${sql.placeholder('ids')}::bytea[], ${sql.placeholder('labels')}::bytea[])
      with ordinality as requested (segment, label, position)
    join ${segments} on ${segments.schema} = ${sql.placeholder('schema')} and ${segments.segment} = requested.segment
    join ${blocks} on ${blocks.segment} = requested.segment and ${blocks.label} = requested.label
    order by requested.position`,
);

/** Sealed blocks of a schema's segments, concatenated in order. @throws {HttpProblem} 404 if one is missing. */
export async function readBlockBytes(
  database: Database,
  schema: string,
  wanted: readonly { id: string; label: Buffer }[],
): Promise<Buffer> {
  const ids = wanted.map(({ id }) => bytesOf(id));
  const found = await blocksAt(database, { schema, ids, labels: wanted.map(({ label }) => label) });
  if (found.length < wanted.length) throw notFound('Block');
  return Buffer.concat(found.map(({ data }) => data));
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
    throw new HttpProblem(409, 'Somebody else merges the index of this schema just now.');
}

/** Releases a lease, if `holder` has it. */
export async function releaseLease(queries: Queries, schema: string, holder: string): Promise<void> {
  await queries.delete(leases).where(and(eq(leases.schema, schema), eq(leases.holder, holder)));
}
