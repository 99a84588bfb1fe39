/** Calls that change the definition of a schema with records. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import type { Actor } from '#tests/proxy/support/proxy.ts';

/** Checks a change, starts it, cancels it, and reads its state before and after. */
export async function changeDefinition(
  by: Pick<Actor, 'send'>,
  { id, schema }: Pick<Schema, 'id' | 'schema'>,
): Promise<void> {
  const job = `/api/schemas/${id}/definition-job/`;
  await by.send('GET', job);
  const age = { type: 'integer', minimum: -1, maximum: 300 };
  const wider = { ...schema, properties: { ...schema.properties, age } };
  await by.send('POST', `/api/schemas/${id}/definition-check/`, { schema: wider });
  const state = { isRunning: true };
  const changing = by
    .send('PATCH', `/api/schemas/${id}/`, { schema: wider })
    .catch(() => undefined)
    .finally(() => (state.isRunning = false));
  // A change can't be cancelled until the new index has been started.
  while (state.isRunning) {
    await by.send('DELETE', job).catch(() => undefined);
    await sleep(20);
  }
  await changing;
  await by.send('GET', job);
}
