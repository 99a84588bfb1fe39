/** Uploads: their owner, their number of published records, and the number of rows that are still to be deleted. */
import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { ListPage } from '@cloakroom/contract/list.ts';
import { uploadUrlOf, urlOf } from '@cloakroom/contract/reference.ts';
import type { listUploads, Upload } from '@cloakroom/contract/uploads.ts';
import type { Queries } from '../../db/client.ts';
import { publishedRanges, recordVersions, removals, uploads, users } from '../../db/schema.ts';
import type { PartStore } from '../../store/partStore.ts';
import { ensurePublished } from '../segments/publishedRecords.ts';

const toRemove = sql<number>`(
  select coalesce(sum(least(${removals.records}, ${removals.end} - ${removals.first})), 0)::float8 from ${removals}
  where ${removals.upload} = ${uploads.upload})`;

/** Changed records count as records of the upload that they came with. */
const records = sql<number>`(
  select coalesce(sum(${publishedRanges.end} - ${publishedRanges.first}), 0)::float8 from ${publishedRanges}
  where ${publishedRanges.upload} = ${uploads.upload}) + (
  select count(*)::float8 from ${recordVersions} where ${recordVersions.upload} = ${uploads.upload})`;

/** Whether the upload holds new versions of records that came with others. */
const holdsVersions = sql`exists (
  select 1 from ${recordVersions} where ${recordVersions.placeUpload} = ${uploads.upload})`;

const columns = {
  upload: uploads.upload,
  owner: uploads.owner,
  email: users.email,
  created: uploads.created,
  records,
  removing: toRemove,
};

type Row = {
  upload: Buffer;
  owner: string;
  email: string | null;
  created: Date;
  records: number;
  removing: number;
};

function view(schema: string, row: Row): Upload {
  const id = row.upload.toString('hex');
  return {
    id,
    url: uploadUrlOf(schema, id),
    schema: urlOf('schemas', schema),
    records: row.records,
    removing: row.removing,
    owner: urlOf('users', row.owner),
    owner_email: row.email,
    created: row.created.toISOString(),
  };
}

/** Where uploads are looked up; `parts` stores the manifests' parts. */
type UploadSource = { queries: Queries; parts: PartStore };

/** A page of a schema's uploads, newest first: those with published records, and those whose rows are being deleted. */
export async function findUploads(
  { queries, parts }: UploadSource,
  schema: string,
  { limit, offset }: Pick<z.output<typeof listUploads.query>, 'limit' | 'offset'>,
): Promise<ListPage<Upload>> {
  await ensurePublished(queries, schema, parts);
  const shown = and(
    eq(uploads.schema, schema),
    sql`not ${holdsVersions}`,
    sql`(exists (select 1 from ${publishedRanges} where ${publishedRanges.upload} = ${uploads.upload})
      or exists (select 1 from ${recordVersions} where ${recordVersions.upload} = ${uploads.upload})
      or exists (select 1 from ${removals} where ${removals.upload} = ${uploads.upload}))`,
  );
  const rows = await queries
    .select(columns)
    .from(uploads)
    .leftJoin(users, eq(users.id, uploads.owner))
    .where(shown)
    .orderBy(sql`${uploads.created} desc, ${uploads.upload}`)
    .limit(limit)
    .offset(offset);
  return { items: rows.map((row) => view(schema, row)), total: await queries.$count(uploads, shown) };
}

/** An upload that has or had published records; otherwise undefined. */
export async function findUpload(
  { queries, parts }: UploadSource,
  schema: string,
  id: string,
): Promise<Upload | undefined> {
  await ensurePublished(queries, schema, parts);
  const [row] = await queries
    .select({ ...columns, removed: uploads.removed })
    .from(uploads)
    .leftJoin(users, eq(users.id, uploads.owner))
    .where(
      and(eq(uploads.schema, schema), eq(uploads.upload, Buffer.from(id, 'hex')), sql`not ${holdsVersions}`),
    );
  if (!row) return undefined;
  const found = view(schema, row);
  return found.records > 0 || row.removed ? found : undefined;
}
