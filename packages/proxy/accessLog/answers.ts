/** Checks that the service answers a change of a team or grant with what was asked for. */
import type { GrantSnapshot } from '@cloakroom/contract/accessLog.ts';
import type { Grant } from '@cloakroom/contract/grants.ts';
import { idIn, urlOf } from '@cloakroom/contract/reference.ts';
import type { Team } from '@cloakroom/contract/teams.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';

const otherAnswer = (what: string) =>
  new HttpProblem(
    502,
    `The service answers that the ${what} is another one than was asked for, so nothing more was signed. Look at the schema’s Permissions, and tell the operator of the service.`,
  );

/** @param asked - may name an item twice; the answer may not. */
const isSameSet = (answered: readonly string[], asked: readonly string[]): boolean =>
  [...answered].sort().join('\n') === [...new Set(asked)].sort().join('\n');

/** A team as it was asked for. `schema` and `members` are missing where the caller changes the team without signing. */
type WantedTeam = {
  id: string;
  organization: string;
  schema: string | undefined;
  name: string;
  members: string[] | undefined;
};

/** @throws {HttpProblem} 502 for an answer with another team, name, place or members. */
export function requireTeam(answer: Team, { id, organization, schema, name, members }: WantedTeam): void {
  const found = answer.members.map((member) => (typeof member === 'string' ? idIn(member) : member.id));
  const isAsked =
    answer.id === id &&
    answer.url === urlOf('teams', id) &&
    answer.organization === urlOf('organizations', organization) &&
    (schema === undefined || answer.schema === urlOf('schemas', schema)) &&
    answer.name === name &&
    (members === undefined || isSameSet(found, members));
  if (!isAsked) throw otherAnswer('team');
}

/** A grant as it was asked for. `signed` is missing where the caller changes the grant without signing. */
type WantedGrant = { id: string; schema: string; names: string[]; signed: GrantSnapshot | undefined };

/** @throws {HttpProblem} 502 for an answer with another grant, schema, team, right or other fields. */
export function requireGrant(answer: Grant, { id, schema, names, signed }: WantedGrant): void {
  const isAsked =
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
  if (!isAsked) throw otherAnswer('list of fields');
}
