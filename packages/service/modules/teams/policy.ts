/** Permissions on teams: data owners of the schema and admins of the organization may change them. */
import { and, eq } from 'drizzle-orm';
import { notFound } from '@cloakroom/server-kit/problem.ts';
import type { Queries } from '../../db/client.ts';
import { organizationUsers, teams } from '../../db/schema.ts';
import { requireId } from '../ids.ts';
import { requireAdmin, requireMember } from '../organizations/policy.ts';
import { requireSchema, type SchemaWithPermissions } from '../schemas/policy.ts';

export type TeamRow = typeof teams.$inferSelect;

/**
 * The team for a user who may change it, locked until the transaction ends.
 * @throws {HttpProblem} 404 for non-members of the organization and for a team of another one, 403 for other members.
 */
export async function requireTeamManager(
  transaction: Queries,
  user: { id: string },
  params: { id: string; teamId: string },
): Promise<TeamRow> {
  const organization = requireId(params.id, 'Organization');
  await requireMember(transaction, user, organization);
  const [team] = await transaction
    .select()
    .from(teams)
    .where(and(eq(teams.id, requireId(params.teamId, 'Team')), eq(teams.organization, organization)))
    .for('update');
  if (!team) throw notFound('Team');
  await requireSharer(transaction, user, await requireSchema(transaction, user, team.schema));
  return team;
}

/** The team for a member of its organization. @throws {HttpProblem} 404 for others. */
export async function requireTeam(queries: Queries, user: { id: string }, id: string): Promise<TeamRow> {
  const [found] = await queries
    .select({ team: teams })
    .from(teams)
    .innerJoin(organizationUsers, eq(organizationUsers.organization, teams.organization))
    .where(and(eq(teams.id, requireId(id, 'Team')), eq(organizationUsers.user, user.id)));
  if (!found) throw notFound('Team');
  return found.team;
}

/** Passes for the schema's data owners and for admins. @throws {HttpProblem} 403 for others. */
export async function requireSharer(
  queries: Queries,
  user: { id: string },
  { schema, permissions }: SchemaWithPermissions,
): Promise<void> {
  if (!permissions.can_share_keys) await requireAdmin(queries, user, schema.organization);
}

/** {@link requireTeamManager} by the team's id alone. */
export async function requireManagedTeam(
  transaction: Queries,
  user: { id: string },
  id: string,
): Promise<TeamRow> {
  const { organization } = await requireTeam(transaction, user, id);
  return requireTeamManager(transaction, user, { id: organization, teamId: id });
}
