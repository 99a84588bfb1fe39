/** Deletes records through a proxy: they are in no answer afterwards; all or none; by data owners alone. */
import { beforeEach, expect, test } from 'vitest';
import { schemaFixtures, type SchemaFixture } from '../compaction/support/schemaFixture.ts';
import { startProxyStack } from '../support/proxyStack.ts';

const world = await startProxyStack();
const { freshSchema } = schemaFixtures(world);
let home: SchemaFixture;
beforeEach(async () => {
  home = await freshSchema();
  await home.upload(40);
  await home.upload(30);
});

const remove = (ids: string[], who = home.ada) =>
  who.send('DELETE', `/api/records/?${ids.map((id) => `id=${id}`).join('&')}`);
const taken = (...places: number[]) => {
  const gone = places.map((place) => home.rows[place]!);
  home.rows.splice(0, Infinity, ...home.rows.filter((row) => !gone.includes(row)));
  return gone.map(({ id }) => id);
};

test('one or many records, of one upload or several, are in no answer any more', async () => {
  const { records } = await home.ada.search({ schema: home.schema.id, limit: 1 });
  const [first] = taken(0);
  expect((await home.ada.send('DELETE', `/api/records/${first!}/`)).status).toBe(204);
  await home.check();
  expect((await remove(taken(5, 6, 30, 45, 60))).status).toBe(204);
  await home.check();
  expect((await home.ada.send('POST', '/api/records/decrypt/', records)).status).toBe(404);
  expect((await home.ada.send('GET', `/api/records/${first!}/`)).status).toBe(404);
});

test('all of an upload, and finally everything, can be deleted', async () => {
  expect((await remove(taken(...Array(30).keys()))).status).toBe(204);
  expect((await remove(taken(...Array(10).keys()))).status).toBe(204);
  await home.check();
  expect((await home.manifests.read(home.question)).segments).toHaveLength(1);
  expect((await remove(taken(...Array(30).keys()))).status).toBe(204);
  await home.check();
  await home.upload(3);
  await home.check();
});

test('a missing record, or one of another schema, keeps all of them from being deleted', async () => {
  const ids = home.rows.slice(0, 3).map(({ id }) => id);
  const [gone] = taken(69);
  await remove([gone!]);
  const other = await freshSchema();
  await other.upload(2);
  expect((await remove([...ids, gone!])).status).toBe(404);
  expect((await remove([...ids, 'zzzzzzzzzzzzzzzzzzzzzz'])).status).toBe(404);
  const mixed = await remove([...ids, other.rows[0]!.id]);
  expect([mixed.status, ((await mixed.json()) as { detail: string }).detail]).toEqual([
    400,
    'Delete the records of one schema at a time.',
  ]);
  expect((await remove([])).status).toBe(400);
  await home.check();
  await other.check();
});

test('answers 404 to outsiders, 403 to members and data requesters', async () => {
  const [{ id } = { id: '' }] = home.rows;
  const stranger = await world.stranger();
  expect((await remove([id], stranger)).status).toBe(404);
  const { who, calls: colleague } = await world.colleague();
  expect((await remove([id], colleague)).status).toBe(403);
  await world.enrol(home.schema.id, 'requesters', who);
  expect((await remove([id], colleague)).status).toBe(403);
  await home.check();
});

test('ten deletions at once, each of another record, all succeed', async () => {
  const ids = taken(...Array(10).keys());
  const answers = await Promise.all(ids.map((id) => remove([id])));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
  await home.check();
});
