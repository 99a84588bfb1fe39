/** Manifests in the database: a schema's list of segments, as its publisher signed it. */
import { isDeepStrictEqual } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import { liveRanges } from '@cloakroom/contract/liveRecords.ts';
import type { Manifest, RecordRange } from '@cloakroom/contract/segments.ts';
import type { Queries } from '../../db/client.ts';
import { memoizedQuery } from '../../db/prepared.ts';
import { manifests } from '../../db/schema.ts';

/** The manifest of a schema before the first upload. */
export const emptyManifest = (schema: string): Manifest => ({
  schema,
  generation: 1,
  version: 0,
  segments: [],
  mac: '',
});

// Stored manifests were validated when they were published; old ones have no generation.
const parse = (schema: string, row: { body: string } | undefined): Manifest =>
  row ? { generation: 1, ...(JSON.parse(row.body) as Omit<Manifest, 'generation'>) } : emptyManifest(schema);

const bodyQuery = memoizedQuery((queries) =>
  queries
    .select({ body: manifests.body })
    .from(manifests)
    .where(eq(manifests.schema, sql.placeholder('schema')))
    .prepare('manifest_of'),
);

/** The schema's current manifest. */
export async function currentManifest(queries: Queries, schema: string): Promise<Manifest> {
  const [row] = await bodyQuery(queries).execute({ schema });
  return parse(schema, row);
}

const macQuery = memoizedQuery((queries) =>
  queries
    .select({ mac: manifests.mac })
    .from(manifests)
    .where(eq(manifests.schema, sql.placeholder('schema')))
    .prepare('manifest_mac_of'),
);

/** Whether the schema's current manifest has this MAC. */
export async function isCurrentManifest(queries: Queries, schema: string, mac: string): Promise<boolean> {
  const [row] = await macQuery(queries).execute({ schema });
  return row?.mac === mac;
}

/** The current manifest, locked until the transaction ends: no segments are published or removed meanwhile. */
export async function lockManifest(transaction: Queries, schema: string): Promise<Manifest> {
  const [row] = await transaction.select().from(manifests).where(eq(manifests.schema, schema)).for('update');
  return parse(schema, row);
}

/** Whether the next manifest signs the same definition as the current one, if that signs any. */
export const keepsDefinition = (current: Manifest, next: Manifest): boolean =>
  current.definition === undefined || isDeepStrictEqual(current.definition, next.definition);

/** Replaces the locked manifest. */
export async function replaceManifest(transaction: Queries, next: Manifest): Promise<void> {
  const { schema, version, mac } = next;
  const row = { version, body: JSON.stringify(next), mac };
  await transaction.update(manifests).set(row).where(eq(manifests.schema, schema));
}

/** The published records of a manifest, in order, without deleted ones. */
export const rangesOf = (manifest: Manifest): RecordRange[] => manifest.segments.flatMap(liveRanges);
