/** Routes of grants: the service applies an owner's changes, and the proxy signs which keys they give. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GrantSnapshot } from '@cloakroom/contract/accessLog.ts';
import {
  changeGrant,
  createGrant,
  deleteGrant,
  getGrant,
  listGrants,
  patchGrant,
  type Grant,
} from '@cloakroom/contract/grants.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import { getTeam } from '@cloakroom/contract/teams.ts';
import { requireGrant } from '../accessLog/answers.ts';
import { snapshotOfGrant, type KeyNames } from '../accessLog/serviceLists.ts';
import { grantPlan, withdrawalPlan } from '../accessLog/signingPlans.ts';
import { callerOf, serve } from './serve.ts';
import {
  builtInChanged,
  forwarded,
  newAdditions,
  otherObject,
  otherSchema,
  reportTo,
  schemaOfNamed,
  type SigningDeps,
} from './signing.ts';

type GrantChange = {
  field_names?: Record<string, true> | undefined;
  can_create_records?: boolean | undefined;
};

/**
 * The keys that a changed grant gives. Storing records takes every key, so the right to store is signed only where the owner
 * asks for it, or has asked before.
 * @param shown - the grant as the service shows it; it can only narrow what was signed.
 */
const wantedKeys =
  ({ field_names, can_create_records }: GrantChange, shown: Grant) =>
  (signed: KeyNames): KeyNames => {
    if (can_create_records ?? (signed === null && shown.can_create_records)) return null;
    if (field_names) return Object.keys(field_names);
    return signed ?? (shown.field_names && Object.keys(shown.field_names));
  };

export function grantRoutes(app: FastifyInstance, deps: SigningDeps): void {
  const { upstream, access } = deps;

  const shownGrant = async (request: FastifyRequest, id: string): Promise<Grant> => {
    const { credentials } = callerOf(request);
    const grant = await upstream.call(getGrant, { credentials, params: { id } });
    if (grant.id !== id) throw otherObject('grant');
    return grant;
  };

  const change = async (
    request: FastifyRequest,
    shown: Grant,
    body: GrantChange,
    apply: () => Promise<Grant>,
  ): Promise<Grant> => {
    const caller = callerOf(request);
    const schema = idIn(shown.schema);
    const own = await schemaOfNamed(deps, caller, shown.id, schema);
    let signed: GrantSnapshot | undefined;
    return access.applyChange(
      caller,
      own,
      (state) => {
        signed = state.grants.get(shown.id);
        return grantPlan(state, shown.id, wantedKeys(body, shown));
      },
      async () => {
        const answer = await apply();
        const names = body.field_names && Object.keys(body.field_names);
        const stores = body.can_create_records;
        requireGrant(answer, { id: shown.id, schema, names, stores, signed });
        return answer;
      },
      reportTo(request),
    );
  };

  serve(app, patchGrant, async ({ params, body, request }) => {
    const shown = await shownGrant(request, params.grantId);
    if (idIn(shown.schema) !== params.id) throw otherSchema();
    return change(request, shown, body, () =>
      upstream.call(patchGrant, { ...forwarded(request), params, body }),
    );
  });

  serve(app, changeGrant, async ({ params, body, request }) =>
    change(request, await shownGrant(request, params.id), body, () =>
      upstream.call(changeGrant, { ...forwarded(request), params, body }),
    ),
  );

  serve(app, createGrant, async ({ body, request }) => {
    const caller = callerOf(request);
    const { credentials } = caller;
    const team = await upstream.call(getTeam, { credentials, params: { id: body.team }, query: {} });
    const schema = idIn(team.schema);
    if (team.id !== body.team) throw otherObject('team');
    // The service refuses a team of another schema, so nothing is signed.
    const own =
      (body.schema ?? schema) === schema ? await schemaOfNamed(deps, caller, team.id, schema) : null;
    const signed = { teams: [team.id], can_share_keys: body.can_share_keys };
    const additions = newAdditions();
    return access.applyChange(
      caller,
      own,
      additions.plan,
      async () => {
        const grant = await upstream.call(createGrant, { ...forwarded(request), body });
        const names = body.field_names && Object.keys(body.field_names);
        requireGrant(grant, { id: undefined, schema, names, stores: body.can_create_records, signed });
        additions.add({ type: 'grant', ...snapshotOfGrant(grant) });
        return grant;
      },
      reportTo(request),
    );
  });

  serve(app, deleteGrant, async ({ params, request }) => {
    const shown = await shownGrant(request, params.id);
    const caller = callerOf(request);
    const { credentials } = caller;
    const schema = idIn(shown.schema);
    const [team] = await Promise.all(
      shown.teams.map((one) => upstream.call(getTeam, { credentials, params: { id: idIn(one) }, query: {} })),
    );
    const ofTeam = (
      await upstream.call(listGrants, { credentials, params: { id: schema }, query: { limit: 1000 } })
    ).filter(({ teams }) => teams.some((one) => idIn(one) === team?.id));
    // The service refuses to delete a grant that comes with the schema, so nothing is signed.
    if (team?.role === 'owners' || (team?.role !== 'custom' && ofTeam.length <= 1)) {
      await upstream.call(deleteGrant, { credentials, params });
      throw builtInChanged('grant');
    }
    await access.applyChange(
      caller,
      await schemaOfNamed(deps, caller, shown.id, schema),
      (state) => withdrawalPlan(state, shown.id, caller.user),
      () => upstream.call(deleteGrant, { credentials, params }),
      reportTo(request),
    );
  });
}
