/** Manifests in the database: a schema's list of segments, as its publisher signed it. */
import { isDeepStrictEqual } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import { liveRanges, liveVersions } from '@cloakroom/contract/liveRecords.ts';
import type { Manifest, SignedManifest } from '@cloakroom/contract/segments.ts';
import type { Queries } from '../../db/client.ts';
import { memoizedQuery } from '../../db/prepared.ts';
import { manifests } from '../../db/schema.ts';
import type { PartStore } from '../../store/partStore.ts';
import { diffManifests } from './manifestDiff.ts';
import { PartReader } from './manifestParts.ts';
import { replacePublished } from './publishedRanges.ts';
import { replaceVersions } from './recordVersions.ts';
import { spansOf } from './spans.ts';

/** The manifest of a schema before the first upload. */
export const emptyManifest = (schema: string): Manifest => ({
  schema,
  generation: 1,
  version: 0,
  segments: [],
  mac: '',
});

// Stored manifests were validated when they were published; old ones have no generation.
const parse = (schema: string, row: { body: string } | undefined): SignedManifest =>
  row
    ? { generation: 1, ...(JSON.parse(row.body) as Omit<SignedManifest, 'generation'>) }
    : emptyManifest(schema);

const bodyQuery = memoizedQuery((queries) =>
  queries
    .select({ body: manifests.body })
    .from(manifests)
    .where(eq(manifests.schema, sql.placeholder('schema')))
    .prepare('manifest_of'),
);

/** The schema's current manifest, as it was signed. */
export async function currentManifest(queries: Queries, schema: string): Promise<SignedManifest> {
  const [row] = await bodyQuery(queries).execute({ schema });
  return parse(schema, row);
}

/**
 * The current manifest, locked until the transaction ends: no segments are published or removed meanwhile. The table of published
 * ranges has its records, also if an earlier version of the program wrote it.
 */
export async function lockManifest(
  transaction: Queries,
  schema: string,
  parts: PartStore,
): Promise<SignedManifest> {
  const [row] = await transaction.select().from(manifests).where(eq(manifests.schema, schema)).for('update');
  const manifest = parse(schema, row);
  if (row && row.mac !== row.publishedMac) {
    const { segments } = await completeManifest(transaction, manifest, parts);
    await replacePublished(transaction, schema, spansOf(segments.flatMap(liveRanges)));
    await replaceVersions(transaction, schema, segments.flatMap(liveVersions));
    await transaction.update(manifests).set({ publishedMac: row.mac }).where(eq(manifests.schema, schema));
  }
  return manifest;
}

/** The manifest with all its segments. Reads every part. */
export async function completeManifest(
  queries: Queries,
  manifest: SignedManifest,
  parts: PartStore,
): Promise<Manifest> {
  const { tree, segments = [], ...rest } = manifest;
  if (!tree) return { ...rest, segments };
  const reader = new PartReader(queries, parts, manifest.schema);
  const empty = { ...emptyManifest(manifest.schema) };
  const { added } = await diffManifests(empty, manifest, reader, (sentence) => {
    throw new Error(sentence);
  });
  return { ...rest, segments: await reader.complete(added) };
}

/** Whether the next manifest signs the same definition as the current one, if that signs any. */
export const keepsDefinition = (current: SignedManifest, next: SignedManifest): boolean =>
  current.definition === undefined || isDeepStrictEqual(current.definition, next.definition);

/** Replaces the locked manifest. The table of published ranges has its records. */
export async function replaceManifest(transaction: Queries, next: SignedManifest): Promise<void> {
  const { schema, version, mac } = next;
  const row = { version, body: JSON.stringify(next), mac, publishedMac: mac };
  await transaction.update(manifests).set(row).where(eq(manifests.schema, schema));
}
