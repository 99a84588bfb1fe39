/** Schemas, as far as keys come in: their key checks are stored, and compared. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { idIn } from '#contract/reference.ts';
import { repeatHeader } from '#contract/repeat.ts';
import { createSchema, decryptSchema, getSchema, rotateKeys, type Schema } from '#contract/schemas.ts';
import { HttpProblem, notFound } from '#host/problem.ts';
import type { KnownOwners } from '../epochs/knownOwners.ts';
import { rotate } from '../rotation.ts';
import type { OpenKeyring, Schemas } from '../schemas.ts';
import { fulfilPinned } from '../sharing/fulfil.ts';
import { questionOf, type Manifests } from '../search/manifests.ts';
import type { Upstream } from '../upstream.ts';
import type { Caller } from '../who.ts';
import { callerOf, serve } from './access.ts';

const repeatKeyOf = ({ headers }: FastifyRequest): string | undefined => {
  const key = headers[repeatHeader.toLowerCase()];
  return typeof key === 'string' ? key : undefined;
};

type Deps = {
  upstream: Upstream;
  schemas: Schemas;
  manifests: Manifests;
  openKeyring: OpenKeyring;
  owners: KnownOwners;
};

export function schemaRoutes(app: FastifyInstance, deps: Deps): void {
  const { upstream, schemas, manifests, openKeyring } = deps;
  /** Missing checks can be stored another time: what was asked for has been done. */
  const withChecks = (caller: Caller, schema: Schema): Promise<Schema> =>
    schemas.checked(caller, schema).catch((error: unknown) => {
      if (error instanceof HttpProblem) return schema;
      throw error;
    });

  serve(app, createSchema, async ({ body, request }) => {
    const caller = callerOf(request);
    await openKeyring(caller);
    const { credentials } = caller;
    const repeatKey = repeatKeyOf(request);
    const schema = await upstream.call(createSchema, { credentials, body, repeatKey });
    return withChecks(caller, schema);
  });

  serve(app, getSchema, async ({ params, request }) => {
    const caller = callerOf(request);
    const schema = await upstream.call(getSchema, { credentials: caller.credentials, params });
    return schema.permissions.can_upload ? withChecks(caller, schema) : schema;
  });

  serve(app, rotateKeys, async ({ params, request }) => {
    const caller = callerOf(request);
    const own = await rotate(deps, caller, params.id);
    // The keys are changed, whatever becomes of this: who isn't reached here is still listed under Requests.
    await fulfilPinned(deps, caller, own).catch((error: unknown) => {
      if (!(error instanceof HttpProblem)) throw error;
      request.log.warn({ err: error, schema: own.schema.id }, 'new keys were not handed on');
    });
    return own.schema;
  });

  serve(app, decryptSchema, async ({ body, request }) => {
    const id = idIn(body.id ?? body.url ?? '');
    if (id === '') throw notFound('Schema');
    const caller = callerOf(request);
    const own = await schemas.of(caller, id);
    // Throws where the key for searching doesn't fit, or the definition is another than the signed one.
    await manifests.read(questionOf(caller.credentials, own));
    return own.schema;
  });
}
