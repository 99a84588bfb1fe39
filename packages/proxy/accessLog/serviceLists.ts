/** The service's lists of a schema's teams and grants, in the form of an access log. Only signed entries grant anything. */
import {
  GrantSnapshot,
  TeamSnapshot,
  type SchemaAccess,
  type Unconfirmed,
} from '@cloakroom/contract/accessLog.ts';
import type { Endpoint } from '@cloakroom/contract/endpoint.ts';
import { keysOfGrant, listGrants, type Grant } from '@cloakroom/contract/grants.ts';
import type { z } from 'zod';
import { idIn } from '@cloakroom/contract/reference.ts';
import { listSchemaTeams, type Team } from '@cloakroom/contract/teams.ts';
import { brokenContract, type Upstream } from '../upstream.ts';
import type { Principal } from '../callers.ts';
import type { Keyring } from '../keyring/keyring.ts';
import { fingerprintWords } from './refusals.ts';
import { isOwner, mayHave, type AccessState } from './state.ts';

type Person = { id: string; email: string };

/** The teams and grants that the service lists. */
export type ServiceLists = {
  teams: (TeamSnapshot & { role: Team['role'] })[];
  grants: GrantSnapshot[];
  /** E-mail addresses of the members, by user id. */
  emails: ReadonlyMap<string, string>;
};

const ascending = (values: Iterable<string>): string[] => [...new Set(values)].sort();

/** @throws {HttpProblem} the service's refusal; 502 for teams and grants that a log can't represent. */
export async function fetchServiceLists(
  upstream: Upstream,
  { credentials }: Principal,
  schema: string,
): Promise<ServiceLists> {
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
      ...parseShown(listSchemaTeams, TeamSnapshot, {
        id,
        name,
        members: ascending(members.map((member) => personOf(member).id)),
      }),
      role,
    })),
    grants: grants.map((grant) => parseShown(listGrants, GrantSnapshot, snapshotOfGrant(grant))),
    emails: new Map(people.map(({ id, email }) => [id, email])),
  };
}

/** A grant in the form of the log, which names the keys that its members may have. */
export const snapshotOfGrant = (grant: Grant): GrantSnapshot => {
  const keys = keysOfGrant(grant);
  return {
    id: grant.id,
    teams: ascending(grant.teams.map(idIn)),
    field_names: keys && ascending(keys),
    can_share_keys: grant.can_share_keys,
  };
};

/** @throws {HttpProblem} 502 for a value of another shape. */
function parseShown<Shape extends z.ZodType>(call: Endpoint, shape: Shape, shown: unknown): z.output<Shape> {
  const parsed = shape.safeParse(shown);
  if (parsed.success) return parsed.data;
  throw brokenContract(call, parsed.error);
}

const personOf = (member: Team['members'][number]): Person =>
  typeof member === 'string' ? { id: idIn(member), email: idIn(member) } : member;

/** The members and grants that the service lists and no owner has signed. */
export function unconfirmedOf(state: AccessState, { teams, grants, emails }: ServiceLists): Unconfirmed[] {
  const nameOf = (id: string) => teams.find((team) => team.id === id)?.name ?? id;
  const members = teams.flatMap(({ id, name, members }) => {
    const signed = state.teams.get(id)?.members ?? [];
    const grantsOfTeam = [...state.grants.values()].filter((grant) => grant.teams.includes(id));
    const fields = grantsOfTeam.some(({ field_names }) => field_names === null)
      ? null
      : ascending(grantsOfTeam.flatMap(({ field_names }) => field_names ?? []));
    const can_share_keys = grantsOfTeam.some((grant) => grant.can_share_keys);
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
  const hasMembers = (id: string) => teams.some((team) => team.id === id && team.members.length > 0);
  const widenedGrants = grants.flatMap((grant): Unconfirmed[] => {
    const signed = state.grants.get(grant.id);
    // A grant of a team without members gives nothing to anyone.
    if (!signed && !grant.teams.some(hasMembers)) return [];
    const added = addedKeys(grant, signed);
    const isWider =
      added === null ||
      added.length > 0 ||
      (grant.can_share_keys && !signed?.can_share_keys) ||
      grant.teams.some((team) => !signed?.teams.includes(team));
    return isWider ? [{ type: 'grant', ...grant, team_names: grant.teams.map(nameOf), added }] : [];
  });
  return [...members, ...widenedGrants];
}

/** The keys that the listed grant names and the signed one doesn't; null for every key. */
function addedKeys(shown: GrantSnapshot, signed: GrantSnapshot | undefined): string[] | null {
  const names = signed ? signed.field_names : [];
  if (names === null) return [];
  return shown.field_names?.filter((name) => !names.includes(name)) ?? null;
}

/**
 * The signed teams and grants without the members and keys that the service no longer lists, as when an admin removed a
 * member. Unchanged ones are omitted.
 */
export function withoutRemoved(
  state: AccessState,
  { teams, grants }: ServiceLists,
): { teams: TeamSnapshot[]; grants: GrantSnapshot[] } {
  const narrowedTeams = [...state.teams.values()].flatMap((signed) => {
    const shown = teams.find(({ id }) => id === signed.id)?.members ?? [];
    const members = signed.members.filter((user) => shown.includes(user));
    return members.length < signed.members.length ? [{ ...signed, members }] : [];
  });
  const narrowedGrants = [...state.grants.values()].flatMap((signed) => {
    // A service that hides the owners' grant can't take the right to sign away.
    if (signed.can_share_keys) return [];
    const shown = grants.find(({ id }) => id === signed.id);
    const field_names = commonKeys(signed.field_names, shown ? shown.field_names : []);
    return sameKeys(field_names, signed.field_names) ? [] : [{ ...signed, field_names }];
  });
  return { teams: narrowedTeams, grants: narrowedGrants };
}

/** Names of keys, or null for every key. */
export type KeyNames = readonly string[] | null;

/** The keys that both lists name, in the order of the first. */
export const commonKeys = (one: KeyNames, other: KeyNames): string[] | null => {
  if (one === null) return other && [...other];
  return other === null ? [...one] : one.filter((name) => other.includes(name));
};

/** Whether two lists in ascending order are equal. */
export const sameKeys = (one: KeyNames, other: KeyNames): boolean =>
  one === null || other === null ? one === other : one.join('\n') === other.join('\n');

/** The ids of the people who may have at least one key, as signed by owners. */
export const peopleWithKeys = (state: AccessState): string[] =>
  ascending([...state.teams.values()].flatMap(({ members }) => members)).filter((user) =>
    mayHaveAny(state, user),
  );

const mayHaveAny = (state: AccessState, user: string): boolean =>
  [...state.grants.values()].some(
    ({ field_names }) => field_names === null || field_names.some((name) => mayHave(state, user, name)),
  );

/** The people with keys and their devices, as the access page shows them. */
export const describePeople = (
  state: AccessState,
  { emails }: Pick<ServiceLists, 'emails'>,
  keyring: Keyring,
): SchemaAccess['people'] =>
  peopleWithKeys(state).map((user) => {
    const devices = state.devices.filter((device) => device.user === user);
    const isPinned = (signs: string, receives: string) =>
      keyring.pinsOf(user).some((pin) => pin.compared && pin.signs === signs && pin.receives === receives);
    return {
      user,
      email: emails.get(user) ?? devices.at(-1)?.email ?? user,
      owner: isOwner(state, user),
      devices: devices.map(({ signs, receives, compared }) => ({
        signs,
        receives,
        compared: compared || isPinned(signs, receives),
        words: fingerprintWords({ signs, receives }),
      })),
    };
  });
