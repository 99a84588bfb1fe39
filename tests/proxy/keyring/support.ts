/** A folder for one test, and the cheapest protection that keyrings accept. */
import { join } from 'node:path';
import { minCost } from '@cloakroom/proxy/crypto/passphrase.ts';
import { openKeyrings, type KeyringsOptions } from '@cloakroom/proxy/keyring/keyrings.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';

export const user = 'abcdefghijkmnopqrstuvw';
export const schema = 'zyxwvutsrqpnmkjihgfedc';

/** A place for keyrings that does not exist yet. It is removed when the test ends. */
export const emptyFolder = async (): Promise<string> => join(await temporaryFolder(), 'keyrings');

/** Opens keyrings at the lowest cost, and makes those that are missing unless `options` decides otherwise. */
export function openKeyringsCheaply(folder: string, options: KeyringsOptions = {}) {
  const keyrings = openKeyrings(folder, { cost: minCost, ...options });
  const allowed = async () => undefined;
  return {
    ...keyrings,
    forUser: (user: string) => keyrings.forUser(user, allowed),
    standing: (user: string) => keyrings.status(user, allowed),
    /** Opens a keyring only where there is one. */
    existing: (user: string) => keyrings.forUser(user),
  };
}
