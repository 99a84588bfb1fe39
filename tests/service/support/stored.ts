/** Counts what the service stores of sealed data. */
import { sql } from 'drizzle-orm';
import { blocks, records, segments, uploads } from '@cloakroom/service/db/schema.ts';
import type { TestService } from './service.ts';

/** The number of all stored rows. */
export async function stored({ database }: TestService) {
  const [row] = await database
    .select({
      segments: sql<number>`(select count(*) from ${segments})::int`,
      blocks: sql<number>`(select count(*) from ${blocks})::int`,
      records: sql<number>`(select count(*) from ${records})::int`,
      uploads: sql<number>`(select count(*) from ${uploads})::int`,
    })
    .from(sql`(select 1) as one`);
  return row!;
}

type Stored = Awaited<ReturnType<typeof stored>>;

/** The expected counts after the first segment of a new upload, with so many blocks and records, was added. */
export const withSegment = (
  before: Stored,
  { blocks, records }: Pick<Stored, 'blocks' | 'records'>,
): Stored => ({
  segments: before.segments + 1,
  blocks: before.blocks + blocks,
  records: before.records + records,
  uploads: before.uploads + 1,
});
