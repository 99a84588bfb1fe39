/** Schemas: made with their teams, changed while empty, with key checks that are stored once. */
import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { Manifest } from '@cloakroom/contract/segments.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import type { Team } from '@cloakroom/contract/teams.ts';
import { auditLog, grants } from '@cloakroom/service/db/schema.ts';
import { testSegment } from '#tests/service/support/segments.ts';
import { startService } from '#tests/service/support/service.ts';
import { checks, definition, makeWorld } from '#tests/service/support/world.ts';

const service = await startService();
const world = await makeWorld(service);
afterAll(() => service.close());

const make = (name: string, schema: unknown = definition) =>
  world.call(world.people.owner, 'POST', '/api/schemas/', { dataset: world.dataset.id, name, schema });
const patch = (url: string, body: unknown) => world.call(world.people.admin, 'PATCH', url, body);

test('a new schema has its two teams, their grants, an empty manifest and its creator among the owners', async () => {
  const { owner } = world.people;
  const made = await make('Patients');
  expect(made.statusCode).toBe(201);
  const schema = made.json<Schema>();
  expect(schema).toMatchObject({
    url: `/api/schemas/${schema.id}/`,
    dataset: `/api/datasets/${world.dataset.id}/`,
    slug: 'patients',
    key_checks: null,
    permissions: { can_search: true, can_upload: true, can_decrypt: true, can_share_keys: true },
  });
  expect(schema.schema).toEqual(definition);
  expect(Object.keys(schema.schema.properties)).toEqual(['name', 'age']);

  const teams = (await world.call(owner, 'GET', `${schema.url}teams/`)).json<Team[]>();
  expect(teams.map(({ name, role, members }) => ({ name, role, members }))).toEqual([
    { name: 'Patients Data Owners', role: 'owners', members: [owner.user.id] },
    { name: 'Patients Data Requesters', role: 'requesters', members: [] },
  ]);
  const storedGrants = await service.database.select().from(grants).where(eq(grants.schema, schema.id));
  expect(
    storedGrants.map(({ team, fieldNames, canShareKeys, canCreateRecords }) => ({
      team,
      fieldNames,
      canShareKeys,
      canCreateRecords,
    })),
  ).toEqual([
    { team: teams[0]?.id, fieldNames: null, canShareKeys: true, canCreateRecords: true },
    { team: teams[1]?.id, fieldNames: { __query: true }, canShareKeys: false, canCreateRecords: false },
  ]);
  const manifest = (await world.call(owner, 'GET', `/api/manifests/${schema.id}/`)).json<Manifest>();
  expect(manifest).toEqual({ schema: schema.id, generation: 1, version: 0, segments: [], mac: '' });
  const log = await service.database.select().from(auditLog).where(eq(auditLog.object, schema.id));
  expect(log).toMatchObject([{ action: 'create', model: 'schema', actor: owner.user.id }]);
});

test('one name has the same slug in two datasets, and two slugs in one', async () => {
  const other = await world.call(world.people.owner, 'POST', '/api/datasets/', {
    name: 'Other',
    organization: world.organization,
  });
  const elsewhere = await world.call(world.people.owner, 'POST', '/api/schemas/', {
    dataset: other.json<{ url: string }>().url,
    name: 'Twins',
    schema: definition,
  });
  const slugs = [elsewhere, ...(await Promise.all([make('Twins'), make('Twins')]))].map(
    (answer) => answer.json<Schema>().slug,
  );
  expect(slugs.sort()).toEqual(['twins', 'twins', 'twins-2']);
  const found = await world.call(
    world.people.member,
    'GET',
    `/api/datasets/${world.dataset.id}/schema/twins-2/`,
  );
  expect(found.json()).toMatchObject({ slug: 'twins-2' });
});

test('each person sees their own permissions, in a list at the cost of one query for all', async () => {
  const everything = { can_search: true, can_upload: true, can_decrypt: true, can_share_keys: true };
  const nothing = { can_search: false, can_upload: false, can_decrypt: false, can_share_keys: false };
  const { admin, member, requester, dataOwner, owner } = world.people;
  const seen = async (who: typeof owner) => {
    const list = await world.call(who, 'GET', `/api/schemas/?dataset=${world.dataset.id}&name=Train`);
    const one = await world.call(who, 'GET', world.schema.url);
    expect(list.json()).toEqual([one.json()]);
    return one.json<Schema>().permissions;
  };
  expect(await seen(dataOwner)).toEqual(everything);
  expect(await seen(requester)).toEqual({ ...nothing, can_search: true });
  for (const who of [owner, admin, member]) expect(await seen(who)).toEqual(nothing);

  const query = vi.spyOn(service.database.$client, 'query');
  await world.call(owner, 'GET', '/api/schemas/?limit=1');
  const forOne = query.mock.calls.length;
  for (let i = 0; i < 10; i++) await make(`Many ${i}`);
  query.mockClear();
  expect((await world.call(owner, 'GET', '/api/schemas/')).json<Schema[]>().length).toBeGreaterThan(10);
  expect(query.mock.calls.length).toBe(forOne);
  query.mockRestore();
});

test('a grant of single fields lets people decrypt only those', async () => {
  const schema = (await make('By field')).json<Schema>();
  await service.database
    .update(grants)
    .set({ fieldNames: { __query: true, name: true } })
    .where(eq(grants.schema, schema.id));
  const seen = (await world.call(world.people.owner, 'GET', schema.url)).json<Schema>();
  expect(seen.permissions).toMatchObject({ can_search: true, can_decrypt: ['name'] });
});

test('a list is filtered and paged', async () => {
  const get = async (query: string) => {
    const answer = await world.call(world.people.member, 'GET', `/api/schemas/?${query}`);
    return { total: answer.headers['x-total-count'], names: answer.json<Schema[]>().map(({ name }) => name) };
  };
  expect(await get('name=Train')).toEqual({ total: '1', names: ['Train'] });
  expect(await get('slug=train&organization=' + world.organization)).toEqual({
    total: '1',
    names: ['Train'],
  });
  const all = await get('limit=1000');
  expect(await get('limit=2&offset=1')).toEqual({ total: all.total, names: all.names.slice(1, 3) });
});

describe('changing a schema', () => {
  test('a rename renames the teams that still have its name', async () => {
    const schema = (await make('Before')).json<Schema>();
    const teams = (await world.call(world.people.owner, 'GET', `${schema.url}teams/`)).json<[Team, Team]>();
    await world.call(
      world.people.owner,
      'PUT',
      `/api/organizations/${world.organization}/teams/${teams[1].id}/`,
      {
        name: 'Auditors',
        members: [],
      },
    );
    const renamed = await patch(schema.url, { name: 'After', description: 'Told anew' });
    expect(renamed.json()).toMatchObject({ name: 'After', slug: 'before', description: 'Told anew' });
    const after = (await world.call(world.people.owner, 'GET', `${schema.url}teams/`)).json<Team[]>();
    expect(after.map(({ name }) => name)).toEqual(['After Data Owners', 'Auditors']);
  });

  test('its definition changes while it is empty, and other fields need new key checks', async () => {
    const schema = (await make('Draft')).json<Schema>();
    await world.call(world.people.owner, 'PUT', `${schema.url}key-checks/`, { key_checks: checks });
    const wider = {
      ...definition,
      properties: { ...definition.properties, age: { type: 'integer', minimum: 0, maximum: 999 } },
    };
    expect((await patch(schema.url, { schema: wider })).json()).toMatchObject({
      schema: wider,
      key_checks: checks,
    });
    const other = { type: 'object', properties: { city: { type: 'string' } } };
    expect((await patch(schema.url, { schema: other })).json()).toMatchObject({
      schema: other,
      key_checks: null,
    });
  });

  test('its definition can’t be changed from the first record on', async () => {
    const own = await makeWorld(service);
    await own.put(testSegment({ records: 1 }));
    const refused = await own.call(own.people.admin, 'PATCH', own.schema.url, {
      schema: { ...definition, required: [] },
    });
    expect(refused.statusCode).toBe(409);
    expect(refused.json<{ detail: string }>().detail).toContain('holds records');
    const reordered = { required: ['name'], properties: { ...definition.properties }, type: 'object' };
    const same = await own.call(own.people.admin, 'PATCH', own.schema.url, {
      schema: reordered,
      name: 'Still',
    });
    expect(same.statusCode).toBe(200);
    expect((await own.call(own.people.admin, 'DELETE', own.schema.url)).statusCode).toBe(409);
  });

  test('an empty one is deleted with its teams', async () => {
    const schema = (await make('Gone')).json<Schema>();
    expect((await world.call(world.people.admin, 'DELETE', schema.url)).statusCode).toBe(204);
    expect((await world.call(world.people.admin, 'GET', schema.url)).statusCode).toBe(404);
    expect((await world.call(world.people.admin, 'GET', `${schema.url}teams/`)).statusCode).toBe(404);
  });
});

describe('key checks', () => {
  const put = (url: string, key_checks: object, who = world.people.owner) =>
    world.call(who, 'PUT', `${url}key-checks/`, { key_checks });

  test('are stored once, by the creator, and the same again changes nothing', async () => {
    const { url } = (await make('Vouched')).json<Schema>();
    expect((await put(url, checks, world.people.admin)).statusCode).toBe(403);
    expect((await put(url, checks)).json()).toMatchObject({ key_checks: checks });
    expect((await put(url, checks)).statusCode).toBe(200);
    const other = await put(url, { ...checks, name: 'f'.repeat(32) });
    expect(other.statusCode).toBe(409);
    expect(other.json<{ detail: string }>().detail).toContain('made with other keys');
    expect((await world.call(world.people.owner, 'GET', url)).json()).toMatchObject({ key_checks: checks });
  });

  test('of two different ones at once, one is stored', async () => {
    const { url } = (await make('Raced')).json<Schema>();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, digit) => put(url, { ...checks, name: String(digit).repeat(32) })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
      200,
      ...(Array(9).fill(409) as number[]),
    ]);
  });

  test.each([
    ['a missing field', { __query: checks.__query, name: checks.name }],
    ['no search key', { age: checks.age, name: checks.name }],
    ['a field too many', { ...checks, city: '3'.repeat(32) }],
    ['a short one', { ...checks, name: 'abc' }],
    ['nothing', {}],
  ])('with %s are refused', async (_, wrong) => {
    const { url } = (await make('Picky')).json<Schema>();
    expect((await put(url, wrong)).statusCode).toBe(400);
    expect((await world.call(world.people.owner, 'GET', url)).json()).toMatchObject({ key_checks: null });
  });
});

test.each([
  ['no properties', { type: 'object', properties: {} }],
  ['a boolean', { type: 'object', properties: { yes: { type: 'boolean' } } }],
  ['a number without bounds', { type: 'object', properties: { n: { type: 'number' } } }],
  ['a field called like the search key', { type: 'object', properties: { __query: { type: 'string' } } }],
  ['a reference', { type: 'object', $ref: 'http://127.0.0.1/', properties: { a: { type: 'string' } } }],
])('a definition with %s is refused with a message', async (_, schema) => {
  const answer = await make('Refused', schema);
  expect(answer.statusCode).toBe(400);
  expect(answer.json<{ detail: string }>().detail.length).toBeGreaterThan(10);
});
