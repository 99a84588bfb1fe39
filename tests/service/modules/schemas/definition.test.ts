/** A manifest that signs its schema's definition: the two change together, or not at all. */
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Manifest } from '@cloakroom/contract/segments.ts';
import { successor, testSegment } from '#tests/service/support/segments.ts';
import { startService } from '#tests/service/support/service.ts';
import { makeWorld, type World } from '#tests/service/support/world.ts';

const service = await startService();
let world: World;
beforeEach(async () => {
  world = await makeWorld(service);
});
afterAll(() => service.close());

const digest = (byte: string) => ({ digest: byte.repeat(64) });
const post = (manifest: Manifest) => world.call(world.people.dataOwner, 'POST', world.manifestUrl, manifest);
const patch = (schema: object, manifest?: Manifest) =>
  world.call(world.people.admin, 'PATCH', world.schema.url, { schema, ...(manifest && { manifest }) });
const other = { type: 'object', properties: { name: { type: 'string', maxLength: 9 } } };

/** The schema had one record, which was deleted; its manifest signs a definition. */
async function emptied(): Promise<Manifest> {
  const segment = testSegment({ records: 1 });
  await world.put(segment);
  const first = { ...successor(await world.manifest(), [segment.entry]), definition: digest('a') };
  expect((await post(first)).statusCode).toBe(200);
  const empty = { ...successor(first, []), definition: digest('a') };
  expect((await post(empty)).statusCode).toBe(200);
  return empty;
}

test('a manifest that drops or changes the definition is not published', async () => {
  const present = await emptied();
  const { definition: _, ...without } = successor(present, []);
  for (const next of [without, { ...without, definition: digest('b') }]) {
    const answer = await post(next);
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain('another definition');
  }
  expect(await world.manifest()).toEqual(present);
});

test('a signed definition changes with the manifest that follows, and not without it', async () => {
  const present = await emptied();
  expect((await patch(other)).statusCode).toBe(409);
  const next = { ...successor(present, []), definition: digest('b') };
  expect((await patch(other, { ...next, version: next.version + 1 })).statusCode).toBe(409);
  for (const wrong of [
    { ...next, mac: '' as const },
    { ...next, generation: 2 },
    { ...next, segments: [testSegment({ records: 1 }).entry] },
    { ...next, schema: '2'.repeat(22) },
  ])
    expect((await patch(other, wrong)).statusCode).toBe(400);
  expect(await world.manifest()).toEqual(present);
  const answer = await patch(other, next);
  expect(answer.json<{ schema: object }>().schema).toEqual(other);
  expect(await world.manifest()).toEqual(next);
});

test('a definition that no manifest signs changes without one', async () => {
  expect((await patch(other)).statusCode).toBe(200);
});
