/** Grants: visible to the organization, changed by those who may change the schema's teams. */
import type { FastifyInstance } from 'fastify';
import { isDeepStrictEqual } from 'node:util';
import { listGrants, patchGrant } from '@cloakroom/contract/grants.ts';
import { sendList } from '@cloakroom/server-kit/serve.ts';
import type { Deps } from '../../deps.ts';
import { serve, userOf } from '../../plugins/access.ts';
import { idempotent } from '../../plugins/idempotency.ts';
import { audit } from '../audit/repository.ts';
import { settleRequests } from '../requests/settleRequests.ts';
import { requireSchema } from '../schemas/policy.ts';
import { grantsOf, grantView, setGrantedKeys, requireGrant } from './grants.ts';
import { requireSharer } from './policy.ts';

export function grantRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, clock } = deps;

  serve(app, listGrants, async (call) => {
    const { id, limit, offset } = call.query;
    const { schema } = await requireSchema(database, userOf(call.request), call.params.id);
    const all = (await grantsOf(database, schema.id)).filter((grant) => id === undefined || grant.id === id);
    return sendList(call, { items: all.slice(offset, offset + limit).map(grantView), total: all.length });
  });

  serve(app, patchGrant, ({ request, params, body }) =>
    idempotent(deps, request, async (transaction) => {
      const user = userOf(request);
      const seen = await requireSchema(transaction, user, params.id);
      await requireSharer(transaction, user, seen);
      const { schema } = seen;
      const before = await requireGrant(transaction, schema, params.grantId);
      const after = await setGrantedKeys(transaction, schema, before, body.field_names);
      if (isDeepStrictEqual(before.fieldNames, after.fieldNames)) return grantView(after);
      const { opened, closed } = await settleRequests(transaction, { schema: schema.id }, new Date(clock()));
      await audit(transaction, request, {
        organization: schema.organization,
        action: 'update',
        model: 'grant',
        object: after.id,
        changes: {
          field_names: Object.keys(body.field_names),
          requests_opened: opened,
          requests_closed: closed,
        },
      });
      return grantView(after);
    }),
  );
}
