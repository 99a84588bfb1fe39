/** Replaces a group of records. The new bytes are a row, which comes before the group of an object until that is rewritten. */
import { and, eq, gt, lte } from 'drizzle-orm';
import { conflict, notFound } from '@cloakroom/server-kit/problem.ts';
import type { Queries } from '../db/client.ts';
import { groupRanges, recordGroups } from '../db/schema.ts';
import { lockRanges, scheduleRewrite } from './removal.ts';

/**
 * Compare and set: replaces the group if it is still the one that was read. Objects are immutable, so a group that had no row
 * when it was read, and has none now, is the same as long as an object has it.
 * @param change.stored - the bytes that were read. The caller excludes other replacements of the group.
 * @throws {HttpProblem} 409 if the group has other bytes, 404 if it was deleted.
 */
export async function replaceGroup(
  transaction: Queries,
  { upload, number, stored, data }: { upload: Buffer; number: number; stored: Buffer; data: Buffer },
): Promise<void> {
  // Before the row: rewriting and moving take the locks in this order.
  await lockRanges(transaction, upload);
  const at = and(eq(recordGroups.upload, upload), eq(recordGroups.number, number));
  const [row] = await transaction.select().from(recordGroups).where(at).for('update');
  if (row && !row.data.equals(stored)) throw conflict('The group has changed. Read it again.');
  const inObject = and(
    eq(groupRanges.upload, upload),
    lte(groupRanges.first, number),
    gt(groupRanges.end, number),
  );
  const [range] = await transaction.select().from(groupRanges).where(inObject);
  if (row) await transaction.update(recordGroups).set({ data }).where(at);
  else if (range) await transaction.insert(recordGroups).values({ upload, number, data });
  else throw notFound('Group');
  if (range) await scheduleRewrite(transaction, [range.object]);
}
