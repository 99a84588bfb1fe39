/** The records that manifests publish, as a table: found by key, however many a schema has. */
import { sql, type SQL } from 'drizzle-orm';
import { recordsPerGroup, type RecordRange } from '@cloakroom/contract/segments.ts';
import type { Queries } from '../../db/client.ts';
import { manifests, publishedRanges, recordVersions, uploads } from '../../db/schema.ts';
import { joinedSpans, subtractSpans, type Span, type Spans } from './spans.ts';

const maxRowsPerStatement = 10_000;

/** Published ranges by the place of the asked range that has some of their records; without a range where it has none. */
export type FoundRow = { current: boolean | null; place: string; first: string | null; end: string | null };

/** The same from a subselect in JSON, with owner and time of the upload. */
export type FoundJson = Record<'place' | 'first' | 'end', number | null> & { current: boolean | null } & (
    { owner: string; created: string } | { owner: null; created: null }
  );

type Asked = { schema: unknown; uploads: unknown; firsts: unknown; ends: unknown };

/** Ranges of an upload don't overlap, so of those that begin before a record only the last one can have it. */
export const rangesAmong = ({ schema, uploads: ids, firsts, ends }: Asked): SQL => sql`
  select (select mac = published_mac from ${manifests} where schema_id = ${schema}) as current,
    asked.place, found.first, found.end_number as end, owned.owner_id as owner, owned.created
  from unnest(${ids}::bytea[], ${firsts}::bigint[], ${ends}::bigint[])
    with ordinality as asked (upload, first, until, place)
  left join ${uploads} as owned on owned.upload = asked.upload and owned.schema_id = ${schema}
  left join lateral (
    (select first, end_number from ${publishedRanges} as own
      where own.upload = owned.upload and own.first <= asked.first order by own.first desc limit 1)
    union all
    (select first, end_number from ${publishedRanges} as own
      where own.upload = owned.upload and own.first > asked.first and own.first < asked.until)
  ) as found on found.end_number > asked.first`;

/** The values of {@link rangesAmong} for some ranges. */
export const askedValues = (schema: string, asked: readonly RecordRange[]) => ({
  schema,
  uploads: asked.map(({ upload }) => Buffer.from(upload, 'hex')),
  firsts: asked.map(({ first }) => first),
  ends: asked.map(({ first, count }) => first + count),
});

/** The found ranges as spans. */
export function spansAmong(
  asked: readonly RecordRange[],
  rows: readonly Pick<FoundRow | FoundJson, 'place' | 'first' | 'end'>[],
): Spans {
  const byUpload = new Map<string, Map<number, number>>();
  for (const { place, first, end } of rows) {
    if (first === null || end === null) continue;
    const { upload } = asked[Number(place) - 1]!;
    const ends = byUpload.get(upload) ?? new Map<number, number>();
    byUpload.set(upload, ends.set(Number(first), Number(end)));
  }
  return new Map(
    Array.from(byUpload, ([upload, ends]) => [
      upload,
      joinedSpans(Array.from(ends, ([first, end]) => ({ first, end }))),
    ]),
  );
}

/**
 * The published ranges that touch some records or their groups, whole. The manifest is locked.
 * @param schema - whose uploads they are.
 */
export async function publishedNear(transaction: Queries, schema: string, near: Spans): Promise<Spans> {
  const asked = Array.from(near, ([upload, spans]) => spans.map((span) => around(upload, span))).flat();
  if (asked.length === 0) return new Map();
  const { uploads: ids, firsts, ends } = askedValues(schema, asked);
  const values = { schema, uploads: sql.param(ids), firsts: sql.param(firsts), ends: sql.param(ends) };
  const { rows } = await transaction.execute<FoundRow>(rangesAmong(values));
  return spansAmong(asked, rows);
}

/** A span, its groups and the records beside them. */
function around(upload: string, { first, end }: Span): RecordRange {
  const from = Math.max(0, first - recordsPerGroup);
  return { upload, first: from, count: end + recordsPerGroup - from };
}

/** Those of the uploads, in hex, that have no published records, changed ones included. The manifest is locked. */
export async function withoutPublished(transaction: Queries, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await transaction.execute<{ upload: Buffer }>(sql`
    select upload from unnest(${sql.param(ids.map((id) => Buffer.from(id, 'hex')))}::bytea[]) as asked (upload)
    where not exists (select 1 from ${publishedRanges} where ${publishedRanges.upload} = asked.upload)
      and not exists (select 1 from ${recordVersions} where ${recordVersions.upload} = asked.upload)`);
  return rows.map(({ upload }) => upload.toString('hex'));
}

/** Replaces the rows of a schema. */
export async function replacePublished(transaction: Queries, schema: string, spans: Spans): Promise<void> {
  await transaction.execute(sql`set local statement_timeout = '120s'`);
  await deletePublished(transaction, schema);
  await insert(transaction, spans);
}

/** Deletes the rows of a schema. */
export async function deletePublished(transaction: Queries, schema: string): Promise<void> {
  await transaction.execute(sql`
    delete from ${publishedRanges} using ${uploads}
    where ${publishedRanges.upload} = ${uploads.upload} and ${uploads.schema} = ${schema}`);
}

/**
 * Changes rows.
 * @param before - the present rows near the changed records.
 * @returns these rows afterwards.
 */
export async function changePublished(
  transaction: Queries,
  before: Spans,
  { added, removed }: { added: Spans; removed: Spans },
): Promise<Spans> {
  const rest = subtractSpans(before, removed);
  const after = new Map<string, readonly Span[]>(rest);
  for (const [upload, spans] of added)
    after.set(upload, joinedSpans([...(rest.get(upload) ?? []), ...spans]));
  const [gone, fresh] = [withoutSame(before, after), withoutSame(after, before)];
  const rows = rowsOf(gone);
  for (let from = 0; from < rows.length; from += maxRowsPerStatement) {
    const some = rows.slice(from, from + maxRowsPerStatement);
    await transaction.execute(sql`
      delete from ${publishedRanges} using unnest(${sql.param(some.map(({ upload }) => upload))}::bytea[],
        ${sql.param(some.map(({ first }) => first))}::bigint[]) as gone (upload, first)
      where ${publishedRanges.upload} = gone.upload and ${publishedRanges.first} = gone.first`);
  }
  await insert(transaction, fresh);
  return after;
}

/** The spans of one side that the other has not in the same way. */
function withoutSame(one: Spans, other: Spans): Spans {
  return new Map(
    Array.from(one, ([upload, spans]) => {
      const same = new Map((other.get(upload) ?? []).map(({ first, end }) => [first, end]));
      return [upload, spans.filter(({ first, end }) => same.get(first) !== end)];
    }),
  );
}

const rowsOf = (spans: Spans) =>
  Array.from(spans, ([upload, list]) =>
    list.map(({ first, end }) => ({ upload: Buffer.from(upload, 'hex'), first, end })),
  ).flat();

async function insert(transaction: Queries, spans: Spans): Promise<void> {
  const rows = rowsOf(spans);
  for (let from = 0; from < rows.length; from += maxRowsPerStatement) {
    const some = rows.slice(from, from + maxRowsPerStatement);
    await transaction.execute(sql`
      insert into ${publishedRanges} (upload, first, end_number)
      select * from unnest(${sql.param(some.map(({ upload }) => upload))}::bytea[],
        ${sql.param(some.map(({ first }) => first))}::bigint[], ${sql.param(some.map(({ end }) => end))}::bigint[])`);
  }
}
