/** Restored backups of a schema whose keys come from the second of a keyring's seeds. */
import { afterAll, expect, test } from 'vitest';
import { deviceOf } from '#tests/proxy/sharing/support.ts';
import { startBeside } from '#tests/proxy/support/proxy.ts';
import { openedBy, restoredOf, rowsFrom, startRestoring } from './support.ts';

const world = await startRestoring();
afterAll(() => world.close());

test('a proxy that has not seen the accepted content yet reads it', async () => {
  const { ada, wire } = world;
  const { again, schema } = await world.merged('Restored');
  const { id } = schema;
  const upload = (first: number, count: number) =>
    again.uploaded(id, JSON.stringify(rowsFrom(first, count)), 'application/json');
  await upload(0, 12);
  const backup = await world.backUp();
  await upload(12, 8);
  await world.restore(backup);
  await restoredOf(id).accept(again);
  expect(await openedBy(again, id)).toEqual(rowsFrom(0, 12));

  // The same keyring in a new data folder.
  const beside = await startBeside(wire.url, again.proxy);
  const next = deviceOf(beside, ada.who);
  expect(await openedBy(next, id)).toEqual(rowsFrom(0, 12));
  expect(await restoredOf(id).state(next)).toMatchObject({ state: 'current', epoch: { number: 1 } });
  await beside.close();
});
