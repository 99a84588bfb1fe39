/** Routes of sharing: this device's identity, keys that are sealed for others, and received keys. */
import type { FastifyInstance } from 'fastify';
import { createIdentity } from '@cloakroom/contract/identities.ts';
import {
  dropOverride,
  fulfillRequest,
  fulfillRequests,
  listOverrides,
  receiveMaterial,
  receiveMaterials,
} from '@cloakroom/contract/materials.ts';
import { notFound, HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { sendList } from '@cloakroom/server-kit/serve.ts';
import { fulfilAll, fulfilOne } from '../sharing/fulfil.ts';
import { createIdentity as makeIdentity, requireSelf } from '../sharing/identity.ts';
import { receiveAll, receiveOne, type ReceivingDeps } from '../sharing/receive.ts';
import { callerOf, serve } from './serve.ts';
import { requestKeys } from '@cloakroom/contract/requests.ts';
import { listSchemas, Schema } from '@cloakroom/contract/schemas.ts';
import type { Keyring } from '../keyring/keyring.ts';
import { holdsQueryKey } from '../schemaKeys.ts';
import type { Upstream } from '../upstream.ts';
import type { Principal } from '../callers.ts';
import { paginate } from '../paginate.ts';

export function sharingRoutes(app: FastifyInstance, deps: ReceivingDeps): void {
  const { upstream, openKeyring } = deps;

  serve(app, createIdentity, async ({ request }) => {
    const caller = callerOf(request);
    const keyring = await openKeyring(caller);
    const identity = await makeIdentity(upstream, keyring, caller);
    await requestMissingKeys(upstream, keyring, caller);
    return identity;
  });

  serve(app, fulfillRequests, ({ request }) => fulfilAll(deps, callerOf(request)));

  serve(app, fulfillRequest, ({ params, body, request }) =>
    fulfilOne(deps, callerOf(request), params.id, {
      compared: body?.fingerprint,
      withoutComparing: body?.without_comparing,
    }),
  );

  serve(app, receiveMaterials, async ({ request }) => {
    const caller = callerOf(request);
    const received = await receiveAll(deps, caller);
    await requestMissingKeys(upstream, await openKeyring(caller), caller);
    return received;
  });

  serve(app, receiveMaterial, ({ params, body, request }) =>
    receiveOne(deps, callerOf(request), params.id, body?.fingerprint),
  );

  // Only the names of received keys leave the keyring.
  serve(app, listOverrides, async (call) => {
    const { limit, offset } = call.query;
    const all = (await openKeyring(callerOf(call.request))).overrides();
    return sendList(call, { items: all.slice(offset, offset + limit), total: all.length });
  });

  serve(app, dropOverride, async ({ params, request }) => {
    const keyring = await openKeyring(callerOf(request));
    if (!(await keyring.dropOverride(params.key))) throw notFound('Override');
  });
}

/**
 * Requests the keys of every schema whose keys the caller may share and this device lacks. Refused calls are ignored: the caller's
 * own call has succeeded, and the next receipt requests the keys again.
 */
async function requestMissingKeys(
  upstream: Upstream,
  keyring: Keyring,
  { credentials }: Principal,
): Promise<void> {
  const { id } = requireSelf(keyring);
  const ignoreRefusal = (error: unknown) => {
    if (!(error instanceof HttpProblem)) throw error;
  };
  const listed = paginate((page) => upstream.call(listSchemas, { credentials, query: page }));
  for (const item of (await listed.catch(ignoreRefusal)) ?? []) {
    const schema = Schema.safeParse(item);
    if (!schema.success || !lacksKeys(keyring, schema.data)) continue;
    const body = { schema: schema.data.id, identity: id };
    await upstream.call(requestKeys, { credentials, body }).catch(ignoreRefusal);
  }
}

const lacksKeys = (keyring: Keyring, schema: Schema): boolean =>
  schema.permissions.can_share_keys &&
  schema.key_checks !== null &&
  !holdsQueryKey(keyring, schema)(schema.generation);
