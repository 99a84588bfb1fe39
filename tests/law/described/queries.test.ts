/** Every filter and every expansion that the API description names works; any other parameter is rejected. */
import { afterAll, expect, test } from 'vitest';
import { api } from '@cloakroom/contract/api.ts';
import { describeApi } from '@cloakroom/contract/describeApi.ts';
import type { Problem } from '@cloakroom/contract/problem.ts';
import { newId } from '@cloakroom/service/newId.ts';
import { startProxy } from '#tests/proxy/support/proxy.ts';
import { actors, everybody } from '#tests/service/matrix/actors.ts';
import { send } from '#tests/service/matrix/judge.ts';
import { expected, get } from '#tests/service/matrix/row.ts';
import { rows } from '#tests/service/matrix/rows/all.ts';
import { makeMatrix } from '#tests/service/matrix/world.ts';
import { startService } from '#tests/service/support/service.ts';
import { Description } from './description.ts';

const service = await startService({ listen: true });
const proxy = await startProxy(service.url);
const matrix = await makeMatrix(service);
afterAll(async () => {
  await proxy.close();
  await service.close();
});

type Parameter = { name: string; in: string; schema?: { const?: string; items?: { enum?: string[] } } };
type Item = Record<string, unknown>;

const { operations } = new Description(describeApi());
const queryOf = (name: string) =>
  (
    operations.find(({ operation }) => operation.operationId === name)!.operation.parameters as Parameter[]
  ).filter((parameter) => parameter.in === 'query');

test.each(api.map(({ name, call }) => [name, call] as const))(
  '%s rejects an unknown parameter and names the known ones',
  async (name, { method, path, answeredBy }) => {
    const url = `${path.replace(/:\w+/g, newId())}?nonsense=1`;
    const origin = answeredBy === 'service' ? service.url : proxy.url;
    const answer = await fetch(origin + url, { method, headers: matrix.headersOf('owner') });
    const { errors } = (await answer.json()) as Problem;
    expect([answer.status, Object.keys(errors ?? {})]).toEqual([400, ['nonsense']]);
    const known = queryOf(name).map((parameter) => parameter.name);
    const takes = known.length === 0 ? 'It takes none.' : `It takes: ${known.sort().join(', ')}.`;
    expect(errors?.nonsense?.[0]).toBe(`"nonsense" is not a parameter of this call. ${takes}`);
  },
);

/** A page as seen by a person who may read it. */
async function pageOf(name: string) {
  const row = rows.find(({ call, as }) => call === name && as === undefined)!;
  const who = everybody.findLast(
    (one) => row.may(actors[one], one) && expected(row, actors[one], one) === 200,
  )!;
  const { url } = await row.ask(matrix, who);
  return {
    asked: new URL(url, 'http://localhost').searchParams,
    read: async (query: Record<string, string>): Promise<Item[]> => {
      const { pathname, searchParams } = new URL(url, 'http://localhost');
      const all = new URLSearchParams([...searchParams].filter(([key]) => !(key in query)));
      for (const [key, value] of Object.entries(query)) all.set(key, value);
      const answer = await send(matrix, who, get(`${pathname}?${all.toString()}`));
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json<Item[]>();
    },
  };
}

/** Parameters of lists that are not filters. */
const options = new Set(['limit', 'offset', 'expand', 'count_only', 'skip_count', 'partial', 'query']);

/** The value by which an item is found, if it isn't the member with the parameter's name. */
const values: Record<string, (item: Item) => string> = {
  email: ({ user }) => (user as { email: string }).email,
  has_identity: ({ user }) => String((user as { has_identity: boolean }).has_identity),
  fulfilled: ({ fulfilled }) => String(fulfilled !== null),
  received: ({ received }) => String(received !== null),
  expired: ({ expires }) => String(Date.parse(String(expires)) < service.clock()),
  // A listed request is outstanding, and a listed material has not been compared.
  shared: () => 'false',
  proofed: () => 'false',
  team: ({ teams }) => (teams as string[])[0]!,
  organization: ({ organization }) => (typeof organization === 'string' ? organization : matrix.organization),
};
const valueOf = (name: string, item: Item): string => {
  const value = values[name]?.(item) ?? item[name];
  return typeof value === 'object' && value !== null ? String((value as Item).id) : String(value);
};

/** A different value, which no item has. */
const otherThan = (value: string): string => {
  if (value === 'true' || value === 'false') return String(value === 'false');
  if (['create', 'update', 'delete', 'access'].includes(value))
    return value === 'access' ? 'delete' : 'access';
  return newId();
};

/** Parameters that say whose list it is: other people's lists are refused. */
const ownerParameters = new Set(['listRecords schema', 'listUploads schema', 'listApiTokens organization']);

const pages = rows
  .filter(({ call, as }) => as === undefined && queryOf(call).some(({ name }) => name === 'offset'))
  .map(({ call }) => call);
const filters = pages.flatMap((call) =>
  queryOf(call)
    .filter(({ name }) => !options.has(name) && !ownerParameters.has(`${call} ${name}`))
    .map(({ name }) => [call, name] as const),
);

test.each(filters)('%s filters by %s', async (call, name) => {
  const page = await pageOf(call);
  const item = (await page.read({ limit: '1000' })).at(-1)!;
  const value = valueOf(name, item);
  const ids = (items: Item[]) => items.map(({ id }) => id);
  const found = await page.read({ [name]: value, limit: '1000' });
  expect(ids(found)).toContain(item.id);
  if (!['shared', 'proofed'].includes(name)) expect(new Set(found.map((one) => valueOf(name, one)))).toEqual(new Set([value])); // prettier-ignore
  expect(ids(await page.read({ [name]: otherThan(value), limit: '1000' }))).not.toContain(item.id);
});

const expansions = [...new Set(rows.map(({ call }) => call))].flatMap((call) =>
  queryOf(call)
    .filter(({ name }) => name === 'expand')
    .flatMap(({ schema }) =>
      (schema?.items?.enum ?? [schema?.const ?? '']).map((path) => [call, path] as const),
    ),
);

test.each(expansions)('%s expands %s', async (call, path) => {
  const { read } = await pageOf(call);
  const items = [await read({ expand: path })].flat();
  const memberAt = (value: unknown): unknown =>
    path.split('.').reduce((inner, key) => (inner as Item)[key], value);
  const expanded = items.flatMap((item) => memberAt(item) ?? []);
  expect(expanded.length).toBeGreaterThan(0);
  // Unexpanded references are strings.
  expect(expanded.filter((value) => typeof value === 'string')).toEqual([]);
});
