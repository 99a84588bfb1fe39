/** Single teams: created with a grant, read, renamed and deleted. */
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { createTeam, deleteTeam, getTeam, maxTeamsPerSchema, patchTeam } from '@cloakroom/contract/teams.ts';
import { conflict, invalid, notFound } from '@cloakroom/server-kit/problem.ts';
import { schemas, teams } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../../newId.ts';
import { serve, userOf } from '../../plugins/access.ts';
import { idempotent } from '../../plugins/idempotency.ts';
import { slugOf } from '../../slug.ts';
import { audit } from '../audit/repository.ts';
import { expansions } from '../expand.ts';
import { requireId } from '../ids.ts';
import { settleRequests } from '../requests/settleRequests.ts';
import { requireSchema } from '../schemas/policy.ts';
import { insertGrant } from './grants.ts';
import { requireManagedTeam, requireSharer, requireTeam } from './policy.ts';
import { changeMembers, memberIds, resolveMembers, teamView, withMembers } from './repository.ts';

export function teamLifecycleRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, clock } = deps;
  const now = () => new Date(clock());

  serve(app, createTeam, ({ params, body, request }) =>
    idempotent(deps, request, async (transaction) => {
      const user = userOf(request);
      const organization = requireId(params.id, 'Organization');
      const seen = await requireSchema(transaction, user, body.schema);
      const { schema } = seen;
      if (schema.organization !== organization) throw notFound('Schema');
      await requireSharer(transaction, user, seen);
      if (body.organization !== undefined && body.organization !== organization)
        throw invalid({ organization: ['A team belongs to the organization of its schema.'] });
      // Locked, so that two concurrent calls don't both create the last team.
      await transaction.select().from(schemas).where(eq(schemas.id, schema.id)).for('no key update');
      if ((await transaction.$count(teams, eq(teams.schema, schema.id))) >= maxTeamsPerSchema)
        throw conflict(`"${schema.name}" has ${maxTeamsPerSchema} teams already. Delete one of them first.`);
      const { name, field_names, can_create_records } = body;
      const team = {
        id: newId(),
        organization,
        schema: schema.id,
        role: 'custom' as const,
        name,
        slug: body.slug ?? slugOf(name),
      };
      await transaction.insert(teams).values(team);
      await insertGrant(transaction, schema, team.id, {
        field_names,
        can_create_records,
        can_share_keys: false,
      });
      const members = [...(await resolveMembers(transaction, organization, body.members))];
      await changeMembers(transaction, team.id, { added: members, removed: [] });
      const scope = { people: members, schemas: [schema.id] };
      const { opened } = await settleRequests(transaction, scope, now(), { reopenDeniedOf: members });
      await audit(transaction, request, {
        organization,
        action: 'create',
        model: 'team',
        object: team.id,
        changes: {
          name,
          added: members,
          field_names: field_names && Object.keys(field_names),
          can_create_records,
          ...(opened && { requests_opened: opened }),
        },
      });
      const [created] = await withMembers(transaction, [{ team }]);
      return teamView(created!, false);
    }),
  );

  serve(app, getTeam, async ({ params, query, request }) => {
    const team = await requireTeam(database, userOf(request), params.id);
    const [found] = await withMembers(database, [{ team }]);
    return teamView(found!, expansions(query.expand).has('members'));
  });

  serve(app, patchTeam, ({ params, body, request }) =>
    idempotent(deps, request, async (transaction) => {
      const user = userOf(request);
      const team = await requireManagedTeam(transaction, user, params.id);
      const { organization } = team;
      const name = body.name ?? team.name;
      const slug = body.slug ?? (body.name === undefined ? team.slug : slugOf(name));
      await transaction.update(teams).set({ name, slug }).where(eq(teams.id, team.id));
      if (name !== team.name || slug !== team.slug)
        await audit(transaction, request, {
          organization,
          action: 'update',
          model: 'team',
          object: team.id,
          changes: { name, ...(name !== team.name && { former_name: team.name }), slug },
        });
      const [renamed] = await withMembers(transaction, [{ team: { ...team, name, slug } }]);
      return teamView(renamed!, false);
    }),
  );

  serve(app, deleteTeam, async ({ params, request }) =>
    database.transaction(async (transaction) => {
      const user = userOf(request);
      const team = await requireManagedTeam(transaction, user, params.id);
      const { organization } = team;
      if (team.role !== 'custom')
        throw conflict(
          `"${team.name}" comes with its schema and can’t be deleted. Remove its members instead.`,
        );
      const members = [...(await memberIds(transaction, team.id))];
      await transaction.delete(teams).where(eq(teams.id, team.id));
      const scope = { people: members, schemas: [team.schema] };
      const { closed } = await settleRequests(transaction, scope, now());
      await audit(transaction, request, {
        organization,
        action: 'delete',
        model: 'team',
        object: team.id,
        changes: { name: team.name, removed: members, ...(closed && { requests_closed: closed }) },
      });
    }),
  );
}
