/** Signs changes of a definition in the name of an owner. */
import { fieldsOf, type JsonSchema } from '@cloakroom/contract/fields.ts';
import { getSelf } from '@cloakroom/contract/users.ts';
import { forbidden } from '@cloakroom/server-kit/problem.ts';
import type { Caller } from '../callers.ts';
import type { OwnSchema } from '../schemas.ts';
import type { SignDefinition } from '../search/manifestContext.ts';
import { ensureSelf } from '../sharing/identity.ts';
import type { Upstream } from '../upstream.ts';
import { definitionDigest } from './digest.ts';
import { signChange } from './signedChange.ts';
import { isOwnerByLog, type AcceptedLogs } from './signers.ts';

type Deps = { upstream: Upstream; logs: AcceptedLogs };

/** Requires that other proxies would accept the caller's signature. @throws {HttpProblem} 403. */
export async function requireOwnerByLog(
  { logs }: Deps,
  caller: Caller,
  { schema }: OwnSchema,
): Promise<void> {
  // Every other proxy would refuse the schema from then on.
  if ((await isOwnerByLog(logs, caller.user, schema.id, caller.user)) === false)
    throw forbidden('Only the owners of this schema can change its definition. Ask one of them.');
}

/** Signs with the identity of this device. The caller is an owner, as far as this machine knows. */
export function definitionSigner(
  deps: Deps,
  caller: Caller,
  own: OwnSchema,
  definition: JsonSchema,
): SignDefinition {
  const { upstream } = deps;
  const { schema, keyring } = own;
  return async (former, version) => {
    await requireOwnerByLog(deps, caller, own);
    const self = await ensureSelf(upstream, keyring, caller);
    const { credentials } = caller;
    const { first_name, last_name, email } = await upstream.call(getSelf, { credentials, query: {} });
    const signer = {
      ...{ user: caller.user, name: `${first_name} ${last_name}`.trim() || email, identity: self.id },
      ...{ signs: self.signs, receives: self.receives },
    };
    const claim = { former, version, time: new Date().toISOString(), signer };
    const digest = definitionDigest(schema.id, fieldsOf(definition));
    return signChange(schema.id, digest, claim, self.signingKey);
  };
}
