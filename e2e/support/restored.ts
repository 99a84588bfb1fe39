/** A service that goes back: what a restored backup does to one schema. */
import { eq } from 'drizzle-orm';
import { manifests } from '@cloakroom/service/db/schema.ts';
import type { Stack } from '../../tools/stack.ts';
import { withDatabase } from './links.ts';

/** Takes note of a schema's list of segments. @returns what brings that list back, as a restored backup would. */
export async function backedUp(stack: Stack, schema: string): Promise<() => Promise<void>> {
  const [row] = await withDatabase(stack, (database) =>
    database.select().from(manifests).where(eq(manifests.schema, schema)),
  );
  if (!row) throw new Error('The schema has no list of segments.');
  return () =>
    withDatabase(stack, async (database) => {
      await database.update(manifests).set(row).where(eq(manifests.schema, schema));
    });
}
