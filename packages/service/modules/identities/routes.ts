/** Identities: a person's public keys on one device. */
import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  getIdentity,
  identityKeys,
  listIdentities,
  registerIdentity,
  revokeIdentity,
} from '@cloakroom/contract/identities.ts';
import { notFound } from '@cloakroom/server-kit/problem.ts';
import { sendList } from '@cloakroom/server-kit/serve.ts';
import type { Queries } from '../../db/client.ts';
import { organizationUsers } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { serve, userOf } from '../../plugins/access.ts';
import { audit, type AuditEntry } from '../audit/repository.ts';
import { expansions } from '../expand.ts';
import { requireId } from '../ids.ts';
import { requireOwnIdentity, visibleIdentity } from './policy.ts';
import { checkPossession, register, revoke } from './registration.ts';
import { identitiesOf, identityView, keysOf } from './repository.ts';

const plain = expansions();

export function identityRoutes(app: FastifyInstance, { database, clock }: Deps): void {
  serve(app, listIdentities, async (call) => {
    const { items, total } = await identitiesOf(database, userOf(call.request), call.query);
    const expand = expansions(call.query.expand);
    return sendList(call, { items: items.map((identity) => identityView(identity, expand)), total });
  });

  serve(app, getIdentity, async ({ request, params, query }) => {
    const found = await visibleIdentity(database, userOf(request), requireId(params.id, 'Identity'));
    if (!found) throw notFound('Identity');
    return identityView(found, expansions(query.expand));
  });

  serve(app, registerIdentity, ({ request, body }) => {
    const person = userOf(request);
    checkPossession(person, body);
    return database.transaction(async (transaction) => {
      const { owned, isNew, opened } = await register(transaction, person, body, new Date(clock()));
      const { id: object, device } = owned.identity;
      if (isNew || opened > 0)
        await auditEverywhere(transaction, request, {
          action: isNew ? 'create' : 'update',
          model: 'identity',
          object,
          changes: { device_id: device, requests: opened },
        });
      return identityView(owned, plain);
    });
  });

  serve(app, identityKeys, async ({ request, params }) => {
    const { identity } = await requireOwnIdentity(database, userOf(request), params.id);
    return keysOf(database, identity);
  });

  serve(app, revokeIdentity, ({ request, params }) =>
    database.transaction(async (transaction) => {
      const owned = await requireOwnIdentity(transaction, userOf(request), params.id);
      if (owned.identity.revoked) return identityView(owned, plain);
      const revoked = await revoke(transaction, owned, new Date(clock()));
      const { id: object, device } = owned.identity;
      const changes = { device_id: device, revoked: true };
      await auditEverywhere(transaction, request, { action: 'update', model: 'identity', object, changes });
      return identityView(revoked, plain);
    }),
  );
}

/** Writes an audit entry for each organization of the person. */
async function auditEverywhere(
  transaction: Queries,
  request: FastifyRequest,
  entry: Omit<AuditEntry, 'organization'>,
): Promise<void> {
  const memberships = await transaction
    .select({ organization: organizationUsers.organization })
    .from(organizationUsers)
    .where(eq(organizationUsers.user, userOf(request).id));
  for (const { organization } of memberships) await audit(transaction, request, { organization, ...entry });
}
