/** Schemas with doses at a lying service, and helpers for tests of their definitions. */
import { join } from 'node:path';
import { afterAll, afterEach } from 'vitest';
import type { JsonSchema } from '@cloakroom/contract/fields.ts';
import type { Manifest } from '@cloakroom/contract/segments.ts';
import { minCost } from '@cloakroom/proxy/crypto/passphrase.ts';
import { openKeyrings } from '@cloakroom/proxy/keyring/keyrings.ts';
import { signManifest } from '@cloakroom/sealed-index/manifest.ts';
import { replaceManifest } from '@cloakroom/service/modules/segments/manifests.ts';
import { startLying } from '#tests/proxy/support/lying.ts';
import type { Actor } from '#tests/proxy/support/proxy.ts';
import { wholeManifest } from '#tests/service/support/manifestTrees.ts';

export const definition: JsonSchema = {
  type: 'object',
  properties: {
    city: { type: 'string', enum: ['Oslo', 'Rome'] },
    dose: { type: 'number', minimum: 0, maximum: 100, precision: 1 },
    name: { type: 'string' },
  },
  required: ['name'],
};
export const rows = [
  { city: 'Oslo', dose: 20, name: 'Ann' },
  { city: 'Rome', dose: 15, name: 'Bob' },
];
/** The definition with another minimum of the dose. */
export const wider = (minimum: number): JsonSchema => ({
  ...definition,
  properties: { ...definition.properties, dose: { type: 'number', minimum, maximum: 100, precision: 1 } },
});

/** Starts a world that is closed after the test file, and in which each test begins without lies. */
export async function startDoses() {
  const world = await startLying();
  const { ada, liar, owner, service } = world;
  afterEach(() => liar.reset());
  afterAll(() => world.close());

  /** Opens the owner's keyring on the disk. */
  const keyringOfOwner = () =>
    openKeyrings(join(world.proxy.dataDir, 'keyrings'), { cost: minCost }).forUser(owner.user.id);

  /** Replaces a schema's manifest with another one, signed with its query key, as any holder of the key can. */
  async function forge(id: string, change: (present: Manifest) => Partial<Manifest>): Promise<void> {
    const queryKey = (await keyringOfOwner()).queryKey(id, 1);
    const present = await wholeManifest(service.database, id);
    const { definition: _, ...rest } = present;
    const next = signManifest(queryKey, { ...rest, version: present.version + 1, ...change(present) });
    await replaceManifest(service.database, next);
  }

  return {
    ...world,
    keyringOfOwner,
    forge,
    answers: (filters: object[], by: Actor, id: string) =>
      by.send('POST', '/api/records/search/', { schema: id, filters }),
    patch: (id: string, changed: JsonSchema) => ada.send('PATCH', `/api/schemas/${id}/`, { schema: changed }),
  };
}
