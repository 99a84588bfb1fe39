/** A person whose keyring is lost: a proxy that is restarted without it, before the real service. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Keyring } from '@cloakroom/contract/keyring.ts';
import { deviceOf, type Device } from '#tests/proxy/sharing/support.ts';
import { startProxy } from '#tests/proxy/support/proxy.ts';

const Words = z.object({ words: z.array(z.string()) });

/** The calls about a device's keyring. */
export const keyringOf = (device: Device) => ({
  standing: () => device.read(Keyring, 'GET', '/api/keyring/'),
  /** The 24 words, as they are shown to be written down. */
  words: async () => (await device.read(Words, 'POST', '/api/keyring/phrase/')).words.join(' '),
  restore: (words: string) => device.read(Keyring, 'POST', '/api/keyring/restore/', { words }),
});

/** Removes a person's keyring files and starts their proxy again; everything else of its data folder stays. */
export async function lose({ proxy, who }: Device, upstream: string): Promise<Device> {
  await proxy.app.close();
  for (const name of ['json', 'json.copy', 'passphrase', 'passphrase.copy', 'verifier', 'verifier.copy'])
    await rm(join(proxy.dataDir, 'keyrings', `${who.user.id}.${name}`));
  return deviceOf(await startProxy(upstream, proxy.dataDir), who);
}
