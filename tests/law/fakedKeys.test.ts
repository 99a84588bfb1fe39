/** If the service invents a person and new keys of a schema, no proxy accepts the keys or seals anything with them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { startOrganization, rows, type Device } from '#tests/proxy/sharing/support.ts';
import { fakeKeys } from './support/impostor.ts';

const world = await startOrganization();
const { ada } = world;
beforeAll(() => ada.identity());
afterAll(() => world.close());

/** A person whom only the service has invented, with an identity. */
async function impostor(): Promise<Device> {
  const device = await world.newcomer();
  await device.identity();
  return device;
}

describe.each(['creator', 'member'] as const)('a faked change of keys against the %s', (victimOf) => {
  let schema: Schema;
  let [victim, mallory]: Device[] = [];
  beforeAll(async () => {
    schema = await ada.people(`Faked for the ${victimOf}`);
    victim = ada;
    if (victimOf === 'member') {
      victim = await impostor();
      await ada.admit(schema, 'owners', victim.who);
      await ada.compareAndFulfilAll();
      await victim.compareAndReceiveAll();
    }
    mallory = await impostor();
    await fakeKeys(world, schema, mallory, victim);
  });

  test('is rejected by Receive, with the fingerprint of the unknown sender', async () => {
    const before = await victim!.overrides();
    await expect(victim!.receiveAll()).rejects.toThrow(
      /No device of .* is known on this machine yet.*eight words/,
    );
    expect(await victim!.overrides()).toEqual(before);
  });

  test('is rejected with its reason even if the fingerprint of the invented person is compared', async () => {
    const before = await victim!.overrides();
    await expect(victim!.compareAndReceiveAll()).rejects.toThrow(
      /were changed \(generation 2\), and no owner has signed that/,
    );
    expect(await victim!.overrides()).toEqual(before);
  });

  test('blocks uploads and shows why', async () => {
    expect((await victim!.upload(schema.id, rows, 'text/csv')).status).toBe(422);
    expect(await victim!.access(schema.id)).toMatchObject({
      state: 'refused',
      detail: expect.stringContaining('no owner has signed that') as string,
    });
    const found = await mallory!.search({ schema: schema.id });
    expect(found.total).toBe(0);
  });

  test('shares none of the earlier keys', async () => {
    const outstanding = await ada.outstanding();
    for (const { id } of outstanding)
      await expect(ada.fulfil(id)).rejects.toThrow(/409|422|lacks the new key/);
  });
});
