/** Seals keys as a proxy would, with changes that a test makes. */
import { join } from 'node:path';
import { minCost } from '@cloakroom/proxy/crypto/passphrase.ts';
import type { Keyring } from '@cloakroom/proxy/keyring/keyring.ts';
import { openKeyrings } from '@cloakroom/proxy/keyring/keyrings.ts';
import { requireSelf, type Self } from '@cloakroom/proxy/sharing/identity.ts';
import {
  sealKey,
  type SealedKeyContext,
  type SealedKey,
  type Party,
} from '@cloakroom/proxy/sharing/sealedKey.ts';
import type { Device } from '#tests/proxy/sharing/support.ts';

/** The secrets of a person: their keyring, and both sides of their identity. */
export type Opened = { keyring: Keyring; self: Self; party: Party };

/** Opens the keyring on a person's device. */
export async function opened(device: Device): Promise<Opened> {
  const keyrings = openKeyrings(join(device.proxy.dataDir, 'keyrings'), { cost: minCost });
  const keyring = await keyrings.forUser(device.who.user.id);
  const self = requireSelf(keyring);
  const { id, signs, receives } = self;
  return { keyring, self, party: { id, signs, receives } };
}

/** Seals a key as a person, with their true signature. */
export const sealedKeyOf = (
  { self, party }: Opened,
  address: Omit<SealedKeyContext, 'sender'> & { sender?: Party },
  keys: Map<number, Buffer>,
): Promise<SealedKey> => sealKey({ sender: party, ...address }, keys, self.signingKey);
