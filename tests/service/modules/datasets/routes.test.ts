/** Datasets are made, listed, renamed and deleted by those who may. */
import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { createDataset, patchDataset, type Dataset } from '@cloakroom/contract/datasets.ts';
import { auditLog } from '@cloakroom/service/db/schema.ts';
import { person, type Someone } from '#tests/service/support/people.ts';
import { startService } from '#tests/service/support/service.ts';
import { caller, definition } from '#tests/service/support/world.ts';

const service = await startService();
const call = caller(service);
const ada = await person(service);
afterAll(() => service.close());

const make = (who: Someone, name: string, rest = {}) =>
  call(who, 'POST', '/api/datasets/', { name, organization: who.organization.id, ...rest });
const auditOf = (object: string) =>
  service.database.select().from(auditLog).where(eq(auditLog.object, object)).orderBy(auditLog.timestamp);

test('an admin makes a dataset and finds it by id, by slug and in the list', async () => {
  const made = await make(ada, '  Été 2026 ', { description: 'Sums of a summer' });
  expect(made.statusCode).toBe(201);
  const dataset = made.json<Dataset>();
  expect(dataset).toEqual({
    id: dataset.id,
    url: `/api/datasets/${dataset.id}/`,
    organization: `/api/organizations/${ada.organization.id}/`,
    name: 'Été 2026',
    slug: 'ete-2026',
    description: 'Sums of a summer',
    created: dataset.created,
  });
  expect((await call(ada, 'GET', dataset.url)).json()).toEqual(dataset);
  const bySlug = await call(ada, 'GET', `/api/organizations/${ada.organization.id}/dataset/ete-2026/`);
  expect(bySlug.json()).toEqual(dataset);
  expect((await call(ada, 'GET', '/api/datasets/')).json()).toContainEqual(dataset);
});

test('references are accepted as URLs of any host, paths and bare ids', async () => {
  const { id } = ada.organization;
  for (const organization of [
    id,
    `/api/organizations/${id}`,
    `https://elsewhere.example/api/organizations/${id}/`,
  ])
    expect((await make(ada, 'By reference', { organization })).statusCode).toBe(201);
});

test('fifty datasets of one name made at once get fifty slugs', async () => {
  const grace = await person(service);
  const made = await Promise.all(Array.from({ length: 50 }, () => make(grace, 'Train')));
  expect(made.map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(201));
  expect(new Set(made.map((one) => one.json<Dataset>().slug)).size).toBe(50);
});

test('a list is paged, counted and filtered, and shows no other organization', async () => {
  const grace = await person(service);
  for (const name of ['c', 'a', 'b']) await make(grace, name);
  const names = async (query: string) =>
    (await call(grace, 'GET', `/api/datasets/${query}`)).json<Dataset[]>().map(({ name }) => name);
  expect(await names('')).toEqual(['a', 'b', 'c']);
  expect(await names('?limit=2&offset=1')).toEqual(['b', 'c']);
  expect(await names('?name=b')).toEqual(['b']);
  expect(await names('?slug=c')).toEqual(['c']);
  expect(await names(`?organization=${grace.organization.id}`)).toHaveLength(3);
  expect(await names(`?organization=${ada.organization.id}`)).toEqual([]);
  const page = await call(grace, 'GET', '/api/datasets/?limit=2');
  expect(page.headers['x-total-count']).toBe('3');
  expect(page.headers.link).toContain('</api/datasets/?limit=2&offset=2>; rel="next"');
});

describe('each field that the contract allows to', () => {
  const fieldsOf = ({ body }: typeof createDataset | typeof patchDataset) =>
    Object.keys(body.shape).filter((field) => field !== 'organization');

  test.each(fieldsOf(createDataset))('set with POST is stored and returned: %s', async (field) => {
    const made = (await make(ada, 'A name', { [field]: 'Another value' })).json<Dataset>();
    expect(made).toMatchObject({ [field]: 'Another value' });
    expect((await call(ada, 'GET', made.url)).json()).toEqual(made);
  });

  test.each(fieldsOf(patchDataset))('change with PATCH is stored, and the others stay: %s', async (field) => {
    const dataset = (await make(ada, 'A name', { description: 'A description' })).json<Dataset>();
    const changed = { ...dataset, [field]: 'Another value' };
    expect((await call(ada, 'PATCH', dataset.url, { [field]: 'Another value' })).json()).toEqual(changed);
    expect((await call(ada, 'GET', dataset.url)).json()).toEqual(changed);
    expect((await call(ada, 'PATCH', dataset.url, {})).json()).toEqual(changed);
  });

  test('change with PATCH is the only one: an unknown field is refused by name and changes nothing', async () => {
    const dataset = (await make(ada, 'A name')).json<Dataset>();
    const refused = await call(ada, 'PATCH', dataset.url, { name: 'Another value', colour: 'red' });
    expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining('colour')]);
    expect((await call(ada, 'GET', dataset.url)).json()).toEqual(dataset);
  });
});

test('a rename keeps the slug and is logged', async () => {
  const dataset = (await make(ada, 'Old name')).json<Dataset>();
  const renamed = await call(ada, 'PATCH', dataset.url, { name: 'New name' });
  expect(renamed.json()).toEqual({ ...dataset, name: 'New name' });
  expect((await call(ada, 'GET', dataset.url)).json()).toEqual({ ...dataset, name: 'New name' });
  expect(await auditOf(dataset.id)).toMatchObject([
    { action: 'create', model: 'dataset', actor: ada.user.id, organization: ada.organization.id },
    { action: 'update', changes: { name: 'New name' } },
  ]);
});

test('a dataset is deleted only when it is empty', async () => {
  const dataset = (await make(ada, 'Short-lived')).json<Dataset>();
  const schema = await call(ada, 'POST', '/api/schemas/', {
    dataset: dataset.id,
    name: 'Inside',
    schema: definition,
  });
  const refused = await call(ada, 'DELETE', dataset.url);
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toEqual({
    detail: 'The dataset "Short-lived" still holds schemas. Delete them first, then delete it again.',
  });
  expect((await call(ada, 'DELETE', schema.json<{ url: string }>().url)).statusCode).toBe(204);
  expect((await call(ada, 'DELETE', dataset.url)).statusCode).toBe(204);
  expect((await call(ada, 'GET', dataset.url)).statusCode).toBe(404);
  expect((await auditOf(dataset.id)).at(-1)).toMatchObject({ action: 'delete' });
});

describe('a refused call changes nothing', () => {
  test.each([
    ['no name', {}],
    ['an empty name', { name: '  ' }],
    ['a name that is too long', { name: 'x'.repeat(128) }],
    ['a description that is too long', { name: 'x', description: 'y'.repeat(256) }],
    ['a name with NUL', { name: 'a\0b' }],
    ['half a character', { name: 'a\ud800' }],
    ['a field of its own', { name: 'x', id: '2'.repeat(22) }],
    ['another person as the owner', { name: 'x', owner: 'me' }],
  ])('%s', async (_, body) => {
    const count = async () => (await call(ada, 'GET', '/api/datasets/')).headers['x-total-count'];
    const before = await count();
    const answer = await call(ada, 'POST', '/api/datasets/', { organization: ada.organization.id, ...body });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      detail: expect.any(String) as string,
      errors: expect.anything() as object,
    });
    expect(await count()).toBe(before);
  });

  test.each([
    'limit=0',
    'limit=1001',
    'limit=x',
    'limit=1.5',
    'offset=-1',
    'offset=1e99',
    'name=%00',
    'organization=x',
  ])('a list with %s', async (query) => {
    expect((await call(ada, 'GET', `/api/datasets/?${query}`)).statusCode).toBe(400);
  });
});

test('a list counts each dataset’s schemas if requested', async () => {
  const owner = await person(service);
  const full = (await make(owner, 'Full')).json<Dataset>();
  await make(owner, 'Empty');
  for (const name of ['One', 'Two'])
    await call(owner, 'POST', '/api/schemas/', { dataset: full.id, name, schema: definition });
  const counted = (await call(owner, 'GET', '/api/datasets/?expand=schema_count')).json<Dataset[]>();
  expect(counted.map(({ name, schema_count }) => [name, schema_count])).toEqual([
    ['Empty', 0],
    ['Full', 2],
  ]);
  expect((await call(owner, 'GET', '/api/datasets/')).json<Dataset[]>()[0]).not.toHaveProperty(
    'schema_count',
  );
  expect((await call(owner, 'GET', '/api/datasets/?expand=rows')).statusCode).toBe(400);
});
