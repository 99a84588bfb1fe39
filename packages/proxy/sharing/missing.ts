/** Asks for the keys that this device lacks where the service wouldn't by itself: for schemas that one made on another device. */
import { askForKeys } from '@cloakroom/contract/requests.ts';
import { listSchemas, Schema } from '@cloakroom/contract/schemas.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import type { Keyring } from '../keyring/keyring.ts';
import { holdsQueryKey } from '../schemaKeys.ts';
import type { Upstream } from '../upstream.ts';
import type { Asker } from '../callers.ts';
import { requireSelf } from './identity.ts';
import { allPages } from './paginate.ts';

/** Ask for the keys of every schema whose keys one may share but can't, for this device doesn't hold them. */
export async function askForMissing(
  upstream: Upstream,
  keyring: Keyring,
  { credentials }: Asker,
): Promise<void> {
  const { id } = requireSelf(keyring);
  const listed = await allPages((page) => upstream.call(listSchemas, { credentials, query: page }));
  for (const item of listed) {
    const schema = Schema.safeParse(item);
    if (!schema.success || !lacksKeys(keyring, schema.data)) continue;
    // What was asked of this proxy is something else, and has been done; the next receipt asks again.
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
