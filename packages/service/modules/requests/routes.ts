/** Requests for keys: listed for and denied by those who may share the keys, opened by members without them. */
import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { requestKeys, denyRequest, getRequest, listRequests } from '@cloakroom/contract/requests.ts';
import { forbidden, notFound } from '@cloakroom/server-kit/problem.ts';
import { sendList } from '@cloakroom/server-kit/serve.ts';
import { identities, requests } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { serve, userOf } from '../../plugins/access.ts';
import { idempotent } from '../../plugins/idempotency.ts';
import { audit } from '../audit/repository.ts';
import { expansions } from '../expand.ts';
import { requireId } from '../ids.ts';
import { requireOwnIdentity } from '../identities/policy.ts';
import { requireSchema } from '../schemas/policy.ts';
import { requestMissingKeys } from './settleRequests.ts';
import { requireAnswerable, sharableBy, visibleRequest } from './policy.ts';
import { presenceFilters, equalityFilters } from '../filters.ts';
import { expiredFilter, findRequests, requestsWhere, requestView, sharedFilter } from './repository.ts';

const plain = expansions();

export function requestRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, clock } = deps;

  serve(app, listRequests, async (call) => {
    const person = userOf(call.request);
    const now = new Date(clock());
    const where = and(
      sharableBy(database, person),
      sharedFilter(call.query.shared, now),
      equalityFilters(call.query, {
        id: requests.id,
        schema: requests.schema,
        user: identities.user,
        field_name: requests.fieldName,
      }),
      presenceFilters(call.query, { fulfilled: requests.fulfilled, received: requests.received }),
      expiredFilter(call.query.expired, now),
    );
    const { items, total } = await findRequests(database, person, where, call.query);
    const expand = expansions(call.query.expand);
    return sendList(call, { items: items.map((request) => requestView(request, expand)), total });
  });

  serve(app, getRequest, async ({ request, params, query }) => {
    const found = await visibleRequest(database, userOf(request), requireId(params.id, 'Request'));
    if (!found) throw notFound('Request');
    return requestView(found, expansions(query.expand));
  });

  serve(app, requestKeys, ({ request, body }) =>
    idempotent(deps, request, async (transaction) => {
      const person = userOf(request);
      const { schema, permissions } = await requireSchema(transaction, person, body.schema);
      const { identity } = await requireOwnIdentity(transaction, person, body.identity, { inUse: true });
      if (!permissions.can_search)
        throw forbidden(
          `You are on no team that holds keys of "${schema.name}". Ask one of its data owners to add you.`,
        );
      const opened = await requestMissingKeys(transaction, identity, schema.id, new Date(clock()));
      if (opened > 0)
        await audit(transaction, request, {
          organization: schema.organization,
          action: 'create',
          model: 'request',
          object: schema.id,
          changes: { identity: identity.id, opened },
        });
      const ofDevice = and(eq(requests.identity, identity.id), eq(requests.schema, schema.id));
      const items = await requestsWhere(transaction, person, ofDevice, { limit: 1000, offset: 0 });
      return items.map((item) => requestView(item, plain));
    }),
  );

  serve(app, denyRequest, ({ request, params, body }) =>
    idempotent(deps, request, async (transaction) => {
      const now = new Date(clock());
      const found = await requireAnswerable(transaction, userOf(request), params.id, now);
      const change = { denied: now, reason: body.reason };
      await transaction.update(requests).set(change).where(eq(requests.id, found.request.id));
      await audit(transaction, request, {
        organization: found.schema.schema.organization,
        action: 'update',
        model: 'request',
        object: found.request.id,
        changes: {
          denied: true,
          reason: body.reason,
          schema: found.request.schema,
          field_name: found.request.fieldName,
          user: found.user.id,
        },
      });
      return requestView({ ...found, request: { ...found.request, ...change } }, plain);
    }),
  );
}
