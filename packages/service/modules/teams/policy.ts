/** Who may change a team: the data owners of its schema, and the organization's admins. */
import { and, eq } from 'drizzle-orm';
import { notFound } from '@cloakroom/server-kit/problem.ts';
import type { Queries } from '../../db/client.ts';
import { teams } from '../../db/schema.ts';
import { requireId } from '../ids.ts';
import { requireAdmin, requireMember } from '../organizations/policy.ts';
import { requireSchema, type SeenSchema } from '../schemas/policy.ts';

export type TeamRow = typeof teams.$inferSelect;

/**
 * The team, locked until the transaction ends, for somebody who may change it: changes of two people take turns.
 * @throws {HttpProblem} 404 to outsiders of the organization and for a team of another one, 403 to everybody else.
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

/** Pass who may say who reaches a schema's records: its data owners and the admins. @throws {HttpProblem} 403 to others. */
export async function requireSharer(
  queries: Queries,
  user: { id: string },
  { schema, permissions }: SeenSchema,
): Promise<void> {
  if (!permissions.can_share_keys) await requireAdmin(queries, user, schema.organization);
}
