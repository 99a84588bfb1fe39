/** Datasets are created, listed, renamed and deleted by authorized people. */
import { afterAll, describe, expect, test } from 'vitest';
import { createDataset, patchDataset, type Dataset } from '@cloakroom/contract/datasets.ts';
import { person, type Someone } from '#tests/service/support/people.ts';
import { startService } from '#tests/service/support/service.ts';
import { logged } from '#tests/service/support/stored.ts';
import { caller, definition } from '#tests/service/support/world.ts';

const service = await startService();
const call = caller(service);
const ada = await person(service);
afterAll(() => service.close());

const make = (who: Someone, name: string, rest = {}) =>
  call(who, 'POST', '/api/datasets/', { name, organization: who.organization.id, ...rest });

test('an admin creates a dataset and finds it by id, by slug and in the list', async () => {
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
  const url = `/api/organizations/${id}`;
  for (const organization of [id, url, `https://elsewhere.example${url}/`])
    expect((await make(ada, 'By reference', { organization })).statusCode).toBe(201);
});

test('fifty datasets that are created at the same time with one name get fifty slugs', async () => {
  const grace = await person(service);
  const made = await Promise.all(Array.from({ length: 50 }, () => make(grace, 'Train')));
  expect(made.map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(201));
  expect(new Set(made.map((one) => one.json<Dataset>().slug)).size).toBe(50);
});

test('a slug that is sent is used, and refused if the organization has it', async () => {
  const grace = await person(service);
  expect((await make(grace, 'Train', { slug: 'exam-1' })).json()).toMatchObject({
    name: 'Train',
    slug: 'exam-1',
  });
  const again = await make(grace, 'Test', { slug: 'exam-1' });
  expect(again.statusCode).toBe(409);
  expect(again.json()).toEqual({
    detail:
      'A dataset with the slug "exam-1" already exists. Choose another slug, or send none: then one is derived from the name.',
  });
  expect((await make(ada, 'Train', { slug: 'exam-1' })).statusCode).toBe(201);
  const invalid = await make(grace, 'Test', { slug: 'Exam 1' });
  expect([invalid.statusCode, Object.keys(invalid.json<{ errors: object }>().errors)]).toEqual([
    400,
    ['slug'],
  ]);
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => make(grace, 'Race', { slug: 'race' })));
  expect(outcomes.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409, 409]);
});

test('null counts as absent for an optional member, and is rejected for a required one', async () => {
  const made = await make(ada, 'Nulls', { slug: null, description: null });
  expect(made.json()).toMatchObject({ name: 'Nulls', slug: 'nulls', description: '' });
  const { url } = made.json<Dataset>();
  const renamed = await call(ada, 'PATCH', url, { name: 'Renamed', description: null });
  expect(renamed.json()).toMatchObject({ name: 'Renamed', description: '' });
  expect(
    (await call(ada, 'POST', '/api/datasets/', { name: null, organization: ada.organization.id })).statusCode,
  ).toBe(400);
  expect((await make(ada, 'Nulls', { unknown: null })).statusCode).toBe(400);
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
  const valueOf = (field: string) => (field === 'slug' ? 'another-value' : 'Another value');
  const fieldsOf = ({ body }: typeof createDataset | typeof patchDataset) =>
    Object.keys(body.shape).filter((field) => field !== 'organization');

  test.each(fieldsOf(createDataset))('set with POST is stored and returned: %s', async (field) => {
    const value = `${valueOf(field)}${field === 'slug' ? '' : ' of a POST'}`;
    const made = (await make(ada, 'A name', { [field]: value })).json<Dataset>();
    expect(made).toMatchObject({ [field]: value });
    expect((await call(ada, 'GET', made.url)).json()).toEqual(made);
  });

  test.each(fieldsOf(patchDataset))('change with PATCH is stored, and the others stay: %s', async (field) => {
    const dataset = (await make(ada, 'A name', { description: 'A description' })).json<Dataset>();
    const changed = { ...dataset, [field]: 'Another value' };
    expect((await call(ada, 'PATCH', dataset.url, { [field]: 'Another value' })).json()).toEqual(changed);
    expect((await call(ada, 'GET', dataset.url)).json()).toEqual(changed);
    expect((await call(ada, 'PATCH', dataset.url, {})).json()).toEqual(changed);
    const created = {
      action: 'create',
      model: 'dataset',
      actor: ada.user.id,
      organization: ada.organization.id,
    };
    const updated = { action: 'update', changes: { [field]: 'Another value' } };
    expect((await logged(service, { object: dataset.id })).slice(0, 2)).toMatchObject([created, updated]);
  });

  test('change with PATCH is the only one: an unknown field is refused by name and changes nothing', async () => {
    const dataset = (await make(ada, 'A name')).json<Dataset>();
    const refused = await call(ada, 'PATCH', dataset.url, { name: 'Another value', colour: 'red' });
    expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining('colour')]);
    expect((await call(ada, 'GET', dataset.url)).json()).toEqual(dataset);
  });
});

test('a dataset is deleted only when it is empty', async () => {
  const dataset = (await make(ada, 'Short-lived')).json<Dataset>();
  const inside = { dataset: dataset.id, name: 'Inside', schema: definition };
  const schema = await call(ada, 'POST', '/api/schemas/', inside);
  const refused = await call(ada, 'DELETE', dataset.url);
  const detail = 'The dataset "Short-lived" still holds schemas. Delete them first, then delete it again.';
  expect([refused.statusCode, refused.json()]).toEqual([409, { detail }]);
  expect((await call(ada, 'DELETE', schema.json<{ url: string }>().url)).statusCode).toBe(204);
  expect((await call(ada, 'DELETE', dataset.url)).statusCode).toBe(204);
  expect((await call(ada, 'GET', dataset.url)).statusCode).toBe(404);
  expect((await logged(service, { object: dataset.id })).at(-1)).toMatchObject({ action: 'delete' });
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
  const [plain] = (await call(owner, 'GET', '/api/datasets/')).json<Dataset[]>();
  expect(plain).not.toHaveProperty('schema_count');
  expect((await call(owner, 'GET', '/api/datasets/?expand=rows')).statusCode).toBe(400);
});
