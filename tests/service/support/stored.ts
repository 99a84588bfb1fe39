/** Counts what the service keeps of sealed data. */
import { sql } from 'drizzle-orm';
import { blocks, records, segments, uploads } from '@cloakroom/service/db/schema.ts';
import type { TestService } from './service.ts';

/** How much is stored, in all. */
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

/** What is stored once a new upload's first segment, of so many blocks and records, has come to what was there before. */
export const withSegment = (
  before: Stored,
  { blocks, records }: Pick<Stored, 'blocks' | 'records'>,
): Stored => ({
  segments: before.segments + 1,
  blocks: before.blocks + blocks,
  records: before.records + records,
  uploads: before.uploads + 1,
});
