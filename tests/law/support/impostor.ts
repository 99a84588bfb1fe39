/** A service that invents a person with new keys for a schema, and distributes those keys. */
import { eq } from 'drizzle-orm';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { emptyManifest } from '@cloakroom/service/modules/segments/manifests.ts';
import { manifests, materials, requests, schemas, teamMembers, teams } from '@cloakroom/service/db/schema.ts';
import { newId } from '@cloakroom/service/newId.ts';
import { signManifest } from '@cloakroom/sealed-index/manifest.ts';
import { keyChecksOf, keyNamesOf, keyOf } from '@cloakroom/proxy/schemaKeys.ts';
import type { Device, startOrganization } from '#tests/proxy/sharing/support.ts';
import { requestFor } from '#tests/service/support/sharing.ts';
import { opened, sealedKeyOf } from './forger.ts';

type World = Awaited<ReturnType<typeof startOrganization>>;

/** Writes a second generation of keys, created by `impostor`, into the service, and seals them for `victim`. */
export async function fakeKeys(world: World, schema: Schema, impostor: Device, victim: Device) {
  const { database } = world.service;
  const generation = 2;
  const { keyring, party } = await opened(impostor);
  const checks = keyChecksOf(keyring, schema, generation);
  const [team] = await database.select().from(teams).where(eq(teams.schema, schema.id)).orderBy(teams.role);
  await database
    .insert(teamMembers)
    .values({ team: team!.id, user: impostor.who.user.id })
    .onConflictDoNothing();
  await database
    .update(schemas)
    .set({
      generation,
      keyChecks: checks,
      earlierKeyChecks: { 1: schema.key_checks! },
      keysBy: impostor.who.user.id,
    })
    .where(eq(schemas.id, schema.id));
  const list = { ...emptyManifest(schema.id), generation, version: 5 };
  const manifest = signManifest(keyring.queryKey(schema.id, generation), list);
  await database
    .update(manifests)
    .set({ version: manifest.version, body: JSON.stringify(manifest), mac: manifest.mac })
    .where(eq(manifests.schema, schema.id));
  await database.delete(requests).where(eq(requests.schema, schema.id));
  const { party: recipient } = await opened(victim);
  for (const field of keyNamesOf(schema)) {
    const request = await requestFor(world.service, {
      identity: recipient.id,
      schema: schema.id,
      fieldName: field,
      fulfilled: new Date(),
    });
    const address = { request, schema: schema.id, field, recipient };
    const key = keyOf(keyring, schema, field, generation);
    const sealedKey = await sealedKeyOf(await opened(impostor), address, new Map([[generation, key]]));
    await database.insert(materials).values({ id: newId(), request, uploadedBy: party.id, ...sealedKey });
  }
}
