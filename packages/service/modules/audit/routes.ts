/** Lists the audit log to the admins of an organization. */
import { and, desc, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { listAuditLogs, noteExport } from '@cloakroom/contract/audit.ts';
import { urlOf } from '@cloakroom/contract/reference.ts';
import { sendList } from '@cloakroom/server-kit/serve.ts';
import { auditLog, users } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { serve, userOf } from '../../plugins/access.ts';
import { expansions } from '../expand.ts';
import { requireAdmin } from '../organizations/policy.ts';
import { memberUser } from '../users/memberUser.ts';
import { requireSearch } from '../schemas/policy.ts';
import { findNamedPeople } from './namedPeople.ts';
import { audit } from './repository.ts';

export function auditRoutes(app: FastifyInstance, { database }: Deps): void {
  serve(app, listAuditLogs, async (call) => {
    const { request, params, query } = call;
    await requireAdmin(database, userOf(request), params.id);
    const where = and(
      eq(auditLog.organization, params.id),
      query.actor === undefined ? undefined : eq(auditLog.actor, query.actor),
      query.action === undefined ? undefined : eq(auditLog.action, query.action),
      query.model === undefined ? undefined : eq(auditLog.model, query.model),
      query.object_id === undefined ? undefined : eq(auditLog.object, query.object_id),
    );
    const rows = await database
      .select({ row: auditLog, person: users })
      .from(auditLog)
      .leftJoin(users, eq(users.id, auditLog.actor))
      .where(where)
      .orderBy(desc(auditLog.timestamp), desc(auditLog.id))
      .limit(query.limit)
      .offset(query.offset);
    const total = await database.$count(auditLog, where);
    const expand = expansions(query.expand);
    const peopleIn = expand.has('people')
      ? await findNamedPeople(
          database,
          rows.map(({ row }) => row.changes),
        )
      : null;
    const items = rows.map(({ row, person }) => ({
      id: row.id,
      organization: urlOf('organizations', params.id),
      actor: expand.has('actor') && person ? memberUser(person) : row.actor && urlOf('users', row.actor),
      action: row.action,
      model: row.model,
      object_id: row.object,
      changes: row.changes,
      ...(peopleIn && { people: peopleIn(row.changes) }),
      remote_address: row.address,
      timestamp: row.timestamp.toISOString(),
    }));
    return sendList(call, { items, total });
  });
}

export function exportRoutes(app: FastifyInstance, { database }: Deps): void {
  serve(app, noteExport, async ({ params, body, request }) => {
    const { id, name, organization } = await requireSearch(database, userOf(request), params.id);
    const changes = { name, ...body };
    await audit(database, request, { organization, action: 'access', model: 'export', object: id, changes });
  });
}
