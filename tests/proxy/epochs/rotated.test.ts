/** A backup from before a schema's keys were changed. */
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { minCost } from '@cloakroom/proxy/crypto/passphrase.ts';
import { openKeyrings } from '@cloakroom/proxy/keyring/keyrings.ts';
import { holdsKey, keyNamesOf } from '@cloakroom/proxy/schemaKeys.ts';
import { deviceOf } from '#tests/proxy/sharing/support.ts';
import { startBeside } from '#tests/proxy/support/proxy.ts';
import { rotated } from '#tests/proxy/support/keyRotation.ts';
import { openedBy, refusalOf, restoredOf, rowsFrom, startRestoring } from './support.ts';

const world = await startRestoring();
afterAll(() => world.close());

test('earlier keys are refused until an owner accepts them with the content; then new ones can be made again', async () => {
  const { ada } = world;
  const schema = await world.schema('Rotated');
  const { id } = schema;
  const { state, accept, search } = restoredOf(id);
  const upload = (first: number, count: number) =>
    ada.uploaded(id, JSON.stringify(rowsFrom(first, count)), 'application/json');
  await upload(0, 12);
  const bob = await world.colleague(schema, 'owners');
  const backup = await world.backUp();
  await rotated(id, ada);
  await bob.receiveAll();
  await upload(12, 8);
  expect(await openedBy(bob, id)).toEqual(rowsFrom(0, 20));

  await world.restore(backup);
  for (const device of [ada, bob]) {
    const [status, detail] = await refusalOf(await search(device));
    expect([status, detail]).toEqual([
      422,
      expect.stringMatching(/names earlier keys than it had already.*Missing are 8 records of 1 upload/),
    ]);
  }
  expect(await state(ada)).toMatchObject({ state: 'older', earlier_keys: true });
  expect((await ada.upload(id, 'name,age,city\nA,1,Oslo\n', 'text/csv')).status).toBe(422);
  expect(await accept(ada)).toMatchObject({ state: 'current', epoch: { number: 1, generation: 1 } });
  for (const device of [ada, bob]) expect(await openedBy(device, id)).toEqual(rowsFrom(0, 12));
  expect((await upload(12, 3)).status).toBe('complete');

  expect(await rotated(id, ada)).toMatchObject({ generation: 3 });
  await upload(15, 5);
  await bob.receiveAll();
  for (const device of [ada, bob]) expect(await openedBy(device, id)).toEqual(rowsFrom(0, 20));
});

test('a proxy that saw the lost keys, and not the entry that announced them, leaves out their number', async () => {
  const { ada, wire } = world;
  const { id } = await world.schema('Seen by its list');
  await ada.uploaded(id, JSON.stringify(rowsFrom(0, 12)), 'application/json');
  const backup = await world.backUp();
  await rotated(id, ada);
  const beside = await startBeside(wire.url, ada.proxy);
  const other = deviceOf(beside, ada.who);
  expect(await openedBy(other, id)).toEqual(rowsFrom(0, 12));

  await world.restore(backup);
  await restoredOf(id).accept(other);
  expect(await rotated(id, other)).toMatchObject({ generation: 3 });
  expect(await openedBy(other, id)).toEqual(rowsFrom(0, 12));
  await beside.close();
});

test('a person who is removed after a restored backup holds none of the new keys', async () => {
  const { ada } = world;
  const schema = await world.schema('Removed');
  const { id } = schema;
  await ada.uploaded(id, JSON.stringify(rowsFrom(0, 12)), 'application/json');
  const carol = await world.colleague(schema, 'owners');
  const backup = await world.backUp();
  await rotated(id, ada);
  await carol.receiveAll();

  await world.restore(backup);
  await restoredOf(id).accept(ada);
  await ada.dismiss(schema, 'owners', carol.who);
  const after = await rotated(id, ada);
  const keyrings = openKeyrings(join(carol.proxy.dataDir, 'keyrings'), { cost: minCost });
  const held = await keyrings.forUser(carol.who.user.id);
  expect(held.overrides()).toContain(`${id}:__query`);
  expect(keyNamesOf(after).filter((name) => holdsKey(held, after, name, after.generation))).toEqual([]);
});
