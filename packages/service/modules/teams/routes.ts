/** Teams: who may do what with a schema. */
import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addMember, listSchemaTeams, listTeams, putTeam, removeMember } from '@cloakroom/contract/teams.ts';
import { invalid, notFound } from '@cloakroom/server-kit/problem.ts';
import { sendList } from '@cloakroom/server-kit/serve.ts';
import type { Queries } from '../../db/client.ts';
import { teams } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { serve, userOf } from '../../plugins/access.ts';
import { once } from '../../plugins/once.ts';
import { slugOf } from '../../slug.ts';
import { audit } from '../audit/repository.ts';
import { requireId } from '../ids.ts';
import { requireMember } from '../organizations/policy.ts';
import { settleRequests } from '../requests/opening.ts';
import { requireSchema } from '../schemas/policy.ts';
import { requireTeamManager, type TeamRow } from './policy.ts';
import { changeMembers, findTeams, memberIds, peopleOf, teamView, withMembers } from './repository.ts';

const expands = ({ expand }: { expand?: string | undefined }) =>
  expand?.split(',').includes('members') ?? false;

const without = (some: Set<string>, others: Set<string>) => [...some].filter((id) => !others.has(id));

type Wish = {
  members: (present: Set<string>) => Set<string>;
  name?: string;
  /** People whose denied requests are opened anew, though they are on the team already. */
  asking?: ReadonlySet<string>;
};

/** Let the team have exactly these members, open and close the requests for keys that follow, and write down what changed. */
async function setMembers(
  transaction: Queries,
  request: FastifyRequest,
  team: TeamRow,
  { members, name = team.name, asking = new Set() }: Wish,
  now: Date,
): Promise<void> {
  const present = await memberIds(transaction, team.id);
  const next = members(present);
  const change = { added: without(next, present), removed: without(present, next) };
  await changeMembers(transaction, team.id, change);
  const forgive = [...new Set([...change.added, ...asking])];
  const scope = { people: [...forgive, ...change.removed], schemas: [team.schema] };
  const { opened, closed } = await settleRequests(transaction, scope, now, { forgive });
  const settled = { ...(opened && { requests_opened: opened }), ...(closed && { requests_closed: closed }) };
  const same = change.added.length + change.removed.length + opened + closed === 0;
  if (same && name === team.name) return;
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
    return sendList(call, { items: items.map((team) => teamView(team, expands(call.query))), total });
  });

  serve(app, listTeams, async (call) => {
    const organization = requireId(call.params.id, 'Organization');
    await requireMember(database, userOf(call.request), organization);
    const { items, total } = await findTeams(database, { organization }, call.query);
    return sendList(call, { items: items.map((team) => teamView(team, expands(call.query))), total });
  });

  serve(app, putTeam, ({ params, body, request }) =>
    once(deps, request, async (transaction) => {
      const team = await requireTeamManager(transaction, userOf(request), params);
      if (body.organization !== undefined && body.organization !== team.organization)
        throw invalid({ organization: ['A team stays in its organization.'] });
      const wanted = await peopleOf(transaction, team.organization, body.members);
      const slug = slugOf(body.slug ?? body.name);
      await transaction.update(teams).set({ name: body.name, slug }).where(eq(teams.id, team.id));
      await setMembers(transaction, request, team, { members: () => wanted, name: body.name }, now());
      const [after] = await withMembers(transaction, [{ team: { ...team, name: body.name, slug } }]);
      if (!after) throw notFound('Team');
      return teamView(after, false);
    }),
  );

  serve(app, addMember, ({ params, body, request }) =>
    once(deps, request, async (transaction) => {
      const team = await requireTeamManager(transaction, userOf(request), params);
      const added = await peopleOf(transaction, team.organization, [body.id]);
      const members = (present: Set<string>) => new Set([...present, ...added]);
      await setMembers(transaction, request, team, { members, asking: added }, now());
    }),
  );

  serve(app, removeMember, ({ params, body, request }) =>
    once(deps, request, async (transaction) => {
      const team = await requireTeamManager(transaction, userOf(request), params);
      const removed = await peopleOf(transaction, team.organization, [body.id]);
      const members = (present: Set<string>) => new Set(without(present, removed));
      await setMembers(transaction, request, team, { members }, now());
    }),
  );
}
