/** Grants: visible to the organization, changed by those who may change the schema's teams. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { eq } from 'drizzle-orm';
import { isDeepStrictEqual } from 'node:util';
import {
  changeGrant,
  createGrant,
  deleteGrant,
  getGrant,
  listAllGrants,
  listGrants,
  patchGrant,
  type Grant,
} from '@cloakroom/contract/grants.ts';
import { conflict, invalid } from '@cloakroom/server-kit/problem.ts';
import { sendList } from '@cloakroom/server-kit/serve.ts';
import type { Queries } from '../../db/client.ts';
import { schemas } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { serve, userOf, type SignedInUser } from '../../plugins/access.ts';
import { idempotent } from '../../plugins/idempotency.ts';
import { audit } from '../audit/repository.ts';
import { settleRequests } from '../requests/settleRequests.ts';
import { requireSchema, type SchemaRow } from '../schemas/policy.ts';
import {
  findGrants,
  grantsOf,
  grantView,
  insertGrant,
  removeGrant,
  requireGrant,
  requireVisibleGrant,
  updateGrant,
  type GrantChange,
  type GrantRow,
} from './grants.ts';
import { requireManagedTeam, requireSharer } from './policy.ts';

export function grantRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, clock } = deps;

  /** Settles the requests of the schema's members after a change of a grant, and writes an audit entry. */
  const settleAndAudit = async (
    transaction: Queries,
    request: FastifyRequest,
    { schema, action, grant }: { schema: SchemaRow; action: 'create' | 'update' | 'delete'; grant: GrantRow },
  ): Promise<void> => {
    const { opened, closed } = await settleRequests(transaction, { schema: schema.id }, new Date(clock()));
    await audit(transaction, request, {
      organization: schema.organization,
      action,
      model: 'grant',
      object: grant.id,
      changes: {
        team: grant.team,
        field_names: grant.fieldNames && Object.keys(grant.fieldNames),
        can_create_records: grant.canCreateRecords,
        requests_opened: opened,
        requests_closed: closed,
      },
    });
  };

  /** The schema of a grant, for a person who may change its teams, and the grant, locked with its team. */
  const requireManaged = async (transaction: Queries, user: SignedInUser, schemaId: string, id: string) => {
    const seen = await requireSchema(transaction, user, schemaId);
    await requireSharer(transaction, user, seen);
    return { schema: seen.schema, ...(await requireGrant(transaction, seen.schema, id)) };
  };

  const change = async (
    request: FastifyRequest,
    { schema: schemaId, id }: { schema: (transaction: Queries) => Promise<string>; id: string },
    body: GrantChange,
  ): Promise<Grant> =>
    idempotent(deps, request, async (transaction) => {
      const found = await requireManaged(transaction, userOf(request), await schemaId(transaction), id);
      const { schema, grant: before } = found;
      const after = await updateGrant(transaction, schema, found, body);
      if (!isDeepStrictEqual(before, after))
        await settleAndAudit(transaction, request, { schema, action: 'update', grant: after });
      return grantView(after);
    });

  serve(app, listGrants, async (call) => {
    const { id, limit, offset } = call.query;
    const { schema } = await requireSchema(database, userOf(call.request), call.params.id);
    const all = (await grantsOf(database, schema.id)).filter((grant) => id === undefined || grant.id === id);
    return sendList(call, { items: all.slice(offset, offset + limit).map(grantView), total: all.length });
  });

  serve(app, listAllGrants, async (call) => {
    const { items, total } = await findGrants(database, userOf(call.request), call.query);
    return sendList(call, { items: items.map(grantView), total });
  });

  serve(app, getGrant, async ({ params, request }) =>
    grantView(await requireVisibleGrant(database, userOf(request), params.id)),
  );

  serve(app, createGrant, ({ body, request }) =>
    idempotent(deps, request, async (transaction) => {
      const user = userOf(request);
      const team = await requireManagedTeam(transaction, user, body.team);
      const { schema } = await requireSchema(transaction, user, team.schema);
      if (body.schema !== undefined && body.schema !== schema.id)
        throw invalid({ schema: [`"${team.name}" is a team of another schema.`] });
      if (team.role === 'owners') throw conflict('Data owners hold every key already. Choose another team.');
      // Locked, so that two concurrent calls don't both create the last grant.
      await transaction.select().from(schemas).where(eq(schemas.id, schema.id)).for('no key update');
      const grant = await insertGrant(transaction, schema, team.id, body);
      await settleAndAudit(transaction, request, { schema, action: 'create', grant });
      return grantView(grant);
    }),
  );

  serve(app, patchGrant, ({ request, params, body }) =>
    change(request, { schema: () => Promise.resolve(params.id), id: params.grantId }, body),
  );

  serve(app, changeGrant, ({ request, params, body }) => {
    const schema = async (transaction: Queries) =>
      (await requireVisibleGrant(transaction, userOf(request), params.id)).schema;
    return change(request, { schema, id: params.id }, body);
  });

  serve(app, deleteGrant, ({ request, params }) =>
    database.transaction(async (transaction) => {
      const user = userOf(request);
      const visible = await requireVisibleGrant(transaction, user, params.id);
      const { schema, grant, team } = await requireManaged(transaction, user, visible.schema, params.id);
      await removeGrant(transaction, { grant, team });
      await settleAndAudit(transaction, request, { schema, action: 'delete', grant });
    }),
  );
}
