/** The service's lists of a schema's teams and grants, in the form of an access log. They decide nothing by themselves. */
import { GrantSnapshot, TeamSnapshot, type Unconfirmed } from '@cloakroom/contract/accessLog.ts';
import type { Endpoint } from '@cloakroom/contract/endpoint.ts';
import { listGrants } from '@cloakroom/contract/grants.ts';
import type { z } from 'zod';
import { idIn } from '@cloakroom/contract/reference.ts';
import { listSchemaTeams, type Team } from '@cloakroom/contract/teams.ts';
import { brokenContract, type Upstream } from '../upstream.ts';
import type { Principal } from '../callers.ts';
import { mayHave, type AccessState } from './state.ts';

type Person = { id: string; email: string };

/** What the service shows. */
export type ShownLists = {
  teams: (TeamSnapshot & { role: Team['role'] })[];
  grants: GrantSnapshot[];
  /** E-mail addresses of those on the teams, by user id. */
  emails: ReadonlyMap<string, string>;
};

const ascending = (values: Iterable<string>): string[] => [...new Set(values)].sort();

/** Asks for the lists. @throws {HttpProblem} as the service refuses; 502 for teams and grants that no log could hold. */
export async function shownLists(
  upstream: Upstream,
  { credentials }: Principal,
  schema: string,
): Promise<ShownLists> {
  const query = { limit: 1000 };
  const [teams, grants] = await Promise.all([
    upstream.call(listSchemaTeams, {
      credentials,
      params: { id: schema },
      query: { ...query, expand: 'members' },
    }),
    upstream.call(listGrants, { credentials, params: { id: schema }, query }),
  ]);
  const people = teams.flatMap(({ members }) => members.map(personOf));
  return {
    teams: teams.map(({ id, name, role, members }) => ({
      ...checked(listSchemaTeams, TeamSnapshot, {
        id,
        name,
        members: ascending(members.map((member) => personOf(member).id)),
      }),
      role,
    })),
    grants: grants.map(({ id, teams: reached, field_names, can_share_keys }) =>
      checked(listGrants, GrantSnapshot, {
        id,
        teams: ascending(reached.map(idIn)),
        field_names: field_names && ascending(Object.keys(field_names)),
        can_share_keys,
      }),
    ),
    emails: new Map(people.map(({ id, email }) => [id, email])),
  };
}

/** @throws {HttpProblem} 502 for what has not this shape. */
function checked<Shape extends z.ZodType>(call: Endpoint, shape: Shape, shown: unknown): z.output<Shape> {
  const read = shape.safeParse(shown);
  if (read.success) return read.data;
  throw brokenContract(call, read.error);
}

const personOf = (member: Team['members'][number]): Person =>
  typeof member === 'string' ? { id: idIn(member), email: idIn(member) } : member;

/** What the service shows beyond what owners have signed. */
export function unconfirmedOf(state: AccessState, { teams, grants, emails }: ShownLists): Unconfirmed[] {
  const nameOf = (id: string) => teams.find((team) => team.id === id)?.name ?? id;
  const members = teams.flatMap(({ id, name, members }) => {
    const signed = state.teams.get(id)?.members ?? [];
    const reaching = [...state.grants.values()].filter((grant) => grant.teams.includes(id));
    const fields = reaching.some(({ field_names }) => field_names === null)
      ? null
      : ascending(reaching.flatMap(({ field_names }) => field_names ?? []));
    const can_share_keys = reaching.some((grant) => grant.can_share_keys);
    return members
      .filter((user) => !signed.includes(user))
      .map((user): Unconfirmed => ({
        type: 'member',
        team: id,
        team_name: name,
        user,
        email: emails.get(user) ?? user,
        fields,
        can_share_keys,
      }));
  });
  const widened = grants.flatMap((grant): Unconfirmed[] => {
    const signed = state.grants.get(grant.id);
    const added = addedKeys(grant, signed);
    const isWider =
      added === null ||
      added.length > 0 ||
      (grant.can_share_keys && !signed?.can_share_keys) ||
      grant.teams.some((team) => !signed?.teams.includes(team));
    return isWider ? [{ type: 'grant', ...grant, team_names: grant.teams.map(nameOf), added }] : [];
  });
  return [...members, ...widened];
}

/** The keys that a grant names beyond another one; null for every key. */
function addedKeys(shown: GrantSnapshot, signed: GrantSnapshot | undefined): string[] | null {
  const names = signed ? signed.field_names : [];
  if (names === null) return [];
  return shown.field_names?.filter((name) => !names.includes(name)) ?? null;
}

/**
 * The signed teams and grants without what the service doesn't show any more: people who were taken off by an admin, or who
 * left. Only those that have less.
 */
export function narrowed(
  state: AccessState,
  { teams, grants }: ShownLists,
): { teams: TeamSnapshot[]; grants: GrantSnapshot[] } {
  const fewer = [...state.teams.values()].flatMap((signed) => {
    const shown = teams.find(({ id }) => id === signed.id)?.members ?? [];
    const members = signed.members.filter((user) => shown.includes(user));
    return members.length < signed.members.length ? [{ ...signed, members }] : [];
  });
  const narrower = [...state.grants.values()].flatMap((signed) => {
    const shown = grants.find(({ id }) => id === signed.id);
    if (!shown?.field_names || !signed.field_names) return [];
    const field_names = signed.field_names.filter((name) => shown.field_names!.includes(name));
    return field_names.length < signed.field_names.length ? [{ ...signed, field_names }] : [];
  });
  return { teams: fewer, grants: narrower };
}

/** Those who may have some key, as owners have signed. */
export const peopleIn = (state: AccessState): string[] =>
  ascending([...state.teams.values()].flatMap(({ members }) => members)).filter((user) =>
    mayHaveAny(state, user),
  );

const mayHaveAny = (state: AccessState, user: string): boolean =>
  [...state.grants.values()].some(
    ({ field_names }) => field_names === null || field_names.some((name) => mayHave(state, user, name)),
  );
