/** A schema's manifest as it is kept: the list of segments that readers see, as its publisher signed it. */
import { isDeepStrictEqual } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import { liveRanges } from '@cloakroom/contract/liveRecords.ts';
import type { Manifest, RecordRange } from '@cloakroom/contract/segments.ts';
import type { Queries } from '../../db/client.ts';
import { kept } from '../../db/prepared.ts';
import { manifests } from '../../db/schema.ts';

/** The manifest of a schema before the first upload. */
export const emptyManifest = (schema: string): Manifest => ({
  schema,
  generation: 1,
  version: 0,
  segments: [],
  mac: '',
});

// What is kept was checked against the contract when it was published, if need be before keys had generations.
const read = (schema: string, row: { body: string } | undefined): Manifest =>
  row ? { generation: 1, ...(JSON.parse(row.body) as Omit<Manifest, 'generation'>) } : emptyManifest(schema);

const bodyOf = kept((queries) =>
  queries
    .select({ body: manifests.body })
    .from(manifests)
    .where(eq(manifests.schema, sql.placeholder('schema')))
    .prepare('manifest_of'),
);

/** The schema's present manifest. */
export async function presentManifest(queries: Queries, schema: string): Promise<Manifest> {
  const [row] = await bodyOf(queries).execute({ schema });
  return read(schema, row);
}

const macOf = kept((queries) =>
  queries
    .select({ mac: manifests.mac })
    .from(manifests)
    .where(eq(manifests.schema, sql.placeholder('schema')))
    .prepare('manifest_mac_of'),
);

/** Whether the schema's present manifest is the one with this MAC. */
export async function isPresent(queries: Queries, schema: string, mac: string): Promise<boolean> {
  const [row] = await macOf(queries).execute({ schema });
  return row?.mac === mac;
}

/** The present manifest, locked until the transaction ends: nobody publishes or removes segments meanwhile. */
export async function lockManifest(transaction: Queries, schema: string): Promise<Manifest> {
  const [row] = await transaction.select().from(manifests).where(eq(manifests.schema, schema)).for('update');
  return read(schema, row);
}

/** Whether a manifest vouches for the definition that the present one vouches for, if that does for any. */
export const keepsDefinition = (present: Manifest, next: Manifest): boolean =>
  present.definition === undefined || isDeepStrictEqual(present.definition, next.definition);

/** Put a manifest in the place of the locked one. */
export async function replaceManifest(transaction: Queries, next: Manifest): Promise<void> {
  const { schema, version, mac } = next;
  const row = { version, body: JSON.stringify(next), mac };
  await transaction.update(manifests).set(row).where(eq(manifests.schema, schema));
}

/** The records that a manifest publishes, in its order: deleted ones are left out. */
export const rangesOf = (manifest: Manifest): RecordRange[] => manifest.segments.flatMap(liveRanges);
