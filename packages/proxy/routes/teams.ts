/** Routes of teams and grants: the service applies an owner's changes, and the proxy signs them. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GrantSnapshot } from '@cloakroom/contract/accessLog.ts';
import { patchGrant } from '@cloakroom/contract/grants.ts';
import { listOrganizationUsers } from '@cloakroom/contract/organizations.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import { getSchema } from '@cloakroom/contract/schemas.ts';
import { addMember, listTeams, putTeam, removeMember } from '@cloakroom/contract/teams.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import type { Access } from '../accessLog/access.ts';
import { requireGrant, requireTeam } from '../accessLog/answers.ts';
import { grantPlan, membersPlan } from '../accessLog/signingPlans.ts';
import type { OwnSchema, Schemas } from '../schemas.ts';
import type { Upstream } from '../upstream.ts';
import type { Caller } from '../callers.ts';
import { callerOf, serve, idempotencyKeyOf } from './serve.ts';

/** User ids, and user ids that the service returned for ids of organization users. */
type NamedPeople = { users: string[]; mapped: string[] };

type Deps = { upstream: Upstream; schemas: Schemas; access: Access };

const otherTeam = () =>
  new HttpProblem(
    502,
    'The service shows the team as one of another schema than its owners have signed. Nothing was changed. Tell the operator of the service.',
  );

const hiddenTeam = () =>
  new HttpProblem(
    502,
    'The service changed the team and does not show which schema it belongs to, so the change was not signed. Look at the schema’s Permissions, and change the team again.',
  );

export function teamRoutes(app: FastifyInstance, { upstream, schemas, access }: Deps): void {
  const report = (request: FastifyRequest) => (error: HttpProblem) =>
    request.log.warn({ err: error }, 'a change of who may have keys was not signed');

  /**
   * The schema, for a caller who may share its keys; null for all others, who change teams without signing. The service's
   * permissions are ignored once the caller has accepted the schema's log on this machine.
   */
  const schemaToSign = async (caller: Caller, id: string): Promise<OwnSchema | null> => {
    const isSeen = await access.isSeen(caller.user, id);
    try {
      const { credentials } = caller;
      if (isSeen) return await schemas.of(caller, id);
      const { permissions } = await upstream.call(getSchema, { credentials, params: { id } });
      return permissions.can_share_keys ? await schemas.of(caller, id) : null;
    } catch (error) {
      const isRefusal = error instanceof HttpProblem && error.status !== 401 && error.status < 500;
      if (isRefusal && !isSeen) return null;
      throw error;
    }
  };
  const schemaOfTeam = async (caller: Caller, organization: string, team: string) => {
    const [found] = await upstream
      .call(listTeams, {
        credentials: caller.credentials,
        params: { id: organization },
        query: { id: team },
      })
      .catch((error: unknown) => {
        // The service refuses the change itself too, with the reason.
        if (error instanceof HttpProblem && error.status !== 401 && error.status < 500) return [];
        throw error;
      });
    return (
      found && (found.id === team ? schemaToSign(caller, idIn(found.schema)) : Promise.reject(otherTeam()))
    );
  };
  /**
   * Resolves a caller's references. A user id is used as it is. The user of an organization user's id is only stated by the
   * service, so it may be used to remove a member, but never to add one.
   */
  const peopleOf = async (
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
    const named = await peopleOf(caller, organization, change.people);
    const wanted = (members: string[]) => change.wanted(members, named);
    return access.applyChange(
      caller,
      own,
      (state) => {
        if (!state.teams.has(teamId)) throw otherTeam();
        return membersPlan(state, teamId, wanted, change.name);
      },
      () => apply({ schema: own.schema.id, named }),
      report(request),
    );
  };
  const forwarded = (request: FastifyRequest) => ({
    credentials: callerOf(request).credentials,
    idempotencyKey: idempotencyKeyOf(request),
  });

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

  serve(app, patchGrant, async ({ params, body, request }) => {
    const caller = callerOf(request);
    const own = await schemaToSign(caller, params.id);
    const { id: schema, grantId: id } = params;
    const names = Object.keys(body.field_names);
    let signed: GrantSnapshot | undefined;
    return access.applyChange(
      caller,
      own,
      (state) => {
        signed = state.grants.get(id);
        return grantPlan(state, id, names);
      },
      async () => {
        const answer = await upstream.call(patchGrant, { ...forwarded(request), params, body });
        requireGrant(answer, { id, schema, names, signed });
        return answer;
      },
      report(request),
    );
  });
}
