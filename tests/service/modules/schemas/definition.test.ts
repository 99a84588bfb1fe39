/** A manifest that signs its schema's definition: the two change together, or not at all. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Manifest, SegmentEntry } from '@cloakroom/contract/segments.ts';
import { teamMembers, teams } from '@cloakroom/service/db/schema.ts';
import { successor, testSegment } from '#tests/service/support/segments.ts';
import { startService } from '#tests/service/support/service.ts';
import { definition, makeWorld, type World } from '#tests/service/support/world.ts';

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

/** A schema with one record, whose manifest signs a definition. */
async function filled(): Promise<{ present: Manifest; record: SegmentEntry }> {
  const segment = testSegment({ records: 1 });
  await world.put(segment);
  const present = { ...successor(await world.manifest(), [segment.entry]), definition: digest('a') };
  expect((await post(present)).statusCode).toBe(200);
  return { present, record: segment.entry };
}
const withAge = (age: object) => ({
  ...definition,
  properties: { ...definition.properties, age },
  required: ['name'],
});
const higher = withAge({ type: 'integer', minimum: 0, maximum: 200 });
const lower = withAge({ type: 'integer', minimum: -10, maximum: 150 });
const redefined = (present: Manifest, entries: SegmentEntry[]) => ({
  ...successor(present, entries),
  definition: digest('b'),
});
/** Makes the admin one of the schema's data owners. */
const makeOwner = async () => {
  const all = await service.database.select().from(teams).where(eq(teams.schema, world.schema.id));
  const team = all.find(({ role }) => role === 'owners')!.id;
  await service.database.insert(teamMembers).values({ team, user: world.people.admin.user.id });
};

test('records forbid a definition that excludes values they may have, and one with other fields', async () => {
  const { present, record } = await filled();
  for (const [next, reason] of [
    [withAge({ type: 'integer', minimum: 1, maximum: 150 }), '"minimum" of "age": Stored records may have'],
    [withAge({ type: 'string' }), '"type" of "age": The stored values'],
    [other, '"age": The stored records have values of this field'],
  ] as const) {
    const answer = await patch(next, redefined(present, [record]));
    expect(answer.statusCode).toBe(409);
    expect(answer.json<{ detail: string }>().detail).toContain(reason);
  }
  expect(await world.manifest()).toEqual(present);
});

test('a wider definition that leaves the index takes a manifest with the same segments', async () => {
  const { present, record } = await filled();
  expect((await patch(higher)).statusCode).toBe(409);
  for (const entries of [[], [testSegment({ records: 1 }).entry]])
    expect((await patch(higher, redefined(present, entries))).statusCode).toBe(400);
  const next = redefined(present, [record]);
  expect((await patch(higher, next)).json<{ schema: object }>().schema).toEqual(higher);
  expect(await world.manifest()).toEqual(next);
});

test('notes for people change without a manifest', async () => {
  const { present } = await filled();
  const noted = withAge({ type: 'integer', minimum: 0, maximum: 150, title: 'Age' });
  expect((await patch(noted)).json<{ schema: object }>().schema).toEqual(noted);
  expect(await world.manifest()).toEqual(present);
});

test('a definition with another index takes a manifest that replaces every segment by one of the same records, by a data owner', async () => {
  const { present, record } = await filled();
  const made = testSegment({ records: 1, ranges: record.ranges });
  const strange = testSegment({ records: 1 });
  for (const segment of [made, strange]) await world.put(segment);
  expect((await patch(lower, redefined(present, [made.entry]))).statusCode).toBe(403);
  await makeOwner();
  for (const entries of [[record], [strange.entry], [made.entry, record], []])
    expect((await patch(lower, redefined(present, entries))).statusCode).toBe(400);
  expect(await world.manifest()).toEqual(present);
  const next = redefined(present, [made.entry]);
  expect((await patch(lower, next)).json<{ schema: object }>().schema).toEqual(lower);
  expect(await world.manifest()).toEqual(next);
});

test('a definition waits for the first records', async () => {
  await world.put(testSegment({ records: 1 }));
  const answer = await patch(higher);
  expect(answer.statusCode).toBe(409);
  expect(answer.body).toContain('is receiving its first records');
});
