/**
 * Rotates a schema's keys: former members of its teams can neither decrypt nor search what is sealed from then on. Fields are
 * added with new keys, too.
 */
import { fieldsOf, type JsonSchema } from '@cloakroom/contract/fields.ts';
import { putKeyChecks } from '@cloakroom/contract/keyChecks.ts';
import { conflict, forbidden } from '@cloakroom/server-kit/problem.ts';
import type { Access } from './accessLog/access.ts';
import type { AccessLogs } from './accessLog/accessLogs.ts';
import { requireSignedKeys } from './accessLog/replay.ts';
import { generationChange } from './accessLog/changes.ts';
import type { AccessState } from './accessLog/state.ts';
import { keyChecksOf, queryKeyOf } from './schemaKeys.ts';
import { rethrowWithoutRetry, retryOnConflict } from './retry.ts';
import { requireSameSchema, type OwnSchema, type Schemas } from './schemas.ts';
import { manifestContextOf, type SignDefinition } from './search/manifestContext.ts';
import type { Manifests } from './search/manifests.ts';
import type { Upstream } from './upstream.ts';
import type { Principal } from './callers.ts';

export type RotationDeps = {
  upstream: Upstream;
  schemas: Pick<Schemas, 'of'>;
  manifests: Manifests;
  access: Pick<Access, 'signRemovals'>;
  logs: AccessLogs;
};

/**
 * Derives a schema's next generation of keys from the caller's seed, and signs the manifest with it. The keys are announced
 * in the schema's access log, in the same transaction.
 * @returns the schema with its new keys.
 * @throws {HttpProblem} 403 if the caller may not share keys, 422 if their keyring lacks the present query key, 409 if another
 *   person changed the keys at the same time.
 */
export async function rotate(deps: RotationDeps, caller: Principal, id: string): Promise<OwnSchema> {
  let before: number | null = null;
  let isNarrowed = false;
  const prepare = async () => {
    const own = await deps.schemas.of(caller, id);
    const { schema } = own;
    requireSharing(own);
    before ??= schema.generation;
    if (schema.generation > before) throw changedMeanwhile(schema.name);
    if (!isNarrowed) await deps.access.signRemovals(caller, own);
    isNarrowed = true;
    return own;
  };
  // Retried if an upload or a merge is published meanwhile.
  return retryOnConflict(async () =>
    publishNextKeys(deps, caller, await prepare().catch(rethrowWithoutRetry)),
  );
}

/** A definition that has new fields, and its signature. */
export type AddedFields = { definition: JsonSchema; sign: SignDefinition };

/**
 * Adds fields to a schema: derives the next generation of its keys, those of the new fields among them, and publishes them with
 * definition, manifest and access log entry in one call. No segment is touched: the records of earlier generations stay without
 * the fields.
 * @returns the schema with its new fields and keys.
 * @throws {HttpProblem} 403 if the caller may not share keys, 422 if their keyring lacks the present query key, 409 if a change or
 *   an upload was published at the same time.
 */
export async function addFields(
  deps: RotationDeps,
  caller: Principal,
  own: OwnSchema,
  addition: AddedFields,
): Promise<OwnSchema> {
  requireSharing(own);
  await deps.access.signRemovals(caller, own);
  return publishNextKeys(deps, caller, own, addition);
}

async function publishNextKeys(
  { upstream, manifests, logs }: RotationDeps,
  caller: Principal,
  own: OwnSchema,
  addition?: AddedFields,
): Promise<OwnSchema> {
  const { schema, keyring } = own;
  const { credentials } = caller;
  const { state, by } = await logs.prepare(caller, own);
  requireSignedKeys(state, schema);
  const generation = nextGeneration(state, manifests);
  const queryKey = keyring.queryKey(schema.id, generation);
  const keyed = addition ? withDefinition(own, addition.definition) : own;
  const entry = await logs.entry(own, state, by.signer, generationChange(keyed, by, generation), queryKey);
  const { next, sent } = await manifests.rekeyed(
    manifestContextOf(credentials, own),
    { generation, queryKey },
    addition && { names: newFields(own, keyed), sign: addition.sign },
  );
  const changed = await upstream.call(putKeyChecks, {
    credentials,
    params: { id: schema.id },
    body: {
      key_checks: keyChecksOf(keyring, keyed.schema, generation),
      generation,
      manifest: sent.manifest,
      ...(sent.newParts.length > 0 && { new_parts: sent.newParts }),
      entry,
      ...(addition && { schema: addition.definition }),
    },
  });
  requireSameSchema(changed, keyed.schema.schema, schema.id);
  await manifests.remember(next, queryKey);
  const after = { ...keyed, schema: changed };
  await logs.read(caller, after);
  // Reading the manifest stores the new definition on this machine.
  if (addition) await manifests.read(manifestContextOf(credentials, after));
  return after;
}

/**
 * The number of the next generation of keys, greater than any that this machine knows of. A restored backup makes an earlier
 * generation the newest again. Keys derive from their number, so the next ones would be those that removed people hold.
 */
const nextGeneration = (
  { schema, greatestGeneration }: AccessState,
  manifests: Pick<Manifests, 'greatestGeneration'>,
): number => Math.max(greatestGeneration, manifests.greatestGeneration(schema)) + 1;

const withDefinition = (own: OwnSchema, definition: JsonSchema): OwnSchema => ({
  ...own,
  schema: { ...own.schema, schema: definition },
  fields: fieldsOf(definition),
});

/** The names of the fields that only the second one has. */
function newFields(before: OwnSchema, after: OwnSchema): string[] {
  const known = new Set(before.fields.map(({ name }) => name));
  return after.fields.flatMap(({ name }) => (known.has(name) ? [] : [name]));
}

/** @throws {HttpProblem} 403 if the caller may not share the schema's keys; 422 if their keyring lacks the query key. */
function requireSharing({ schema, keyring }: OwnSchema): void {
  if (!schema.permissions.can_share_keys)
    throw forbidden(
      `Only people who may share the keys of "${schema.name}" can change them. Ask one of them.`,
    );
  queryKeyOf(keyring, schema);
}

const changedMeanwhile = (name: string) =>
  conflict(`Another person has just changed the keys of "${name}". Change them again if you still need to.`);
