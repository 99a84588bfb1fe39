/** Outstanding requests for keys, and who may have which key according to the service's lists. */
import { keysOfGrant, listGrants } from '@cloakroom/contract/grants.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import { listRequests, type Request } from '@cloakroom/contract/requests.ts';
import { listSchemaTeams } from '@cloakroom/contract/teams.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import type { Credentials } from '../credentials.ts';
import type { Upstream } from '../upstream.ts';
import { paginate } from '../paginate.ts';
import type { OwnedIdentity } from './trust.ts';

/** A request for a key, and the identity to seal it for. */
export type OutstandingRequest = {
  id: string;
  schema: string;
  field: string;
  identity: OwnedIdentity;
  /** The id of the requester. A request for another person's identity is refused. */
  user: string;
};

/** The requests that this person may fulfil, oldest first. */
export async function listOutstanding(
  upstream: Upstream,
  credentials: Credentials,
): Promise<OutstandingRequest[]> {
  const requests = await paginate((page) =>
    upstream.call(listRequests, {
      credentials,
      query: { ...page, shared: 'false', expand: 'user,identity.user' },
    }),
  );
  return requests.map(outstandingRequestOf);
}

function outstandingRequestOf({
  id,
  schema,
  field_name: field,
  identity,
  user,
}: Request): OutstandingRequest {
  if (typeof identity === 'string' || typeof identity.user === 'string')
    throw new HttpProblem(502, 'The service does not say who asks for a key.');
  return {
    id,
    schema: idOf(schema),
    field,
    identity: { ...identity, user: identity.user },
    user: idOf(user),
  };
}

/** Whether a person is on a team whose grant gives a key. */
export type IsEntitled = (person: string, field: string) => boolean;

/** Who may have which keys of a schema, by the service's lists. These only restrict what owners have signed. */
export async function entitlements(
  upstream: Upstream,
  credentials: Credentials,
  schema: string,
): Promise<IsEntitled> {
  const [teams, grants] = await Promise.all([
    upstream.call(listSchemaTeams, { credentials, params: { id: schema }, query: {} }),
    upstream.call(listGrants, { credentials, params: { id: schema } }),
  ]);
  const grantsOf = (person: string) => {
    const theirs = teams
      .filter(({ members }) => members.some((member) => idOf(member) === person))
      .map(({ id }) => id);
    return grants.filter((grant) => grant.teams.some((team) => theirs.includes(idIn(team))));
  };
  return (person, field) => grantsOf(person).some((grant) => keysOfGrant(grant)?.includes(field) ?? true);
}

/** The id of a reference: a URL, an id or the object itself. */
const idOf = (reference: string | { id: string }): string =>
  typeof reference === 'string' ? idIn(reference) : reference.id;
