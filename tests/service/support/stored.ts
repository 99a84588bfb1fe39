/** The rows that the service stores: sealed data and the audit log. */
import { and, eq, sql } from 'drizzle-orm';
import { auditLog, blocks, recordGroups, records, segments, uploads } from '@cloakroom/service/db/schema.ts';
import type { TestService } from './service.ts';

/** The number of all stored rows. */
export async function stored({ database }: TestService) {
  const [row] = await database
    .select({
      segments: sql<number>`(select count(*) from ${segments})::int`,
      blocks: sql<number>`(select count(*) from ${blocks})::int`,
      records: sql<number>`(select count(*) from ${records})::int`,
      groups: sql<number>`(select count(*) from ${recordGroups})::int`,
      uploads: sql<number>`(select count(*) from ${uploads})::int`,
    })
    .from(sql`(select 1) as one`);
  return row!;
}

type Stored = Awaited<ReturnType<typeof stored>>;

/** The expected counts after the first segment of a new upload, with these numbers of blocks and records, has been added. */
export const withSegment = (
  before: Stored,
  { blocks, records }: Pick<Stored, 'blocks' | 'records'>,
): Stored => ({
  ...before,
  segments: before.segments + 1,
  blocks: before.blocks + blocks,
  records: before.records + records,
  uploads: before.uploads + 1,
});

/** The entries of the audit log with these values, the oldest first. */
export function logged(
  { database }: Pick<TestService, 'database'>,
  values: Partial<Record<'object' | 'actor' | 'model' | 'action' | 'organization', string>>,
) {
  const equal = Object.entries(values).map(([name, value]) =>
    eq(auditLog[name as keyof typeof values], value),
  );
  return database
    .select()
    .from(auditLog)
    .where(and(...equal))
    .orderBy(auditLog.timestamp);
}

/** The numbers of an upload's stored records, ascending. */
export async function storedNumbers({ database }: Pick<TestService, 'database'>, upload: string) {
  const ofUpload = eq(records.upload, Buffer.from(upload, 'hex'));
  const rows = await database.select({ number: records.number }).from(records).where(ofUpload);
  return rows.map(({ number }) => number).sort((a, b) => a - b);
}
