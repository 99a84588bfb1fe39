/** The fields of a schema without records are changed: its first keys are made for other fields. */
import { afterAll, expect, test } from 'vitest';
import { Schema } from '@cloakroom/contract/schemas.ts';
import { startRestoring } from '../epochs/support.ts';
import { definition, type Device } from '../sharing/support.ts';

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
