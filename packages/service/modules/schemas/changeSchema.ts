/** Changes a schema: its name, its description and, as far as its records allow, its definition. */
import { isDeepStrictEqual } from 'node:util';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import {
  compareDefinitions,
  kindWithoutRecords,
  type ChangeKind,
  type DefinitionComparison,
} from '@cloakroom/contract/definitionChange.ts';
import type { JsonSchema } from '@cloakroom/contract/fields.ts';
import type { patchSchema } from '@cloakroom/contract/schemaChange.ts';
import type { SignedManifest } from '@cloakroom/contract/segments.ts';
import { builtInRoles } from '@cloakroom/contract/teams.ts';
import { conflict, forbidden, HttpProblem, invalid } from '@cloakroom/server-kit/problem.ts';
import type { Queries } from '../../db/client.ts';
import { schemas, teams } from '../../db/schema.ts';
import { lockManifest } from '../segments/manifests.ts';
import { publish, restateManifest } from '../segments/publish.ts';
import type { SentParts } from '../segments/sentParts.ts';
import type { PartStore } from '../../store/partStore.ts';
import { teamNames } from './creation.ts';
import { checksForOtherFields, keyNames } from './keyChecks.ts';
import type { SchemaRow, SchemaState } from './policy.ts';
import { holdsRecords } from './repository.ts';

type SchemaPatch = z.output<typeof patchSchema.body>;
type NextManifest = { next: SignedManifest | undefined; sent: SentParts };

/**
 * What a change of a schema's definition takes. Without records, none needs a new index and none is refused.
 * @param queries - a transaction or a connection.
 */
export async function compareStored(
  queries: Queries,
  { id, definition, generation }: SchemaRow,
  next: JsonSchema,
  parts: PartStore,
): Promise<DefinitionComparison & { has_records: boolean }> {
  const has_records = await holdsRecords(queries, id, parts);
  const { kind, changes } = compareDefinitions(definition, next);
  if (has_records) return { kind, changes, has_records };
  return {
    kind: kindWithoutRecords(kind, generation),
    changes: changes.map(({ reason: _, ...change }) => ({
      ...change,
      kind: kindWithoutRecords(change.kind, generation),
    })),
    has_records,
  };
}

/**
 * Changes a schema; teams that still have their default names are renamed with it.
 * @param state - of the person who changes it; the schema is locked by the caller.
 * @throws {HttpProblem} 409 if records forbid the new definition, or if it is signed and the next manifest is missing; 403 if
 *   the index has to be made anew by another person.
 */
export async function changeSchema(
  transaction: Queries,
  state: SchemaState,
  change: SchemaPatch,
  sent: SentParts,
): Promise<SchemaRow> {
  const { schema: before } = state;
  const {
    name = before.name,
    description = before.description,
    schema: definition = before.definition,
  } = change;
  if (!isDeepStrictEqual(definition, before.definition))
    await changeDefinition(transaction, state, definition, { next: change.manifest, sent });
  const sameKeys = isDeepStrictEqual(keyNames(definition), keyNames(before.definition));
  if (!sameKeys && before.generation > 1)
    throw conflict(
      `The keys of "${before.name}" were changed since it was made, so its fields keep their names. Create another schema for other ones.`,
    );
  const checks = sameKeys ? {} : checksForOtherFields(before, definition);
  const after = { name, description, definition, ...checks };
  await transaction.update(schemas).set(after).where(eq(schemas.id, before.id));
  const [oldNames, newNames] = [teamNames(before.name), teamNames(name)];
  for (const role of builtInRoles)
    await transaction
      .update(teams)
      .set({ name: newNames[role] })
      .where(and(eq(teams.schema, before.id), eq(teams.role, role), eq(teams.name, oldNames[role])));
  return { ...before, ...after };
}

/** Checks a change of the definition, and replaces the manifest by one that signs it. */
async function changeDefinition(
  transaction: Queries,
  state: SchemaState,
  definition: JsonSchema,
  manifest: NextManifest,
): Promise<void> {
  const { schema } = state;
  const { kind, changes, has_records } = await compareStored(
    transaction,
    schema,
    definition,
    manifest.sent.store,
  );
  if (kind === 'refused') throw refusedChange(schema.name, changes);
  if (kind === 'rekey')
    throw conflict(
      `New fields of "${schema.name}" need new keys. Change its definition through a proxy of this version.`,
    );
  // The digest stays the same, so the manifest signs it already.
  if (kind === 'free' && !manifest.next) return;
  const current = await lockManifest(transaction, schema.id, manifest.sent.store);
  if (has_records && current.version === 0)
    throw conflict(
      `"${schema.name}" is receiving its first records, so its definition can't change just now. Try again when the upload is complete.`,
    );
  if (!manifest.next) {
    if (!current.definition && !has_records) return;
    throw conflict(
      `The definition of "${schema.name}" is signed. Change it through a proxy with the schema’s key for searching.`,
    );
  }
  await replaceSignedDefinition(transaction, state, current, kind, manifest);
}

async function replaceSignedDefinition(
  transaction: Queries,
  { schema: { id, name }, permissions, isRecordOwner }: SchemaState,
  current: SignedManifest,
  kind: ChangeKind,
  { next, sent }: NextManifest,
): Promise<void> {
  const outdated = conflict(`Records of "${name}" were changed a moment ago. Try again.`);
  if (next?.version !== current.version + 1) throw outdated;
  const same =
    next.schema === id &&
    next.mac !== '' &&
    next.generation === current.generation &&
    isDeepStrictEqual(next.epoch, current.epoch);
  if (!same || !next.definition) throw otherManifest();
  if (kind !== 'reindex') {
    if (!(await restateManifest(transaction, current, next, sent))) throw otherManifest();
    return;
  }
  if (!isRecordOwner)
    throw forbidden(
      `This change makes the index of "${name}" anew, which takes one of its data owners. Ask one of them.`,
    );
  const options = { permissions, isRecordOwner, sent, redefines: true };
  const { published } = await publish(transaction, id, next, options);
  if (!published) throw outdated;
}

const otherManifest = () =>
  invalid({ manifest: ['A change of the definition leaves records, keys and epoch as they are.'] });

/** Reasons that are named one by one. */
const maxReasons = 5;

export function refusedChange(name: string, changes: DefinitionComparison['changes']): HttpProblem {
  const refused = changes.filter(({ kind }) => kind === 'refused');
  const listed = refused.slice(0, maxReasons).map(({ field, keyword, reason = '' }) => {
    const what = keyword === undefined ? `"${field}"` : `"${keyword}" of "${field}"`;
    return `${what}: ${reason}`;
  });
  const rest = refused.length - listed.length;
  return conflict(
    `"${name}" holds records or is receiving some, so its definition can't change in this way. ${listed.join(' ')}${rest > 0 ? ` And ${rest} more.` : ''}`,
  );
}
