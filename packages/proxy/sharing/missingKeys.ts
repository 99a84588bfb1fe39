/** Requests missing keys that the service doesn't request: of schemas that the same person created on another device. */
import { askForKeys } from '@cloakroom/contract/requests.ts';
import { listSchemas, Schema } from '@cloakroom/contract/schemas.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import type { Keyring } from '../keyring/keyring.ts';
import { holdsQueryKey } from '../schemaKeys.ts';
import type { Upstream } from '../upstream.ts';
import type { Principal } from '../callers.ts';
import { requireSelf } from './identity.ts';
import { paginate } from '../paginate.ts';

/** Requests the keys of every schema whose keys the caller may share and this device lacks. */
export async function askForMissing(
  upstream: Upstream,
  keyring: Keyring,
  { credentials }: Principal,
): Promise<void> {
  const { id } = requireSelf(keyring);
  const listed = await paginate((page) => upstream.call(listSchemas, { credentials, query: page }));
  for (const item of listed) {
    const schema = Schema.safeParse(item);
    if (!schema.success || !lacksKeys(keyring, schema.data)) continue;
    // A failure is ignored: the caller's own call has succeeded, and the next receipt requests the keys again.
    await upstream
      .call(askForKeys, { credentials, body: { schema: schema.data.id, identity: id } })
      .catch((error: unknown) => {
        if (!(error instanceof HttpProblem)) throw error;
      });
  }
}

const lacksKeys = (keyring: Keyring, schema: Schema): boolean =>
  schema.permissions.can_share_keys &&
  schema.key_checks !== null &&
  !holdsQueryKey(keyring, schema)(schema.generation);
