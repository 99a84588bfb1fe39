/** Changes a schema's definition: the caller signs the change, and the manifest contains its digest. */
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { compareFields, greatestKind, withoutAdded } from '@cloakroom/contract/definitionChange.ts';
import { fieldsOf, type JsonSchema } from '@cloakroom/contract/fields.ts';
import { cancelDefinitionJob, getDefinitionJob, patchSchema } from '@cloakroom/contract/schemaChange.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { HttpProblem, notFound } from '@cloakroom/server-kit/problem.ts';
import { isUnsignable } from '../accessLog/refusals.ts';
import { definitionDigest } from '../definitions/digest.ts';
import type { Reindexing } from '../definitions/reindexing.ts';
import { definitionSigner, requireOwnerByLog } from '../definitions/signer.ts';
import type { AcceptedLogs } from '../definitions/signers.ts';
import { addFields, type RotationDeps } from '../rotation.ts';
import { holdsQueryKey } from '../schemaKeys.ts';
import { requireSameSchema, type OwnSchema, type Schemas } from '../schemas.ts';
import { manifestContextOf } from '../search/manifestContext.ts';
import type { ManifestEdit, Manifests } from '../search/manifests.ts';
import type { Upstream } from '../upstream.ts';
import type { Caller } from '../callers.ts';
import { callerOf, serve, idempotencyKeyOf } from './serve.ts';

type Deps = {
  upstream: Upstream;
  schemas: Schemas;
  manifests: Manifests;
  logs: AcceptedLogs;
  reindexing: Reindexing;
  /** Carries out changes that add fields. */
  rotation: RotationDeps;
  /** Shares new keys with people whom this proxy knows. Never throws. */
  shareKeys: (caller: Caller, own: OwnSchema) => Promise<void>;
};
type SchemaPatch = z.output<typeof patchSchema.body>;

/** Attempts to publish a signed change while others publish uploads, merges and deletions. */
const maxAttempts = 20;

export function schemaChangeRoutes(app: FastifyInstance, deps: Deps): void {
  const { upstream, reindexing } = deps;

  serve(app, patchSchema, async ({ params, body, request }) => {
    const caller = callerOf(request);
    const { credentials } = caller;
    const { schema: definition } = body;
    if (definition) return changeDefinition(deps, caller, params.id, { ...body, schema: definition }, idempotencyKeyOf(request)); // prettier-ignore
    const patched = await upstream.call(patchSchema, {
      credentials,
      params,
      body,
      idempotencyKey: idempotencyKeyOf(request),
    });
    requireSameSchema(patched, patched.schema, params.id);
    return patched;
  });

  serve(app, getDefinitionJob, ({ params, request }) => {
    const state = reindexing.stateOf(callerOf(request).user, params.id);
    if (!state) throw notFound('Change');
    return Promise.resolve(state);
  });

  serve(app, cancelDefinitionJob, ({ params, request }) =>
    reindexing.cancel(callerOf(request).user, params.id),
  );
}

/** A change to a schema that includes another definition. */
type Redefinition = SchemaPatch & { schema: JsonSchema };

async function changeDefinition(
  deps: Deps,
  caller: Caller,
  id: string,
  body: Redefinition,
  idempotencyKey: string | undefined,
): Promise<Schema> {
  const { schemas, manifests, reindexing } = deps;
  for (let attempt = 1; ; attempt++) {
    const own = await schemas.of(caller, id);
    const target = fieldsOf(body.schema);
    const isSame = definitionDigest(id, own.fields) === definitionDigest(id, target);
    if (isSame || !holdsQueryKey(own.keyring, own.schema)(own.schema.generation))
      return sendUnsigned(deps, caller, own, body, idempotencyKey);
    await requireOwnerByLog(deps, caller, own);
    const changes = compareFields(own.fields, target);
    const kind = greatestKind(changes);
    const context = manifestContextOf(caller.credentials, own);
    const { segments, version } = await manifests.read(context);
    // Without records, the first keys are made again for other fields.
    if (kind === 'rekey' && (segments.length > 0 || own.schema.generation > 1)) {
      if (changes.some((change) => change.kind === 'reindex')) {
        // One after the other. If the second step fails, saving again begins with it.
        const schema = withoutAdded(own.schema.schema, body.schema);
        await changeDefinition(deps, caller, id, { schema }, undefined);
      } else {
        const added = await tryAdding(deps, caller, own, body.schema, attempt);
        // Only the name and the description remain to be changed.
        if (added) return sendUnsigned(deps, caller, added, body, idempotencyKey);
      }
      continue;
    }
    if (kind === 'reindex' && segments.length > 0)
      return reindexing.run(caller, own, body.schema, (present, edit) =>
        sendSigned(deps, caller, present, body, edit),
      );
    try {
      // Changes of any other kind are not signed while there are records: the service gives the reason.
      const isPossible = (present: number) => present === 0 || kind === 'compatible';
      const changed = await sendSigned(deps, caller, own, body, (present) =>
        isPossible(present.length) ? [...present] : null,
      );
      return changed ?? (await sendUnsigned(deps, caller, own, body, idempotencyKey));
    } catch (error) {
      const isOvertaken = error instanceof HttpProblem && error.status === 409;
      if (!isOvertaken || attempt === maxAttempts) throw error;
      // Otherwise the refusal has another reason.
      if ((await manifests.read(context)).version === version) throw error;
    }
  }
}

/**
 * Adds the fields that a definition has in addition, with new keys.
 * @returns null if another manifest or entry of the access log was published first.
 */
async function tryAdding(
  deps: Deps,
  caller: Caller,
  own: OwnSchema,
  definition: JsonSchema,
  attempt: number,
): Promise<OwnSchema | null> {
  const sign = definitionSigner(deps, caller, own, definition);
  try {
    const added = await addFields(deps.rotation, caller, own, { definition, sign });
    await deps.shareKeys(caller, added);
    return added;
  } catch (error) {
    const isOvertaken = error instanceof HttpProblem && error.status === 409 && !isUnsignable(error);
    if (!isOvertaken || attempt === maxAttempts) throw error;
    return null;
  }
}

/** Sends a change whose digest the manifest has already, or that needs none. */
async function sendUnsigned(
  { upstream, schemas }: Deps,
  caller: Caller,
  own: OwnSchema,
  body: Redefinition,
  idempotencyKey: string | undefined,
): Promise<Schema> {
  const { credentials } = caller;
  const params = { id: own.schema.id };
  const patched = await upstream.call(patchSchema, { credentials, params, body, idempotencyKey });
  requireSameSchema(patched, body.schema, params.id);
  // Other fields have other keys. Without their checks, the access log would be refused.
  return schemas.withKeyChecks(caller, patched);
}

/**
 * Signs the change and publishes it with the manifest.
 * @returns null if the edit gives no segments, or no manifest is needed; nothing was sent then.
 */
async function sendSigned(
  deps: Deps,
  caller: Caller,
  own: OwnSchema,
  body: Redefinition,
  edit: ManifestEdit,
): Promise<Schema | null> {
  const { upstream, schemas, manifests } = deps;
  const { credentials } = caller;
  const { keyring } = own;
  const id = own.schema.id;
  const sign = definitionSigner(deps, caller, own, body.schema);
  const successor = await manifests.redefined(manifestContextOf(credentials, own), sign, edit);
  if (!successor) return null;
  const { manifest, newParts } = successor.sent;
  const change = { ...body, manifest, ...(newParts.length > 0 && { new_parts: newParts }) };
  // Without the idempotency key: each attempt is signed again, and a repeat finds the definition already changed.
  const patched = await upstream.call(patchSchema, { credentials, params: { id }, body: change });
  requireSameSchema(patched, body.schema, id);
  const schema = await schemas.withKeyChecks(caller, patched);
  // Reading the manifest stores the new definition on this machine.
  if (holdsQueryKey(keyring, schema)(schema.generation))
    await manifests.read(
      manifestContextOf(credentials, { schema, keyring, fields: fieldsOf(schema.schema) }),
    );
  return schema;
}
