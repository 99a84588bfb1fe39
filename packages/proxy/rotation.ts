/** Rotates a schema's keys: former members of its teams can neither decrypt nor search what is sealed from then on. */
import { putKeyChecks } from '@cloakroom/contract/keyChecks.ts';
import { forbidden, HttpProblem } from '@cloakroom/server-kit/problem.ts';
import type { Access } from './accessLog/access.ts';
import type { AccessLogs } from './accessLog/accessLogs.ts';
import { requireSignedKeys } from './accessLog/replay.ts';
import { generationChange } from './accessLog/changes.ts';
import { keyChecksOf, queryKeyOf } from './schemaKeys.ts';
import { rethrowWithoutRetry, retryOnConflict } from './retry.ts';
import type { OwnSchema, Schemas } from './schemas.ts';
import { manifestContextOf } from './search/manifestContext.ts';
import type { Manifests } from './search/manifests.ts';
import type { Upstream } from './upstream.ts';
import type { Principal } from './callers.ts';

type Deps = {
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
export async function rotate(deps: Deps, caller: Principal, id: string): Promise<OwnSchema> {
  let before: number | null = null;
  let isNarrowed = false;
  const prepare = async () => {
    const own = await deps.schemas.of(caller, id);
    const { schema } = own;
    if (!schema.permissions.can_share_keys)
      throw forbidden(
        `Only people who may share the keys of "${schema.name}" can change them. Ask one of them.`,
      );
    before ??= schema.generation;
    if (schema.generation > before) throw changedMeanwhile(schema.name);
    queryKeyOf(own.keyring, schema);
    if (!isNarrowed) await deps.access.signRemovals(caller, own);
    isNarrowed = true;
    return own;
  };
  // Retried if an upload or a merge is published meanwhile.
  return retryOnConflict(async () =>
    publishNextKeys(deps, caller, await prepare().catch(rethrowWithoutRetry)),
  );
}

async function publishNextKeys(
  { upstream, manifests, logs }: Deps,
  caller: Principal,
  own: OwnSchema,
): Promise<OwnSchema> {
  const { schema, keyring } = own;
  const { credentials } = caller;
  const generation = schema.generation + 1;
  const queryKey = keyring.queryKey(schema.id, generation);
  const { state, by } = await logs.prepare(caller, own);
  requireSignedKeys(state, schema);
  const entry = await logs.entry(own, state, by.signer, generationChange(own, by), queryKey);
  const { next, sent } = await manifests.rekeyed(manifestContextOf(credentials, own), queryKey);
  const changed = await upstream.call(putKeyChecks, {
    credentials,
    params: { id: schema.id },
    body: {
      key_checks: keyChecksOf(keyring, schema, generation),
      generation,
      manifest: sent.manifest,
      ...(sent.newParts.length > 0 && { new_parts: sent.newParts }),
      entry,
    },
  });
  await manifests.remember(next, queryKey);
  const after = { ...own, schema: changed };
  await logs.read(caller, after);
  return after;
}

const changedMeanwhile = (name: string) =>
  new HttpProblem(
    409,
    `Another person has just changed the keys of "${name}". Change them again if you still need to.`,
  );
