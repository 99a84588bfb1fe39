/** Key rotation: new data is sealed with the new keys, existing data keeps its keys. Fields are added with new keys. */
import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { AccessEntry } from '@cloakroom/contract/accessLog.ts';
import { greatestKind } from '@cloakroom/contract/definitionChange.ts';
import { fieldNamesOf, type JsonSchema } from '@cloakroom/contract/fields.ts';
import type { putKeyChecks } from '@cloakroom/contract/keyChecks.ts';
import type { KeyChecks, Permissions } from '@cloakroom/contract/schemas.ts';
import type { SignedManifest } from '@cloakroom/contract/segments.ts';
import { conflict, forbidden, invalid } from '@cloakroom/server-kit/problem.ts';
import type { Queries } from '../../db/client.ts';
import { schemas } from '../../db/schema.ts';
import { appendEntry, hasLog } from '../accessLog/repository.ts';
import { reopenRequests } from '../requests/settleRequests.ts';
import { keepsDefinition, lockManifest } from '../segments/manifests.ts';
import { restateManifest } from '../segments/publish.ts';
import type { SentParts } from '../segments/sentParts.ts';
import type { PartStore } from '../../store/partStore.ts';
import { compareStored, refusedChange } from './changeSchema.ts';
import { requireChecksOf, setKeyChecks } from './keyChecks.ts';
import type { SchemaRow, SchemaWithPermissions } from './policy.ts';

/** The schema with its new key checks, and the changes for the audit log; null if nothing changed. */
type StoredKeyChecks = { schema: SchemaRow; changes: Record<string, unknown> | null };

/**
 * Stores the key checks of a schema's first or rotated keys; for rotated keys, requests are opened for all others.
 * @param seen - the schema, locked by the caller, with the user's permissions.
 * @throws {HttpProblem} as {@link setKeyChecks} and {@link setNewKeys}.
 */
export async function storeKeyChecks(
  transaction: Queries,
  seen: SchemaWithPermissions,
  user: { id: string },
  { key_checks, generation, manifest, entry, schema: definition }: z.output<typeof putKeyChecks.body>,
  sent: SentParts,
  now: Date,
): Promise<StoredKeyChecks> {
  const names = Object.keys(key_checks);
  if (generation === undefined || !manifest) {
    const { schema, changed } = await setKeyChecks(transaction, seen.schema, user, key_checks);
    return { schema, changes: changed ? { key_checks: names } : null };
  }
  const { schema, changed } = await setNewKeys(transaction, seen, {
    key_checks,
    generation,
    manifest,
    sent,
    definition,
  });
  if (!changed) return { schema, changes: null };
  await appendGenerationEntry(transaction, seen, generation, entry);
  const { opened } = await reopenRequests(transaction, schema.id, user.id, now);
  const changes = {
    key_checks: names,
    generation,
    requests: opened,
    ...(definition && { schema: definition }),
  };
  return { schema, changes };
}

/**
 * Appends the access log's entry about the new keys.
 * @throws {HttpProblem} 409 if the schema has an access log and there is no entry: proxies would refuse the keys.
 */
async function appendGenerationEntry(
  transaction: Queries,
  seen: SchemaWithPermissions,
  generation: number,
  entry: AccessEntry | undefined,
): Promise<void> {
  const { name, id } = seen.schema;
  if (!entry) {
    if (!(await hasLog(transaction, id))) return;
    throw conflict(
      `Who may have the keys of "${name}" is signed by its owners, and new keys have to be signed too. Update your proxy, then change the keys again.`,
    );
  }
  const { change } = entry;
  if (change.type !== 'generation' || change.generation !== generation)
    throw invalid({ entry: ['The entry announces other keys than these.'] });
  await appendEntry(transaction, seen, entry);
}

/** Key checks of new keys, and the manifest with a MAC by the new query key. */
type NewKeys = {
  key_checks: KeyChecks;
  generation: number;
  manifest: SignedManifest;
  sent: SentParts;
  /** The definition with added fields; absent if it stays. */
  definition?: JsonSchema | undefined;
};

/**
 * Compare and set: stores the keys if they are a later generation and nothing was published since the manifest was
 * created. Repeating the call changes nothing.
 * @param seen - the schema, locked by the caller, with the user's permissions.
 * @returns the schema, and whether its keys changed.
 * @throws {HttpProblem} 403 if the user may not share keys, 409 after a concurrent change, 400 for invalid key checks or an
 *   invalid manifest.
 */
async function setNewKeys(
  transaction: Queries,
  seen: SchemaWithPermissions,
  { key_checks, generation, manifest, sent, definition }: NewKeys,
): Promise<{ schema: SchemaRow; changed: boolean }> {
  const { schema, permissions } = seen;
  requireSharing(schema, permissions);
  requireChecksOf({ definition: definition ?? schema.definition }, key_checks);
  if (schema.generation === generation && isDeepStrictEqual({ ...schema.keyChecks }, { ...key_checks }))
    return { schema, changed: false };
  if (!schema.keyChecks)
    throw conflict(
      `"${schema.name}" has no keys yet that could be changed: its creator opens it once through their proxy.`,
    );
  const current = await lockManifest(transaction, schema.id, sent.store);
  // After a restored backup, the numbers up to that of the lost keys are left out.
  if (generation <= schema.generation || manifest.version !== current.version + 1)
    throw conflict(
      `Someone else has changed the keys or the records of "${schema.name}" a moment ago. Try again.`,
    );
  const added = definition && (await addedFields(transaction, schema, definition, sent.store));
  const same =
    manifest.schema === schema.id &&
    manifest.mac !== '' &&
    isDeepStrictEqual(manifest.epoch, current.epoch) &&
    (added ? addsFields(current, manifest, added) : keepsDefinition(current, manifest));
  if (!same || !(await restateManifest(transaction, current, manifest, sent)))
    throw invalid({ manifest: ['New keys leave a schema’s segments as they are, and vouch for them.'] });
  const earlierKeyChecks = { ...schema.earlierKeyChecks, [schema.generation]: schema.keyChecks };
  const after = { generation, keyChecks: key_checks, earlierKeyChecks, ...(definition && { definition }) };
  await transaction.update(schemas).set(after).where(eq(schemas.id, schema.id));
  return { schema: { ...schema, ...after }, changed: true };
}

/**
 * The names of the fields that a definition adds.
 * @throws {HttpProblem} 409 if records forbid the definition, 400 if it changes what takes a new index, or adds nothing.
 */
async function addedFields(
  transaction: Queries,
  schema: SchemaRow,
  definition: JsonSchema,
  parts: PartStore,
): Promise<string[]> {
  const { changes } = await compareStored(transaction, schema, definition, parts);
  if (greatestKind(changes) === 'refused') throw refusedChange(schema.name, changes);
  const before = new Set(fieldNamesOf(schema.definition));
  const names = fieldNamesOf(definition);
  const added = names.filter((name) => !before.has(name));
  const keepsAll = names.length - added.length === before.size;
  if (added.length === 0 || !keepsAll || changes.some(({ kind }) => kind === 'reindex'))
    throw invalid({ schema: ['New keys come with a definition that adds fields and needs no new index.'] });
  return added;
}

/** Whether a manifest signs another definition, and names the generation from which on records have the added fields. */
function addsFields(current: SignedManifest, next: SignedManifest, names: readonly string[]): boolean {
  const added = Object.fromEntries(names.map((name) => [name, next.generation]));
  const expected = { ...current.definition?.added, ...added };
  return (
    next.definition !== undefined &&
    next.definition.digest !== current.definition?.digest &&
    isDeepStrictEqual({ ...next.definition.added }, expected)
  );
}

export function requireSharing({ name }: SchemaRow, { can_share_keys }: Permissions): void {
  if (!can_share_keys)
    throw forbidden(`Only people who may share the keys of "${name}" can change them. Ask one of them.`);
}
