/** Saved views at the service: sealed bytes with versions, limits, and who may change them. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { maxSavedViews, maxSealedViewBytes, SealedView } from '@cloakroom/contract/savedViews.ts';
import { savedViews, schemas } from '@cloakroom/service/db/schema.ts';
import { newId } from '@cloakroom/service/newId.ts';
import { startService } from '#tests/service/support/service.ts';
import { logged } from '#tests/service/support/stored.ts';
import { makeWorld, type World } from '#tests/service/support/world.ts';

const service = await startService();
const { database } = service;
afterAll(() => service.close());
let world: World;
beforeEach(async () => {
  world = await makeWorld(service);
});

type Person = World['people'][keyof World['people']];
const put = (who: Person, id: string, body: object = {}) =>
  world.call(who, 'PUT', `${world.schema.url}sealed-views/${id}/`, {
    version: 1,
    generation: 1,
    sealed: 'AAAA',
    ...body,
  });
const remove = (who: Person, id: string) => world.call(who, 'DELETE', `${world.schema.url}views/${id}/`);
const list = async (who: Person = world.people.requester) =>
  z.array(SealedView).parse((await world.call(who, 'GET', `${world.schema.url}sealed-views/`)).json());
const detailOf = (answer: { json: () => { detail: string } }) => answer.json().detail;

test('shares a view with all who may search, and stores its next version', async () => {
  const { requester, dataOwner } = world.people;
  const id = newId();
  const made = await put(requester, id);
  const creator = `/api/users/${requester.user.id}/`;
  expect([made.statusCode, made.json()]).toEqual([
    200,
    { id, version: 1, generation: 1, sealed: 'AAAA', creator },
  ]);
  expect((await put(dataOwner, id, { version: 2, sealed: 'BBBB' })).statusCode).toBe(200);
  expect(await list()).toEqual([{ id, version: 2, generation: 1, sealed: 'BBBB', creator }]);
});

test('rejects a version that does not follow the current one', async () => {
  const { requester } = world.people;
  const id = newId();
  expect((await put(requester, id, { version: 2 })).statusCode).toBe(409);
  expect((await put(requester, id)).statusCode).toBe(200);
  for (const version of [1, 3]) {
    const refused = await put(requester, id, { version, sealed: 'BBBB' });
    expect([refused.statusCode, detailOf(refused)]).toEqual([
      409,
      'The view was changed or deleted since you loaded it, so it was not saved. Load the views again.',
    ]);
  }
  expect((await list())[0]).toMatchObject({ version: 1, sealed: 'AAAA' });
});

test('of two simultaneous changes stores one', async () => {
  const { requester, dataOwner } = world.people;
  const id = newId();
  await put(requester, id);
  const next = { version: 2, sealed: 'BBBB' };
  const answers = await Promise.all([put(requester, id, next), put(dataOwner, id, next)]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
});

test('rejects a view that is sealed with earlier keys', async () => {
  const { requester } = world.people;
  const id = newId();
  await put(requester, id);
  await database.update(schemas).set({ generation: 2 }).where(eq(schemas.id, world.schema.id));
  expect((await put(requester, id, { version: 2 })).statusCode).toBe(409);
  expect((await put(requester, id, { version: 2, generation: 2 })).statusCode).toBe(200);
});

test('rejects a view that is too long, and more views than the limit', async () => {
  const { requester } = world.people;
  const sealed = (bytes: number) => Buffer.alloc(bytes).toString('base64url');
  expect((await put(requester, newId(), { sealed: sealed(maxSealedViewBytes + 1) })).statusCode).toBe(400);
  await put(requester, newId(), { sealed: sealed(maxSealedViewBytes) });
  await database.insert(savedViews).values(
    Array.from({ length: maxSavedViews - 1 }, () => ({
      schema: world.schema.id,
      id: newId(),
      version: 1,
      generation: 1,
      sealed: Buffer.alloc(1),
      creator: requester.user.id,
    })),
  );
  const refused = await put(requester, newId());
  expect([refused.statusCode, detailOf(refused)]).toEqual([
    409,
    "The schema has 100 saved views, and can't have more. Delete one of them first.",
  ]);
  const [first] = await list();
  expect((await put(requester, first!.id, { version: 2 })).statusCode).toBe(200);
});

test('lets the person who created a view and admins delete it', async () => {
  const { requester, dataOwner, admin } = world.people;
  const [own, other] = [newId(), newId()];
  await put(requester, own);
  await put(requester, other);
  expect((await remove(dataOwner, own)).statusCode).toBe(403);
  expect((await remove(requester, own)).statusCode).toBe(204);
  expect((await remove(admin, other)).statusCode).toBe(204);
  expect((await remove(admin, other)).statusCode).toBe(404);
  expect(await list()).toEqual([]);
});

test('deletes the views with their schema', async () => {
  await put(world.people.requester, newId());
  expect((await world.call(world.people.admin, 'DELETE', world.schema.url)).statusCode).toBe(204);
  expect(await database.select().from(savedViews).where(eq(savedViews.schema, world.schema.id))).toEqual([]);
});

test('writes each change to the audit log, without the content', async () => {
  const { requester } = world.people;
  const id = newId();
  await put(requester, id);
  await put(requester, id, { version: 2 });
  await remove(requester, id);
  const entries = await logged(service, { model: 'saved_view', object: id });
  const schema = world.schema.id;
  expect(entries.map(({ action, changes, actor }) => [action, changes, actor])).toEqual([
    ['create', { schema, version: 1 }, requester.user.id],
    ['update', { schema, version: 2 }, requester.user.id],
    ['delete', { schema, version: 2 }, requester.user.id],
  ]);
});
