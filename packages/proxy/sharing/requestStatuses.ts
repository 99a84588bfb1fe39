/** The local status of each outstanding request, before anything is sealed. */
import type { RequestStatus } from '@cloakroom/contract/accessLog.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import type { Access } from '../accessLog/access.ts';
import { requireSignedKeys } from '../accessLog/replay.ts';
import { mayHave, type AccessState } from '../accessLog/state.ts';
import type { OpenKeyring, Schemas } from '../schemas.ts';
import type { Upstream } from '../upstream.ts';
import type { Principal } from '../callers.ts';
import { listOutstanding } from './outstandingRequests.ts';
import { deviceStatusOf } from './trust.ts';

export type RequestStatusDeps = {
  upstream: Upstream;
  schemas: Pick<Schemas, 'of'>;
  openKeyring: OpenKeyring;
  access: Pick<Access, 'ensure'>;
};

/** For each outstanding request: whether its device is known, and whether owners have signed that its person may have the key. */
export async function requestStatuses(
  deps: RequestStatusDeps,
  principal: Principal,
): Promise<RequestStatus[]> {
  const [requests, keyring] = await Promise.all([
    listOutstanding(deps.upstream, principal.credentials),
    deps.openKeyring(principal),
  ]);
  const states = new Map<string, Promise<AccessState | null>>();
  return Promise.all(
    requests.map(async ({ id, schema, field, identity }) => {
      const state = states.get(schema) ?? stateOf(deps, principal, schema);
      states.set(schema, state);
      const signed = await state;
      const isSigned = signed && mayHave(signed, identity.user.id, field);
      const access = signed ? (isSigned ? 'signed' : 'unconfirmed') : 'unknown';
      return { request: id, device: deviceStatusOf(keyring, identity), access } as const;
    }),
  );
}

async function stateOf(
  { schemas, access }: RequestStatusDeps,
  principal: Principal,
  schema: string,
): Promise<AccessState | null> {
  try {
    const own = await schemas.of(principal, schema);
    const state = await access.ensure(principal, own);
    if (state) requireSignedKeys(state, own.schema);
    return state;
  } catch (error) {
    if (error instanceof HttpProblem && error.status !== 401 && error.status < 500) return null;
    throw error;
  }
}
