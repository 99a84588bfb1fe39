/** A folder for one test, and the cheapest protection that keyrings accept. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { minCost } from '@cloakroom/proxy/crypto/passphrase.ts';
import { openKeyrings, type KeyringsOptions } from '@cloakroom/proxy/keyring/keyrings.ts';

export const user = 'abcdefghijkmnopqrstuvw';
export const schema = 'zyxwvutsrqpnmkjihgfedc';

/** A new folder, which is removed when the test ends. */
export async function emptyFolder(): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'keyrings-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  return join(parent, 'keyrings');
}

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
