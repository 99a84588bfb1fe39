/** Schemas: made with their teams, changed while empty, with key checks that are stored once. */
import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { Manifest } from '@cloakroom/contract/segments.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import type { Team } from '@cloakroom/contract/teams.ts';
import { grants } from '@cloakroom/service/db/schema.ts';
import { testSegment } from '#tests/service/support/segments.ts';
import { startService } from '#tests/service/support/service.ts';
import { logged } from '#tests/service/support/stored.ts';
import { checks, definition, makeWorld } from '#tests/service/support/world.ts';

const service = await startService();
const world = await makeWorld(service);
afterAll(() => service.close());

const patch = (url: string, body: unknown) => world.call(world.people.admin, 'PATCH', url, body);

test('a new schema has its three teams, their grants, an empty manifest and its creator among the owners', async () => {
  const { owner } = world.people;
  const schema = await world.newSchema('Patients');
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
    { name: 'Patients Data Contributors', role: 'contributors', members: [] },
  ]);
  const storedGrants = await service.database.select().from(grants).where(eq(grants.schema, schema.id));
  expect(storedGrants).toMatchObject([
    { team: teams[0]?.id, fieldNames: null, canShareKeys: true, canCreateRecords: true },
    { team: teams[1]?.id, fieldNames: { __query: true }, canShareKeys: false, canCreateRecords: false },
    { team: teams[2]?.id, fieldNames: { __query: true }, canShareKeys: false, canCreateRecords: true },
  ]);
  const manifest = (await world.call(owner, 'GET', `/api/manifests/${schema.id}/`)).json<Manifest>();
  expect(manifest).toEqual({ schema: schema.id, generation: 1, version: 0, segments: [], mac: '' });
  expect(await logged(service, { object: schema.id })).toMatchObject([
    { action: 'create', model: 'schema', actor: owner.user.id },
  ]);
});

test('one name has the same slug in two datasets, and two slugs in one', async () => {
  const { owner, member } = world.people;
  const other = { name: 'Other', organization: world.organization };
  const dataset = (await world.call(owner, 'POST', '/api/datasets/', other)).json<{ url: string }>().url;
  const twin = { dataset, name: 'Twins', schema: definition };
  const elsewhere = (await world.call(owner, 'POST', '/api/schemas/', twin)).json<Schema>();
  const here = await Promise.all([world.newSchema('Twins'), world.newSchema('Twins')]);
  expect([elsewhere, ...here].map(({ slug }) => slug).sort()).toEqual(['twins', 'twins', 'twins-2']);
  const found = await world.call(member, 'GET', `/api/datasets/${world.dataset.id}/schema/twins-2/`);
  expect(found.json()).toMatchObject({ slug: 'twins-2' });
});

test('a slug that is sent is used, and refused if the dataset has it', async () => {
  const { owner } = world.people;
  const body = { dataset: world.dataset.url, name: 'Cohort', slug: 'cohort-a', schema: definition };
  const made = await world.call(owner, 'POST', '/api/schemas/', body);
  expect(made.json()).toMatchObject({ name: 'Cohort', slug: 'cohort-a' });
  const again = await world.call(owner, 'POST', '/api/schemas/', body);
  expect(again.statusCode).toBe(409);
  expect(again.json<{ detail: string }>().detail).toContain('"cohort-a" already exists');
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
  for (let i = 0; i < 10; i++) await world.newSchema(`Many ${i}`);
  query.mockClear();
  expect((await world.call(owner, 'GET', '/api/schemas/')).json<Schema[]>().length).toBeGreaterThan(10);
  expect(query.mock.calls.length).toBe(forOne);
  query.mockRestore();
});

test('a grant of single fields lets people decrypt only those', async () => {
  const schema = await world.newSchema('By field');
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
    const schema = await world.newSchema('Before');
    const teams = (await world.call(world.people.owner, 'GET', `${schema.url}teams/`)).json<[Team, Team]>();
    const other = { name: 'Auditors', members: [] };
    await world.call(world.people.owner, 'PUT', `${world.home}teams/${teams[1].id}/`, other);
    const renamed = await patch(schema.url, { name: 'After', description: 'Told anew' });
    expect(renamed.json()).toMatchObject({ name: 'After', slug: 'before', description: 'Told anew' });
    const after = (await world.call(world.people.owner, 'GET', `${schema.url}teams/`)).json<Team[]>();
    expect(after.map(({ name }) => name)).toEqual([
      'After Data Owners',
      'Auditors',
      'After Data Contributors',
    ]);
  });

  test('its definition changes while it is empty, and other fields need new key checks', async () => {
    const schema = await world.newSchema('Draft');
    await world.putChecks(schema.url);
    const age = { type: 'integer', minimum: 0, maximum: 999 };
    const wider = { ...definition, properties: { ...definition.properties, age } };
    const other = { type: 'object', properties: { city: { type: 'string' } } };
    for (const [changed, key_checks] of [
      [wider, checks],
      [other, null],
    ] as const)
      // prettier-ignore
      expect((await patch(schema.url, { schema: changed })).json()).toMatchObject({ schema: changed, key_checks });
  });

  test('checks of keys that stay are named until those of other fields are stored, and can’t become others', async () => {
    const schema = await world.newSchema('Draft of fields');
    await world.putChecks(schema.url);
    const { name } = definition.properties;
    const other = { type: 'object', properties: { name, city: { type: 'string' } } };
    expect((await patch(schema.url, { schema: other })).json()).toMatchObject({
      key_checks: null,
      earlier_key_checks: { 1: { __query: checks.__query, name: checks.name } },
    });
    const next = { __query: checks.__query, name: checks.name, city: '4'.repeat(32) };
    const wrong = await world.putChecks(schema.url, { ...next, __query: 'f'.repeat(32) });
    expect([wrong.statusCode, wrong.body]).toEqual([409, expect.stringContaining('made with other keys')]);
    const { key_checks, earlier_key_checks } = (await world.putChecks(schema.url, next)).json<Schema>();
    expect([key_checks, earlier_key_checks]).toEqual([next, {}]);
  });

  test('its definition can’t be changed while its first records arrive', async () => {
    const own = await makeWorld(service);
    await own.put(testSegment({ records: 1 }));
    const change = (body: object) => own.call(own.people.admin, 'PATCH', own.schema.url, body);
    const refused = await change({ schema: { ...definition, required: [] } });
    expect([refused.statusCode, refused.body]).toEqual([
      409,
      expect.stringContaining('is receiving its first records'),
    ]);
    const reordered = { required: ['name'], properties: { ...definition.properties }, type: 'object' };
    expect((await change({ schema: reordered, name: 'Still' })).statusCode).toBe(200);
    expect((await own.call(own.people.admin, 'DELETE', own.schema.url)).statusCode).toBe(409);
  });

  test('an empty one is deleted with its teams', async () => {
    const schema = await world.newSchema('Gone');
    expect((await world.call(world.people.admin, 'DELETE', schema.url)).statusCode).toBe(204);
    expect((await world.call(world.people.admin, 'GET', schema.url)).statusCode).toBe(404);
    expect((await world.call(world.people.admin, 'GET', `${schema.url}teams/`)).statusCode).toBe(404);
  });
});

describe('key checks', () => {
  const { putChecks: put } = world;

  test('are stored once, by the creator, and the same again changes nothing', async () => {
    const { url } = await world.newSchema('Vouched');
    expect((await put(url, checks)).json()).toMatchObject({ key_checks: checks });
    expect((await put(url, checks)).statusCode).toBe(200);
    const other = await put(url, { ...checks, name: 'f'.repeat(32) });
    expect([other.statusCode, other.body]).toEqual([409, expect.stringContaining('made with other keys')]);
    expect((await world.call(world.people.owner, 'GET', url)).json()).toMatchObject({ key_checks: checks });
  });

  test('of two different ones at once, one is stored', async () => {
    const { url } = await world.newSchema('Raced');
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, digit) => put(url, { ...checks, name: String(digit).repeat(32) })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
  });

  test.each([
    ['a missing field', { __query: checks.__query, name: checks.name }],
    ['no search key', { age: checks.age, name: checks.name }],
    ['a field too many', { ...checks, city: '3'.repeat(32) }],
    ['a short one', { ...checks, name: 'abc' }],
    ['nothing', {}],
  ])('with %s are refused', async (_, wrong) => {
    const { url } = await world.newSchema('Picky');
    expect((await put(url, wrong)).statusCode).toBe(400);
    expect((await world.call(world.people.owner, 'GET', url)).json()).toMatchObject({ key_checks: null });
  });
});
