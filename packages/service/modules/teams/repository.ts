/** Teams and their members in the database, and their view for callers. */
import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import type { ListPage } from '@cloakroom/contract/list.ts';
import { urlOf } from '@cloakroom/contract/reference.ts';
import { builtInRoles, type Team } from '@cloakroom/contract/teams.ts';
import { notFound } from '@cloakroom/server-kit/problem.ts';
import type { Queries } from '../../db/client.ts';
import { organizationUsers, schemas, teamMembers, teams, users } from '../../db/schema.ts';
import { equalityFilters } from '../filters.ts';
import { memberUser, type UserRow } from '../users/memberUser.ts';
import type { TeamRow } from './policy.ts';

export type TeamWithMembers = { team: TeamRow; members: UserRow[] };

/** The view of a team. @param expanded - whether members are objects instead of ids. */
export const teamView = ({ team, members }: TeamWithMembers, expanded: boolean): Team => ({
  id: team.id,
  url: urlOf('teams', team.id),
  organization: urlOf('organizations', team.organization),
  schema: urlOf('schemas', team.schema),
  role: team.role,
  members: members.map((user) => (expanded ? memberUser(user) : user.id)),
  name: team.name,
  slug: team.slug,
});

const roles = sql.join(
  builtInRoles.map((role) => sql`${role}`),
  sql`, `,
);
/** Data owners first, then data requesters, then data contributors, then further teams by name. */
export const teamOrder = [sql`array_position(array[${roles}]::text[], ${teams.role})`, teams.name, teams.id];

/** A page, and filters by id, name, slug or schema. */
type TeamPage = { limit: number; offset: number } & Partial<
  Record<'id' | 'name' | 'slug' | 'schema', string | undefined>
>;

/** Teams with their members, by schema, data owners first. */
export async function findTeams(
  queries: Queries,
  of: { schema: string } | { organization: string },
  page: TeamPage,
): Promise<ListPage<TeamWithMembers>> {
  const { id, name, slug, schema } = teams;
  const where = and(
    'schema' in of ? eq(teams.schema, of.schema) : eq(teams.organization, of.organization),
    equalityFilters(page, { id, name, slug, schema }),
  );
  const [found, total] = await Promise.all([
    queries
      .select({ team: teams })
      .from(teams)
      .innerJoin(schemas, eq(schemas.id, teams.schema))
      .where(where)
      .orderBy(schemas.name, schemas.id, ...teamOrder)
      .limit(page.limit)
      .offset(page.offset),
    queries.$count(teams, where),
  ]);
  return { items: await withMembers(queries, found), total };
}

/** Adds the members who still belong to the organization, by e-mail address, in one query for all teams. */
export async function withMembers(queries: Queries, found: { team: TeamRow }[]): Promise<TeamWithMembers[]> {
  const ids = found.map(({ team }) => team.id);
  const rows = await membersWhere(queries, inArray(teamMembers.team, ids));
  return found.map(({ team }) => ({
    team,
    members: rows.filter((row) => row.team === team.id).map(({ user }) => user),
  }));
}

const membersWhere = (queries: Queries, where: SQL) =>
  queries
    .select({ team: teamMembers.team, user: users })
    .from(teamMembers)
    .innerJoin(teams, eq(teams.id, teamMembers.team))
    .innerJoin(users, eq(users.id, teamMembers.user))
    .innerJoin(
      organizationUsers,
      and(
        eq(organizationUsers.user, teamMembers.user),
        eq(organizationUsers.organization, teams.organization),
      ),
    )
    .where(where)
    .orderBy(users.email);

/**
 * Resolves ids of users or organization users to ids of users, and locks their memberships until the transaction ends.
 * @throws {HttpProblem} 404 if one is not a member of the organization, whether or not the user exists.
 */
export async function resolveMembers(
  transaction: Queries,
  organization: string,
  references: readonly string[],
): Promise<Set<string>> {
  if (references.length === 0) return new Set();
  const ids = [...references];
  const rows = await transaction
    .select({ id: organizationUsers.id, user: organizationUsers.user })
    .from(organizationUsers)
    .where(
      and(
        eq(organizationUsers.organization, organization),
        or(inArray(organizationUsers.user, ids), inArray(organizationUsers.id, ids)),
      ),
    )
    .for('key share');
  const userByReference = new Map(
    rows.flatMap(({ id, user }) => [[id, user] as const, [user, user] as const]),
  );
  return new Set(
    ids.map((id) => {
      const user = userByReference.get(id);
      if (user === undefined) throw notFound('User');
      return user;
    }),
  );
}

/** The ids of the team's members. */
export async function memberIds(queries: Queries, team: string): Promise<Set<string>> {
  const rows = await queries
    .select({ user: teamMembers.user })
    .from(teamMembers)
    .where(eq(teamMembers.team, team));
  return new Set(rows.map(({ user }) => user));
}

/** Adds and removes members. Idempotent. */
export async function changeMembers(
  transaction: Queries,
  team: string,
  { added, removed }: { added: string[]; removed: string[] },
): Promise<void> {
  if (added.length > 0)
    await transaction
      .insert(teamMembers)
      .values(added.map((user) => ({ team, user })))
      .onConflictDoNothing();
  if (removed.length > 0)
    await transaction
      .delete(teamMembers)
      .where(and(eq(teamMembers.team, team), inArray(teamMembers.user, removed)));
}
