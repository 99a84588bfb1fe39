/** Gives a schema new keys: whoever is on its teams no more can neither open nor search what is sealed from then on. */
import { putKeyChecks } from '@cloakroom/contract/keyChecks.ts';
import { forbidden, HttpProblem } from '@cloakroom/server-kit/problem.ts';
import type { Access } from './accessLog/access.ts';
import type { AccessLogs } from './accessLog/accessLogs.ts';
import { requireSignedKeys } from './accessLog/replay.ts';
import { newKeys } from './accessLog/changes.ts';
import { isUnsignable } from './accessLog/refusals.ts';
import { keyChecksOf, queryKeyOf } from './schemaKeys.ts';
import type { OwnSchema, Schemas } from './schemas.ts';
import { questionOf, type Manifests } from './search/manifests.ts';
import type { Upstream } from './upstream.ts';
import type { Asker } from './callers.ts';

type Deps = {
  upstream: Upstream;
  schemas: Pick<Schemas, 'of'>;
  manifests: Manifests;
  access: Pick<Access, 'narrow'>;
  logs: AccessLogs;
};

/** How often uploads and merges that are published meanwhile are given way to. */
const patience = 20;

/**
 * Make a schema's next generation of keys from the caller's seed, and vouch with it for the segments there are. The keys are
 * announced in the schema's access log, in the same transaction.
 * @returns the schema with its new keys.
 * @throws {HttpProblem} 403 to those who may not share keys, 422 when their keyring lacks the present key for searching,
 *   409 when somebody else changed the keys at the same time.
 */
export async function rotate(deps: Deps, caller: Asker, id: string): Promise<OwnSchema> {
  let before: number | null = null;
  let isNarrowed = false;
  for (let tries = 1; ; tries++) {
    const own = await deps.schemas.of(caller, id);
    const { schema } = own;
    if (!schema.permissions.can_share_keys)
      throw forbidden(
        `Only people who may share the keys of "${schema.name}" can change them. Ask one of them.`,
      );
    before ??= schema.generation;
    if (schema.generation > before) throw changedBy(schema.name);
    queryKeyOf(own.keyring, schema);
    if (!isNarrowed) await deps.access.narrow(caller, own);
    isNarrowed = true;
    try {
      return await toNext(deps, caller, own);
    } catch (error) {
      const isOvertaken =
        error instanceof HttpProblem && error.status === 409 && !isUnsignable(error) && tries < patience;
      if (!isOvertaken) throw error;
    }
  }
}

async function toNext(
  { upstream, manifests, logs }: Deps,
  caller: Asker,
  own: OwnSchema,
): Promise<OwnSchema> {
  const { schema, keyring } = own;
  const { credentials } = caller;
  const generation = schema.generation + 1;
  const queryKey = keyring.queryKey(schema.id, generation);
  const { state, by } = await logs.prepare(caller, own);
  requireSignedKeys(state, schema);
  const entry = await logs.entry(own, state, by.signer, newKeys(own, by), queryKey);
  const manifest = await manifests.rekeyed(questionOf(credentials, own), queryKey);
  const changed = await upstream.call(putKeyChecks, {
    credentials,
    params: { id: schema.id },
    body: { key_checks: keyChecksOf(keyring, schema, generation), generation, manifest, entry },
  });
  await manifests.remember(manifest, queryKey);
  const after = { ...own, schema: changed };
  await logs.read(caller, after);
  return after;
}

const changedBy = (name: string) =>
  new HttpProblem(409, `Somebody else has just changed the keys of "${name}". Change them again if need be.`);
