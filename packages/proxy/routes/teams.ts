/** Routes of teams: the service applies an owner's changes, and the proxy signs them. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { listGrants } from '@cloakroom/contract/grants.ts';
import { listOrganizationUsers } from '@cloakroom/contract/organizations.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import {
  addMember,
  createTeam,
  deleteTeam,
  getTeam,
  listTeams,
  patchTeam,
  putTeam,
  removeMember,
} from '@cloakroom/contract/teams.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { requireGrant, requireTeam, unexpectedAnswer } from '../accessLog/answers.ts';
import { snapshotOfGrant } from '../accessLog/serviceLists.ts';
import { membersPlan } from '../accessLog/signingPlans.ts';
import type { Caller } from '../callers.ts';
import { callerOf, serve } from './serve.ts';
import {
  builtInChanged,
  forwarded,
  newAdditions,
  otherObject,
  reportTo,
  schemaOfNamed,
  schemaToSign,
  unlessRefused,
  type SigningDeps,
} from './signing.ts';

/** User ids, and user ids that the service returned for ids of organization users. */
type NamedPeople = { users: string[]; mapped: string[] };

const hiddenTeam = () =>
  new HttpProblem(
    502,
    'The service changed the team and does not show which schema it belongs to, so the change was not signed. Look at the schema’s Permissions, and change the team again.',
  );

export function teamRoutes(app: FastifyInstance, deps: SigningDeps): void {
  const { upstream, access } = deps;
  const schemaOfTeam = async (caller: Caller, organization: string, team: string) => {
    const found = await unlessRefused(
      upstream.call(listTeams, {
        credentials: caller.credentials,
        params: { id: organization },
        query: { id: team },
      }),
    ).then((teams) => teams?.[0]);
    return (
      found &&
      (found.id === team
        ? schemaOfNamed(deps, caller, team, idIn(found.schema))
        : Promise.reject(otherObject('team')))
    );
  };
  /**
   * Resolves a caller's references. A user id is used as it is. The user of an organization user's id is only stated by the
   * service, so it may be used to remove a member, but never to add one.
   */
  const resolvePeople = async (
    caller: Caller,
    organization: string,
    references: string[],
  ): Promise<NamedPeople> => {
    const named: NamedPeople = { users: [], mapped: [] };
    for (const id of references) {
      const [found] = await upstream.call(listOrganizationUsers, {
        credentials: caller.credentials,
        params: { id: organization },
        query: { id },
      });
      if (!found) named.users.push(id);
      else named.mapped.push(typeof found.user === 'string' ? idIn(found.user) : found.user.id);
    }
    return named;
  };
  const changeTeam = async <Answer>(
    request: FastifyRequest,
    { id: organization, teamId }: { id: string; teamId: string },
    change: { people: string[]; wanted: (members: string[], named: NamedPeople) => string[]; name?: string },
    apply: (signed: { schema: string; named: NamedPeople } | null) => Promise<Answer>,
  ): Promise<Answer> => {
    const caller = callerOf(request);
    const own = await schemaOfTeam(caller, organization, teamId);
    if (own === undefined) {
      await apply(null);
      throw hiddenTeam();
    }
    if (!own) return apply(null);
    const named = await resolvePeople(caller, organization, change.people);
    const wanted = (members: string[]) => change.wanted(members, named);
    return access.applyChange(
      caller,
      own,
      (state) => membersPlan(state, teamId, wanted, change.name),
      () => apply({ schema: own.schema.id, named }),
      reportTo(request),
    );
  };
  serve(app, putTeam, ({ params, body, request }) =>
    changeTeam(
      request,
      params,
      {
        people: body.members,
        wanted: (members, { users, mapped }) => [...users, ...members.filter((one) => mapped.includes(one))],
        name: body.name,
      },
      async (signed) => {
        const answer = await upstream.call(putTeam, { ...forwarded(request), params, body });
        const { id: organization, teamId: id } = params;
        const members = signed ? [...signed.named.users, ...signed.named.mapped] : undefined;
        requireTeam(answer, { id, organization, schema: signed?.schema, name: body.name, members });
        return answer;
      },
    ),
  );

  serve(app, addMember, ({ params, body, request }) =>
    changeTeam(
      request,
      params,
      { people: [body.id], wanted: (members, { users }) => [...members, ...users] },
      () => upstream.call(addMember, { ...forwarded(request), params, body }),
    ),
  );

  serve(app, removeMember, ({ params, body, request }) =>
    changeTeam(
      request,
      params,
      {
        people: [body.id],
        // The id of a signed member always means that member.
        wanted: (members, { users, mapped }) =>
          members.filter((member) =>
            members.includes(body.id)
              ? member !== body.id
              : !users.includes(member) && !mapped.includes(member),
          ),
      },
      () => upstream.call(removeMember, { ...forwarded(request), params, body }),
    ),
  );

  /** The team as the service shows it, and its schema, if the caller signs for it. */
  const shownTeam = async (request: FastifyRequest, id: string) => {
    const caller = callerOf(request);
    const { credentials } = caller;
    const team = await upstream.call(getTeam, { credentials, params: { id }, query: {} });
    if (team.id !== id) throw otherObject('team');
    return { caller, team, own: await schemaOfNamed(deps, caller, id, idIn(team.schema)) };
  };

  serve(app, createTeam, async ({ params, body, request }) => {
    const caller = callerOf(request);
    const { schema, name } = body;
    const own = await schemaToSign(deps, caller, schema);
    const named = await resolvePeople(caller, params.id, own ? body.members : []);
    const names = body.field_names && Object.keys(body.field_names);
    const stores = body.can_create_records;
    const additions = newAdditions();
    return access.applyChange(
      caller,
      own,
      additions.plan,
      async () => {
        const team = await upstream.call(createTeam, { ...forwarded(request), params, body });
        const members = own ? [...named.users, ...named.mapped] : undefined;
        requireTeam(team, { id: undefined, organization: params.id, schema, name, members });
        if (!own) return team;
        const { credentials } = caller;
        const listed = await upstream.call(listGrants, {
          credentials,
          params: { id: schema },
          query: { limit: 1000 },
        });
        const grants = listed.filter((grant) => grant.teams.some((one) => idIn(one) === team.id));
        const [grant] = grants;
        if (grants.length !== 1 || !grant) throw unexpectedAnswer('list of fields');
        const signed = { teams: [team.id], can_share_keys: false };
        requireGrant(grant, { id: undefined, schema, names, stores, signed });
        additions.add(
          { type: 'grant', ...snapshotOfGrant(grant) },
          { type: 'team', id: team.id, name, members: [...new Set(named.users)].sort() },
        );
        return team;
      },
      reportTo(request),
    );
  });

  serve(app, patchTeam, async ({ params, body, request }) => {
    const { caller, team, own } = await shownTeam(request, params.id);
    return access.applyChange(
      caller,
      own,
      (state) => membersPlan(state, team.id, (members) => members, body.name),
      async () => {
        const answer = await upstream.call(patchTeam, { ...forwarded(request), params, body });
        const organization = idIn(team.organization);
        const schema = idIn(team.schema);
        requireTeam(answer, { id: team.id, organization, schema, name: body.name, members: undefined });
        return answer;
      },
      reportTo(request),
    );
  });

  serve(app, deleteTeam, async ({ params, request }) => {
    const { caller, team, own } = await shownTeam(request, params.id);
    const { credentials } = caller;
    // The service refuses to delete a team that comes with its schema, so nothing is signed.
    if (team.role !== 'custom') {
      await upstream.call(deleteTeam, { credentials, params });
      throw builtInChanged('team');
    }
    await access.applyChange(
      caller,
      own,
      (state) => membersPlan(state, team.id, () => []),
      () => upstream.call(deleteTeam, { credentials, params }),
      reportTo(request),
    );
  });
}
