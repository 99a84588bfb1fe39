/** Saved views through a proxy: sealed for their schema, id and version, and readable after a change of keys. */
import { and, eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { OpenedView } from '@cloakroom/contract/savedViews.ts';
import { savedViews } from '@cloakroom/service/db/schema.ts';
import { newId } from '@cloakroom/service/newId.ts';
import { problemOf, rotated, startKeyRotation } from '../support/keyRotation.ts';
import type { Actor } from '../support/proxy.ts';

const world = await startKeyRotation();
const { ada, service, wire } = world;
afterAll(() => world.close());

const secret = 'Xanadu-on-the-Wold';
const view = {
  name: 'Large cities',
  filters: [
    { label: 'city', value: secret, operator: '=' },
    { label: 'age', value: '30', operator: '>' },
  ],
  order: '-age',
  columns: { order: ['age', 'city'], hidden: ['age'], pinned: ['city'], widths: { city: 240 } },
  density: 'compact',
};
const put = (schema: string, id: string, body: object, by: Actor = ada) =>
  by.send('PUT', `/api/schemas/${schema}/views/${id}/`, { version: 1, view, ...body });
const list = async (schema: string, by: Actor = ada) => {
  const answer = await by.send('GET', `/api/schemas/${schema}/views/`);
  if (!answer.ok) throw new Error(await answer.text());
  return z.array(OpenedView).parse(await answer.json());
};
const stored = (schema: string, id: string) => and(eq(savedViews.schema, schema), eq(savedViews.id, id));
const rowOf = async (schema: string, id: string) =>
  (await service.database.select().from(savedViews).where(stored(schema, id)))[0]!;

const newSchema = async (name: string) => (await world.home(name)).schema;

test('a saved view is answered as it was saved, and the service gets nothing of it', async () => {
  const { id: schema } = await newSchema('Plain');
  const id = newId();
  const answer = await put(schema, id, {});
  expect(answer.status).toBe(200);
  const saved = OpenedView.parse(await answer.json());
  expect(saved).toMatchObject({ id, version: 1, generation: 1, view });
  expect(await list(schema)).toEqual([saved]);
  const sent = wire.sent().toString('latin1');
  for (const text of [secret, 'Large cities']) expect(sent).not.toContain(text);
});

test('short views have one length', async () => {
  const { id: schema } = await newSchema('Lengths');
  const lengths = [];
  for (const name of ['A', 'A much longer name']) {
    const id = newId();
    await put(schema, id, { view: { name, filters: [{ label: 'city', value: name }] } });
    lengths.push((await rowOf(schema, id)).sealed.length);
  }
  expect(lengths[0]).toBe(lengths[1]);
});

test('views are listed by name; what is left out has its default', async () => {
  const { id: schema } = await newSchema('Defaults');
  await put(schema, newId(), { view: { name: 'B' } });
  await put(schema, newId(), { view: { name: 'A' } });
  const columns = { order: [], hidden: [], pinned: [], widths: {} };
  const rest = { filters: [], order: null, columns, density: 'standard' };
  expect((await list(schema)).map((one) => one.view)).toEqual([
    { name: 'A', ...rest },
    { name: 'B', ...rest },
  ]);
});

describe('a repeated call', () => {
  test('is answered as the first time, and another view of the same version is refused', async () => {
    const { id: schema } = await newSchema('Repeated');
    const id = newId();
    const first: unknown = await (await put(schema, id, {})).json();
    const again = await put(schema, id, {});
    expect([again.status, await again.json()]).toEqual([200, first]);
    expect((await rowOf(schema, id)).version).toBe(1);
    const other = await put(schema, id, { view: { ...view, name: 'Others' } });
    expect(await problemOf(other)).toEqual({
      status: 409,
      detail:
        'The view was changed or deleted since you loaded it, so it was not saved. Load the views again.',
    });
    expect((await put(schema, id, { version: 2, view: { ...view, name: 'Others' } })).status).toBe(200);
  });
});

describe('a view can’t be opened', () => {
  const closed = async (schema: string) => {
    const views = await list(schema);
    return views.map(({ view: opened, problem = '' }) => [opened?.name ?? null, problem.slice(0, 24)]);
  };
  const refused = [null, 'The view can’t be opened: it'];

  test('under another schema, id or version, and with a changed bit', async () => {
    const one = (await newSchema('One')).id;
    const other = (await newSchema('Other')).id;
    const id = newId();
    await put(one, id, {});
    await put(other, id, { view: { name: 'Other' } });
    const { sealed } = await rowOf(one, id);
    const change = (schema: string, at: string, values: Partial<typeof savedViews.$inferInsert>) =>
      service.database.update(savedViews).set(values).where(stored(schema, at));
    const closedText = [null, refused[1]!.slice(0, 24)];
    await change(other, id, { sealed });
    expect(await closed(other)).toEqual([closedText]);
    const renamed = newId();
    await change(one, id, { id: renamed });
    expect(await closed(one)).toEqual([closedText]);
    await change(one, renamed, { id, version: 2 });
    expect(await closed(one)).toEqual([closedText]);
    const flipped = Buffer.from(sealed);
    flipped[sealed.length - 1]! ^= 1;
    await change(one, id, { version: 1, sealed: flipped });
    expect(await closed(one)).toEqual([closedText]);
    await change(one, id, { sealed });
    expect(await closed(one)).toEqual([['Large cities', '']]);
  });

  test('to a person without the key that sealed it', async () => {
    const { schema } = await world.home('Keyless');
    const id = newId();
    await put(schema.id, id, {});
    const who = await world.admit(schema, 'requesters');
    const calls = await world.at(wire.url, await world.folder(), who);
    const [first] = await list(schema.id, calls);
    expect(first).toMatchObject({ id, view: null });
    expect(first?.problem).toContain('Your keyring lacks the key for searching');
    expect(await problemOf(await put(schema.id, newId(), {}, calls))).toMatchObject({ status: 422 });
  });
});

test('a change of keys loses no view: earlier ones open, and their next version has the new key', async () => {
  const home = await world.home('Changed keys');
  const { id: schema } = home.schema;
  const id = newId();
  await put(schema, id, {});
  await rotated(schema, ada);
  expect(await list(schema)).toMatchObject([{ id, version: 1, generation: 1, view }]);
  expect((await put(schema, id, { version: 2 })).status).toBe(200);
  expect(await list(schema)).toMatchObject([{ id, version: 2, generation: 2, view }]);
});

test('a view that is too long is refused before it is sent', async () => {
  const { id: schema } = await newSchema('Long');
  const filters = [{ label: 'city', value: 'x'.repeat(65_536) }];
  const answer = await put(schema, newId(), { view: { name: 'Long', filters } });
  expect(await problemOf(answer)).toEqual({
    status: 400,
    detail: 'The view is too long to be saved. Leave out some filters or columns.',
  });
});

test('what can be no id is not found', async () => {
  const { id: schema } = await newSchema('Ids');
  expect((await put(schema, 'nonsense', {})).status).toBe(404);
  expect((await put(newId(), newId(), {})).status).toBe(404);
});
