/** The calls of the API page, with the references of the description replaced by what they name. */
import { expect, test } from 'vitest';
import { ApiDescription } from '@cloakroom/contract/apiDescription.ts';
import { describeApi } from '@cloakroom/contract/describeApi.ts';
import { callsOf, groupTitle } from '#src/features/apiDocs/apiCalls.ts';
import { resolved } from '#src/features/apiDocs/references.ts';

test('shows the schemas and the error responses of each call completely', () => {
  const calls = callsOf(ApiDescription.parse(describeApi()));
  expect(JSON.stringify(calls)).not.toContain('"$ref"');
  const search = calls.find(({ id }) => id === 'post /api/records/search/')!;
  expect(search.operation.responses['404']).toMatchObject({
    description: 'There is no such object, or the caller may not see it.',
    content: { 'application/json': { schema: { properties: { detail: { type: 'string' } } } } },
  });
  expect(Object.keys(search.operation.responses['200']!.headers)).toContain('X-Query');
});

test('keeps a reference to a schema that contains it', () => {
  const root = { tree: { items: { $ref: '#/tree' } } };
  expect(resolved(root, { $ref: '#/tree' })).toEqual({ items: { $ref: '#/tree' } });
});

test('each group of calls is described', () => {
  const description = describeApi() as { tags: { name: string }[] };
  const groups = new Set(callsOf(ApiDescription.parse(description)).map(({ group }) => group));
  expect(description.tags.map(({ name }) => name).sort()).toEqual([...groups].sort());
});

test('groups have titles in words', () => {
  expect(['records', 'service-accounts', 'csrf'].map(groupTitle)).toEqual([
    'Records',
    'Service accounts',
    'CSRF token',
  ]);
});
