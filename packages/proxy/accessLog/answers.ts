/** Checks that the service's answer to a change of a team or grant matches the request. */
import type { GrantSnapshot } from '@cloakroom/contract/accessLog.ts';
import type { Grant } from '@cloakroom/contract/grants.ts';
import { idIn, urlOf } from '@cloakroom/contract/reference.ts';
import type { Team } from '@cloakroom/contract/teams.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';

const unexpectedAnswer = (what: string) =>
  new HttpProblem(
    502,
    `The service answers that the ${what} is another one than was asked for, so nothing more was signed. Look at the schema’s Permissions, and tell the operator of the service.`,
  );

/** @param requested - may contain duplicates; the answer may not. */
const isSameSet = (answered: readonly string[], requested: readonly string[]): boolean =>
  [...answered].sort().join('\n') === [...new Set(requested)].sort().join('\n');

/** The requested team. `schema` and `members` are undefined if the caller changes the team without signing. */
type RequestedTeam = {
  id: string;
  organization: string;
  schema: string | undefined;
  name: string;
  members: string[] | undefined;
};

/** @throws {HttpProblem} 502 for an answer with another id, organization, schema, name or other members. */
export function requireTeam(answer: Team, { id, organization, schema, name, members }: RequestedTeam): void {
  const found = answer.members.map((member) => (typeof member === 'string' ? idIn(member) : member.id));
  const isRequested =
    answer.id === id &&
    answer.url === urlOf('teams', id) &&
    answer.organization === urlOf('organizations', organization) &&
    (schema === undefined || answer.schema === urlOf('schemas', schema)) &&
    answer.name === name &&
    (members === undefined || isSameSet(found, members));
  if (!isRequested) throw unexpectedAnswer('team');
}

/** The requested grant. `signed` is undefined if the caller changes the grant without signing. */
type RequestedGrant = { id: string; schema: string; names: string[]; signed: GrantSnapshot | undefined };

/** @throws {HttpProblem} 502 for an answer with another grant, schema, team, right or other fields. */
export function requireGrant(answer: Grant, { id, schema, names, signed }: RequestedGrant): void {
  const isRequested =
    answer.id === id &&
    answer.url === `${urlOf('schemas', schema)}grants/${id}/` &&
    answer.schema === urlOf('schemas', schema) &&
    answer.field_names !== null &&
    isSameSet(Object.keys(answer.field_names), names) &&
    (signed === undefined ||
      (answer.can_share_keys === signed.can_share_keys &&
        isSameSet(
          answer.teams,
          signed.teams.map((team) => urlOf('teams', team)),
        )));
  if (!isRequested) throw unexpectedAnswer('list of fields');
}
