/** Checks that the service's answer to a change of a team or grant matches the request. */
import type { GrantSnapshot } from '@cloakroom/contract/accessLog.ts';
import type { Grant } from '@cloakroom/contract/grants.ts';
import { idIn, shortIdPattern, urlOf } from '@cloakroom/contract/reference.ts';
import type { Team } from '@cloakroom/contract/teams.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';

/** The service's answer to a change is another one than was asked for. */
export const unexpectedAnswer = (what: string) =>
  new HttpProblem(
    502,
    `The service answers that the ${what} is another one than was asked for, so nothing more was signed. Look at the schema’s Permissions, and tell the operator of the service.`,
  );

/** @param requested - may contain duplicates; the answer may not. */
const isSameSet = (answered: readonly string[], requested: readonly string[]): boolean =>
  [...answered].sort().join('\n') === [...new Set(requested)].sort().join('\n');

/** The requested team. What is undefined was not asked for, or the caller changes the team without signing. */
type RequestedTeam = {
  id: string | undefined;
  organization: string;
  schema: string | undefined;
  name: string | undefined;
  members: string[] | undefined;
};

/** @throws {HttpProblem} 502 for an answer with another id, organization, schema, name or other members. */
export function requireTeam(answer: Team, { id, organization, schema, name, members }: RequestedTeam): void {
  const found = answer.members.map((member) => (typeof member === 'string' ? idIn(member) : member.id));
  const isRequested =
    (id === undefined ? shortIdPattern.test(answer.id) : answer.id === id) &&
    answer.url === urlOf('teams', answer.id) &&
    answer.organization === urlOf('organizations', organization) &&
    (schema === undefined || answer.schema === urlOf('schemas', schema)) &&
    (name === undefined || answer.name === name) &&
    (members === undefined || isSameSet(found, members));
  if (!isRequested) throw unexpectedAnswer('team');
}

/** The requested grant. What is undefined was not asked for, or the caller changes the grant without signing. */
type RequestedGrant = {
  id: string | undefined;
  schema: string;
  /** Null for every key. */
  names: string[] | null | undefined;
  stores: boolean | undefined;
  signed: Pick<GrantSnapshot, 'teams' | 'can_share_keys'> | undefined;
};

/** @throws {HttpProblem} 502 for an answer with another grant, schema, team, right or other fields. */
export function requireGrant(answer: Grant, { id, schema, names, stores, signed }: RequestedGrant): void {
  const answered = answer.field_names && Object.keys(answer.field_names);
  const hasNames =
    names === undefined ||
    (names === null || answered === null ? names === answered : isSameSet(answered, names));
  const isRequested =
    (id === undefined ? shortIdPattern.test(answer.id) : answer.id === id) &&
    answer.url === urlOf('grants', answer.id) &&
    answer.schema === urlOf('schemas', schema) &&
    hasNames &&
    (stores === undefined || answer.can_create_records === stores) &&
    (signed === undefined ||
      (answer.can_share_keys === signed.can_share_keys &&
        isSameSet(
          answer.teams,
          signed.teams.map((team) => urlOf('teams', team)),
        )));
  if (!isRequested) throw unexpectedAnswer('list of fields');
}
