/** Calls of saved views. */
import { newId } from '@cloakroom/service/newId.ts';
import type { Device } from '#tests/proxy/sharing/support.ts';

/** Stores, changes, lists and deletes a view of a schema. */
export async function callSavedViews(by: Pick<Device, 'send'>, schema: string): Promise<void> {
  const view = { name: 'Adults', filters: [{ label: 'age', value: '>17' }] };
  const path = `/api/schemas/${schema}/views/${newId()}/`;
  await by.send('PUT', path, { version: 1, view });
  await by.send('PUT', path, { version: 1, view: { ...view, name: 'Others' } });
  await by.send('GET', `/api/schemas/${schema}/views/`);
  await by.send('DELETE', path);
}
