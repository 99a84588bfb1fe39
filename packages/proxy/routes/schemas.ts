/** Routes of schemas that need keys: key checks are stored and compared, keys are rotated. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fieldsOf } from '@cloakroom/contract/fields.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import { totalLiveCount } from '@cloakroom/contract/liveRecords.ts';
import {
  countRecordForms,
  createSchema,
  decryptSchema,
  getSchema,
  rotateKeys,
  type Schema,
} from '@cloakroom/contract/schemas.ts';
import { HttpProblem, notFound } from '@cloakroom/server-kit/problem.ts';
import { isPacked } from '@cloakroom/sealed-index/compaction/chooseRegrouping.ts';
import type { Access } from '../accessLog/access.ts';
import type { AccessLogs } from '../accessLog/accessLogs.ts';
import type { KnownOwners } from '../epochs/knownOwners.ts';
import { rotate } from '../rotation.ts';
import {
  unexpectedSchema,
  requireSameSchema,
  type OpenKeyring,
  type OwnSchema,
  type Schemas,
} from '../schemas.ts';
import { manifestContextOf } from '../search/manifestContext.ts';
import type { Manifests } from '../search/manifests.ts';
import type { Upstream } from '../upstream.ts';
import type { Caller } from '../callers.ts';
import { savedViewRoutes } from './savedViews.ts';
import { callerOf, serve, idempotencyKeyOf } from './serve.ts';

type Deps = {
  upstream: Upstream;
  schemas: Schemas;
  manifests: Manifests;
  openKeyring: OpenKeyring;
  owners: KnownOwners;
  access: Access;
  logs: AccessLogs;
  /** Shares new keys with people whom this proxy knows. Never throws. */
  shareKeys: (caller: Caller, own: OwnSchema) => Promise<void>;
};

export function schemaRoutes(app: FastifyInstance, deps: Deps): void {
  const { upstream, schemas, manifests, openKeyring, access } = deps;
  savedViewRoutes(app, deps);
  /** Signs if possible. A failure is only logged: the requested change is done, and it is signed later. */
  const trySigning = async (
    request: FastifyRequest,
    schema: Schema,
    sign: (own: OwnSchema) => Promise<void>,
  ) => {
    try {
      const keyring = await openKeyring(callerOf(request));
      await sign({ schema, fields: fieldsOf(schema.schema), keyring });
    } catch (error) {
      if (!(error instanceof HttpProblem)) throw error;
      request.log.warn({ err: error, schema: schema.id }, 'who may have the keys was not signed');
    }
  };
  /** Stores missing key checks if possible: the requested change is done, and they can be stored later. */
  const withChecks = (caller: Caller, schema: Schema): Promise<Schema> =>
    schemas.withKeyChecks(caller, schema).catch((error: unknown) => {
      if (error instanceof HttpProblem) return schema;
      throw error;
    });

  serve(app, createSchema, async ({ body, request }) => {
    const caller = callerOf(request);
    await openKeyring(caller);
    const { credentials } = caller;
    const idempotencyKey = idempotencyKeyOf(request);
    const schema = await upstream.call(createSchema, { credentials, body, idempotencyKey });
    requireSameSchema(schema, body.schema);
    // Keys of another generation would be checked from now on.
    if (schema.generation !== 1) throw unexpectedSchema();
    const checked = await withChecks(caller, schema);
    await trySigning(request, checked, (own) => access.beginNew(caller, own));
    return checked;
  });

  serve(app, getSchema, async ({ params, request }) => {
    const caller = callerOf(request);
    const schema = await upstream.call(getSchema, { credentials: caller.credentials, params });
    if (schema.id !== params.id) throw unexpectedSchema();
    await schemas.requireKnownDefinition(caller, schema);
    if (!schema.permissions.can_upload) return schema;
    const checked = await withChecks(caller, schema);
    await trySigning(request, checked, (own) => access.ensureOnVisit(caller, own));
    return checked;
  });

  serve(app, rotateKeys, async ({ params, request }) => {
    const caller = callerOf(request);
    const own = await rotate(deps, caller, params.id);
    await deps.shareKeys(caller, own);
    return own.schema;
  });

  serve(app, countRecordForms, async ({ params, request }) => {
    const caller = callerOf(request);
    const own = await schemas.of(caller, params.id);
    const { segments } = await manifests.read(manifestContextOf(caller.credentials, own));
    const sum = (entries: typeof segments) => totalLiveCount(entries);
    return {
      in_groups: sum(segments.filter((entry) => !isPacked(entry))),
      one_by_one: sum(segments.filter(isPacked)),
    };
  });

  serve(app, decryptSchema, async ({ body, request }) => {
    const id = idIn(body.id ?? body.url ?? '');
    if (id === '') throw notFound('Schema');
    const caller = callerOf(request);
    const own = await schemas.of(caller, id);
    // Throws if the query key doesn't fit, or the definition is not the signed one.
    await manifests.read(manifestContextOf(caller.credentials, own));
    return own.schema;
  });
}
