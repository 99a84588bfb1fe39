/** What the routes of teams and grants share: which schema a change is signed for, and how it is forwarded. */
import type { FastifyRequest } from 'fastify';
import { getSchema } from '@cloakroom/contract/schemas.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import type { Access } from '../accessLog/access.ts';
import { additionOf, type Addition } from '../accessLog/changes.ts';
import { additionPlan, type SigningPlan } from '../accessLog/signingPlans.ts';
import type { AccessState } from '../accessLog/state.ts';
import type { Caller } from '../callers.ts';
import type { OwnSchema, Schemas } from '../schemas.ts';
import type { Upstream } from '../upstream.ts';
import { callerOf, idempotencyKeyOf } from './serve.ts';

export type SigningDeps = { upstream: Upstream; schemas: Schemas; access: Access };

/** Whether the service refuses a call for good. */
const isRefusal = (error: unknown) =>
  error instanceof HttpProblem && error.status !== 401 && error.status < 500;

/**
 * The schema, for a caller who may share its keys; null for all others, who change teams without signing. The service's
 * permissions are ignored once the caller has accepted the schema's log on this machine.
 */
export async function schemaToSign(
  { upstream, schemas, access }: SigningDeps,
  caller: Caller,
  id: string,
): Promise<OwnSchema | null> {
  const isSeen = await access.isSeen(caller.user, id);
  try {
    const { credentials } = caller;
    if (isSeen) return await schemas.of(caller, id);
    const { permissions } = await upstream.call(getSchema, { credentials, params: { id } });
    return permissions.can_share_keys ? await schemas.of(caller, id) : null;
  } catch (error) {
    if (isRefusal(error) && !isSeen) return null;
    throw error;
  }
}

/**
 * The schema to sign for, of a team or grant that belongs to it according to the service.
 * @throws {HttpProblem} 502 if owners have signed that it belongs to another schema: the change would not be signed there.
 */
export async function schemaOfNamed(
  deps: SigningDeps,
  caller: Caller,
  id: string,
  shownSchema: string,
): Promise<OwnSchema | null> {
  const signedSchema = await deps.access.schemaNaming(caller.user, id);
  if (signedSchema !== undefined && signedSchema !== shownSchema) throw otherSchema();
  return schemaToSign(deps, caller, shownSchema);
}

/** The result of a call; undefined if the service refuses it, since the change itself will then be refused with the reason. */
export const unlessRefused = <Result>(result: Promise<Result>): Promise<Result | undefined> =>
  result.catch((error: unknown) => {
    if (isRefusal(error)) return undefined;
    throw error;
  });

/** Collects the objects that a call creates, to sign them afterwards. */
export function newAdditions() {
  let state: AccessState | null = null;
  let added: Addition[] = [];
  return {
    plan: (now: AccessState): SigningPlan => {
      state = now;
      return additionPlan(() => added);
    },
    /** @throws {HttpProblem} 502 if the service answered with the id of another team or grant. */
    add: (...changes: Addition[]): void => {
      if (state) for (const change of changes) additionOf(state, change);
      added = [...added, ...changes];
    },
  };
}

/** Logs why a change was not signed. */
export const reportTo = (request: FastifyRequest) => (error: HttpProblem) =>
  request.log.warn({ err: error }, 'a change of who may have keys was not signed');

export const forwarded = (request: FastifyRequest) => ({
  credentials: callerOf(request).credentials,
  idempotencyKey: idempotencyKeyOf(request),
});

export const otherSchema = () =>
  new HttpProblem(
    502,
    'The service shows the team or grant as one of another schema than its owners have signed. Nothing was changed. Tell the operator of the service.',
  );

/** The service answers with another team or grant than was asked for. */
export const otherObject = (what: 'team' | 'grant') =>
  new HttpProblem(
    502,
    `The service shows another ${what} than was asked for. Nothing was changed. Tell the operator of the service.`,
  );

/** The service has carried out a deletion that it has to refuse. */
export const builtInChanged = (what: string) =>
  new HttpProblem(
    502,
    `The service deleted the ${what}, although it says that it comes with its schema. Look at the schema’s Permissions, and tell the operator of the service.`,
  );
