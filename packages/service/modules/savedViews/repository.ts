/** Saved views in the database: sealed bytes with a version, which each change compares. */
import { and, asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { urlOf } from '@cloakroom/contract/reference.ts';
import {
  maxSavedViews,
  maxSealedViewBytes,
  type putSealedView,
  type SealedView,
} from '@cloakroom/contract/savedViews.ts';
import { conflict, invalid } from '@cloakroom/server-kit/problem.ts';
import type { Queries } from '../../db/client.ts';
import { savedViews } from '../../db/schema.ts';

export type SavedViewRow = typeof savedViews.$inferSelect;

export const sealedViewOf = ({ id, version, generation, sealed, creator }: SavedViewRow): SealedView => ({
  id,
  version,
  generation,
  sealed: sealed.toString('base64url'),
  creator: urlOf('users', creator),
});

/** The views of a schema, the oldest first. */
export const findViews = (queries: Queries, schema: string): Promise<SavedViewRow[]> =>
  queries
    .select()
    .from(savedViews)
    .where(eq(savedViews.schema, schema))
    .orderBy(asc(savedViews.created), asc(savedViews.id));

const at = (schema: string, id: string) => and(eq(savedViews.schema, schema), eq(savedViews.id, id));

export async function findView(
  queries: Queries,
  schema: string,
  id: string,
): Promise<SavedViewRow | undefined> {
  const [row] = await queries.select().from(savedViews).where(at(schema, id));
  return row;
}

export const deleteViewRow = (queries: Queries, schema: string, id: string) =>
  queries.delete(savedViews).where(at(schema, id));

/**
 * Stores a new view or the next version of one. The caller has locked the schema.
 * @throws {HttpProblem} 400 for bytes that are too long, 409 for a version that does not follow the present one, and for
 *   one view too many.
 */
export async function storeView(
  transaction: Queries,
  schema: string,
  id: string,
  body: z.output<typeof putSealedView.body>,
  creator: string,
): Promise<SavedViewRow> {
  const { version, generation } = body;
  const sealed = Buffer.from(body.sealed, 'base64url');
  if (sealed.length > maxSealedViewBytes)
    throw invalid({ sealed: [`A sealed view has at most ${maxSealedViewBytes} bytes.`] });
  const present = await findView(transaction, schema, id);
  if (version !== (present?.version ?? 0) + 1) throw otherVersion();
  if (present) {
    const change = { version, generation, sealed };
    const [row] = await transaction.update(savedViews).set(change).where(at(schema, id)).returning();
    return row!;
  }
  if ((await transaction.$count(savedViews, eq(savedViews.schema, schema))) >= maxSavedViews)
    throw conflict(
      `The schema has ${maxSavedViews} saved views, and can't have more. Delete one of them first.`,
    );
  const [row] = await transaction
    .insert(savedViews)
    .values({ schema, id, version, generation, sealed, creator })
    .returning();
  return row!;
}

const otherVersion = () =>
  conflict('The view was changed or deleted since you loaded it, so it was not saved. Load the views again.');
