/** Restores one schema's manifest, as a restored backup would. */
import { eq } from 'drizzle-orm';
import { manifests } from '@cloakroom/service/db/schema.ts';
import type { Stack } from '../../tools/stack.ts';
import { withDatabase } from './links.ts';

/** Saves a schema's manifest. @returns a function that restores the saved one. */
export async function backUpManifest(stack: Stack, schema: string): Promise<() => Promise<void>> {
  const [row] = await withDatabase(stack, (database) =>
    database.select().from(manifests).where(eq(manifests.schema, schema)),
  );
  if (!row) throw new Error('The schema has no manifest.');
  return () =>
    withDatabase(stack, async (database) => {
      await database.update(manifests).set(row).where(eq(manifests.schema, schema));
    });
}
