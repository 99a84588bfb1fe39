/** Teams of a schema and their members. */
import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addMember, listSchemaTeams, listTeams, putTeam, removeMember } from '@cloakroom/contract/teams.ts';
import { invalid } from '@cloakroom/server-kit/problem.ts';
import { sendList } from '@cloakroom/server-kit/serve.ts';
import type { Queries } from '../../db/client.ts';
import { teams } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { serve, userOf } from '../../plugins/access.ts';
import { idempotent } from '../../plugins/idempotency.ts';
import { slugOf } from '../../slug.ts';
import { audit } from '../audit/repository.ts';
import { requireId } from '../ids.ts';
import { requireMember } from '../organizations/policy.ts';
import { settleRequests } from '../requests/settleRequests.ts';
import { requireSchema } from '../schemas/policy.ts';
import { requireTeamManager, type TeamRow } from './policy.ts';
import { changeMembers, findTeams, memberIds, resolveMembers, teamView, withMembers } from './repository.ts';

const expandsMembers = ({ expand }: { expand?: string | undefined }) =>
  expand?.split(',').includes('members') ?? false;

const difference = (some: Set<string>, others: Set<string>) => [...some].filter((id) => !others.has(id));

type MemberChange = {
  members: (present: Set<string>) => Set<string>;
  name?: string;
  /** Members whose denied requests are opened again. */
  reopenDeniedOf?: ReadonlySet<string>;
};

/** Sets the team's members, settles their requests for keys, and writes an audit entry. */
async function setMembers(
  transaction: Queries,
  request: FastifyRequest,
  team: TeamRow,
  { members, name = team.name, reopenDeniedOf = new Set() }: MemberChange,
  now: Date,
): Promise<void> {
  const present = await memberIds(transaction, team.id);
  const next = members(present);
  const change = { added: difference(next, present), removed: difference(present, next) };
  await changeMembers(transaction, team.id, change);
  const reopened = [...new Set([...change.added, ...reopenDeniedOf])];
  const scope = { people: [...reopened, ...change.removed], schemas: [team.schema] };
  const { opened, closed } = await settleRequests(transaction, scope, now, {
    reopenDeniedOf: reopened,
  });
  const settled = { ...(opened && { requests_opened: opened }), ...(closed && { requests_closed: closed }) };
  const isUnchanged = change.added.length + change.removed.length + opened + closed === 0;
  if (isUnchanged && name === team.name) return;
  await audit(transaction, request, {
    organization: team.organization,
    action: 'update',
    model: 'team',
    object: team.id,
    changes: { name, ...change, ...settled },
  });
}

export function teamRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, clock } = deps;
  const now = () => new Date(clock());

  serve(app, listSchemaTeams, async (call) => {
    const { schema } = await requireSchema(database, userOf(call.request), call.params.id);
    const { items, total } = await findTeams(database, { schema: schema.id }, call.query);
    return sendList(call, { items: items.map((team) => teamView(team, expandsMembers(call.query))), total });
  });

  serve(app, listTeams, async (call) => {
    const organization = requireId(call.params.id, 'Organization');
    await requireMember(database, userOf(call.request), organization);
    const { items, total } = await findTeams(database, { organization }, call.query);
    return sendList(call, { items: items.map((team) => teamView(team, expandsMembers(call.query))), total });
  });

  serve(app, putTeam, ({ params, body, request }) =>
    idempotent(deps, request, async (transaction) => {
      const team = await requireTeamManager(transaction, userOf(request), params);
      if (body.organization !== undefined && body.organization !== team.organization)
        throw invalid({ organization: ['A team stays in its organization.'] });
      const wanted = await resolveMembers(transaction, team.organization, body.members);
      const slug = slugOf(body.slug ?? body.name);
      await transaction.update(teams).set({ name: body.name, slug }).where(eq(teams.id, team.id));
      await setMembers(transaction, request, team, { members: () => wanted, name: body.name }, now());
      const [after] = await withMembers(transaction, [{ team: { ...team, name: body.name, slug } }]);
      return teamView(after!, false);
    }),
  );

  serve(app, addMember, ({ params, body, request }) =>
    idempotent(deps, request, async (transaction) => {
      const team = await requireTeamManager(transaction, userOf(request), params);
      const added = await resolveMembers(transaction, team.organization, [body.id]);
      const members = (present: Set<string>) => new Set([...present, ...added]);
      await setMembers(transaction, request, team, { members, reopenDeniedOf: added }, now());
    }),
  );

  serve(app, removeMember, ({ params, body, request }) =>
    idempotent(deps, request, async (transaction) => {
      const team = await requireTeamManager(transaction, userOf(request), params);
      const removed = await resolveMembers(transaction, team.organization, [body.id]);
      const members = (present: Set<string>) => new Set(difference(present, removed));
      await setMembers(transaction, request, team, { members }, now());
    }),
  );
}
