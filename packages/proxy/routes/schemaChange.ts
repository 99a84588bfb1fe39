/** Changes a schema's definition: the caller signs the change, and the manifest contains its digest. */
import type { FastifyInstance } from 'fastify';
import { fieldsOf, type JsonSchema } from '@cloakroom/contract/fields.ts';
import { patchSchema } from '@cloakroom/contract/schemaChange.ts';
import type { Manifest } from '@cloakroom/contract/segments.ts';
import { getSelf } from '@cloakroom/contract/users.ts';
import { forbidden } from '@cloakroom/server-kit/problem.ts';
import { signChange } from '../definitions/signedChange.ts';
import { definitionDigest } from '../definitions/digest.ts';
import { isOwnerByLog, type AcceptedLogs } from '../definitions/signers.ts';
import { holdsQueryKey } from '../schemaKeys.ts';
import { requireSameSchema, type OwnSchema, type Schemas } from '../schemas.ts';
import { manifestContextOf } from '../search/manifestContext.ts';
import type { Manifests } from '../search/manifests.ts';
import { ensureSelf } from '../sharing/identity.ts';
import type { Upstream } from '../upstream.ts';
import type { Caller } from '../callers.ts';
import { callerOf, serve, idempotencyKeyOf } from './serve.ts';

type Deps = { upstream: Upstream; schemas: Schemas; manifests: Manifests; logs: AcceptedLogs };

export function schemaChangeRoute(app: FastifyInstance, deps: Deps): void {
  const { upstream, schemas, manifests } = deps;

  serve(app, patchSchema, async ({ params, body, request }) => {
    const caller = callerOf(request);
    const { credentials } = caller;
    const own = body.schema && (await schemas.of(caller, params.id));
    const manifest = own && body.schema && (await successor(deps, caller, own, body.schema));
    const idempotencyKey = idempotencyKeyOf(request);
    const change = { ...body, ...(manifest && { manifest }) };
    const patched = await upstream.call(patchSchema, { credentials, params, body: change, idempotencyKey });
    requireSameSchema(patched, body.schema ?? patched.schema, params.id);
    if (!own || !manifest) return patched;
    const schema = await schemas.withKeyChecks(caller, patched);
    const { keyring } = own;
    // Reading the manifest stores the new definition on this machine.
    if (holdsQueryKey(keyring, schema)(schema.generation))
      await manifests.read(
        manifestContextOf(credentials, { schema, keyring, fields: fieldsOf(schema.schema) }),
      );
    return schema;
  });
}

/** The manifest with the new definition; null if none contains the present one, or the caller can't sign it. */
async function successor(
  { upstream, manifests, logs }: Deps,
  caller: Caller,
  own: OwnSchema,
  definition: JsonSchema,
): Promise<Manifest | null> {
  const { schema, keyring } = own;
  const { credentials } = caller;
  if (!holdsQueryKey(keyring, schema)(schema.generation)) return null;
  return manifests.redefined(manifestContextOf(credentials, own), async (former, version) => {
    // Every other proxy would refuse the schema from then on.
    if ((await isOwnerByLog(logs, caller.user, schema.id, caller.user)) === false)
      throw forbidden('Only the owners of this schema can change its definition. Ask one of them.');
    const self = await ensureSelf(upstream, keyring, caller);
    const { first_name, last_name, email } = await upstream.call(getSelf, { credentials, query: {} });
    const signer = {
      ...{ user: caller.user, name: `${first_name} ${last_name}`.trim() || email, identity: self.id },
      ...{ signs: self.signs, receives: self.receives },
    };
    const claim = { former, version, time: new Date().toISOString(), signer };
    const digest = definitionDigest(schema.id, fieldsOf(definition));
    return signChange(schema.id, digest, claim, self.signingKey);
  });
}
