/** The fields of a schema without records are changed: its first keys are made for other fields. */
import { afterAll, expect, test } from 'vitest';
import { Schema } from '@cloakroom/contract/schemas.ts';
import { openedBy, restoredOf, rowsFrom, startRestoring } from '../epochs/support.ts';
import { definition, deviceOf, type Device } from '../sharing/support.ts';
import { startBeside } from '../support/proxy.ts';

const world = await startRestoring();
afterAll(() => world.close());

const wider = { ...definition, properties: { ...definition.properties, zip: { type: 'string' as const } } };
const widened = (by: Device, id: string) =>
  by.read(Schema, 'PATCH', `/api/schemas/${id}/`, { schema: wider });

test('the answer names the checks of the new keys, and the access log is accepted at once', async () => {
  const { ada } = world;
  const { id } = await ada.people('Without records');
  await ada.identity();
  const { key_checks } = await widened(ada, id);
  expect(Object.keys(key_checks ?? {}).sort()).toEqual(['__query', 'age', 'city', 'name', 'zip']);
  expect(await ada.access(id)).toMatchObject({ state: 'accepted', detail: '' });
});

test('the keys stay those of the second seed: another machine with this keyring accepts the access log', async () => {
  const { again, schema } = await world.merged('Never had records');
  const after = await widened(again, schema.id);
  expect(after.key_checks).toMatchObject(schema.key_checks!);
  expect(await again.access(schema.id)).toMatchObject({ state: 'accepted', detail: '' });
  const beside = await startBeside(world.wire.url, again.proxy);
  const next = deviceOf(beside, again.who);
  expect(await next.access(schema.id)).toMatchObject({ state: 'accepted', detail: '' });
  await beside.close();
});

test('a schema of the second seed whose records were deleted takes new records', async () => {
  const { again, schema } = await world.merged('Emptied');
  const { id } = schema;
  const upload = (first: number, count: number) =>
    again.uploaded(id, JSON.stringify(rowsFrom(first, count)), 'application/json');
  const { upload: deleted } = await upload(0, 12);
  expect((await again.send('DELETE', `/api/uploads/${deleted}/?schema=${id}`)).status).toBe(204);
  await widened(again, id);
  expect((await restoredOf(id).search(again)).status).toBe(200);
  await upload(12, 3);
  expect(await openedBy(again, id)).toEqual(rowsFrom(12, 3));
});
