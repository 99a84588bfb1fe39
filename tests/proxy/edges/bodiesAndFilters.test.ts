/** The validation of JSON bodies and list parameters is the same at the service and at the proxy. */
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { api } from '@cloakroom/contract/api.ts';
import { startProxyStack } from '../support/proxyStack.ts';

const world = await startProxyStack();
const { service, proxy, owner, ada } = world;
const schema = await world.schemaOf({ type: 'object', properties: { a: { type: 'string' } } });
afterAll(() => world.close());

const organization = `/api/organizations/${owner.organization.id}/`;

async function sent(method: string, url: string, body?: string | Buffer<ArrayBuffer>) {
  const answer = await fetch(url, {
    method,
    headers: { ...owner.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  return { status: answer.status, body: (text === '' ? null : JSON.parse(text)) as { detail: string } };
}

const dataset = (name: string) => `{"name":${name},"organization":"${owner.organization.id}"}`;

describe.each<[string, string, string, string]>([
  ['the service', service.url, '/api/datasets/', dataset('"NAME"')],
  ['the proxy, which passes the call on', proxy.url, '/api/datasets/', dataset('"NAME"')],
  [
    'the proxy',
    proxy.url,
    '/api/records/search/',
    `{"schema":"${schema.id}","filters":[{"label":"a","value":"NAME"}]}`,
  ],
  [
    'the proxy, which seals',
    proxy.url,
    '/api/records/ingest/',
    `[{"schema":"${schema.id}","data":{"a":"NAME"}}]`,
  ],
])('a body sent to %s', (_, base, path, body) => {
  test('is refused when it is not UTF-8', async () => {
    const [before = '', after = ''] = body.split('NAME');
    const bytes = Buffer.concat([Buffer.from(before), Buffer.from([0x61, 0xff]), Buffer.from(after)]);
    const answer = await sent('POST', base + path, bytes);
    expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining('is not valid UTF-8')]);
  });

  test('is refused when it has a duplicate key, by the name of the key', async () => {
    const [name = ''] = /"name"|"label"|"a"/.exec(body) ?? [];
    const answer = await sent('POST', base + path, body.replace(name, `${name}:"x",${name}`));
    expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining(name.slice(1, -1))]);
  });

  test('is accepted with a byte-order mark or an escaped name', async () => {
    const answer = await sent('POST', base + path, `\uFEFF${body.replace('NAME', '\\u00e9')}`);
    expect(answer.status).toBeLessThan(300);
  });
});

const lists = api.filter(({ call }) => call.method === 'GET' && call.reply instanceof z.ZodArray);

test.each(lists.map(({ call }) => [call.path, call] as const))('%s refuses an unknown parameter', async (_, call) => {
  expect(lists.length).toBeGreaterThan(15);
  const path = call.path.replace(':id', call.path.includes('organizations') ? owner.organization.id : schema.id);
  for (const base of call.answeredBy === 'proxy' ? [proxy.url] : [service.url, proxy.url]) {
    const answer = await sent('GET', `${base}${path}?nmae=x`);
    expect(answer).toMatchObject({ status: 400, body: { errors: { nmae: [expect.stringMatching(/^"nmae" is not a parameter of this call\. It takes/)] } } });
  }
}); // prettier-ignore

test('the list of records names its parameters when it refuses one, also behind a search', async () => {
  const { named } = await ada.search({ schema: schema.id, filters: [] });
  for (const query of [`schema=${schema.id}`, named]) {
    const answer = await sent('GET', `${proxy.url}/api/records/?${query}&nmae=x`);
    expect([answer.status, answer.body.detail]).toEqual([
      400,
      '"nmae" is not a parameter of this call. It takes: count_only, limit, offset, partial, query, schema, skip_count.',
    ]);
  }
});

test('the common filters of entities return what matches', async () => {
  const count = async (path: string) => ((await sent('GET', service.url + path)).body as unknown as unknown[]).length;
  const { id, slug, name } = owner.organization;
  for (const query of [`id=${id}`, `slug=${slug}`, `name=${encodeURIComponent(name)}`])
    expect([query, await count(`/api/organizations/?${query}`)]).toEqual([query, 1]);
  const other = 'b'.repeat(22);
  for (const [path, query, found] of [
    ['/api/organizations/', `id=${other}`, 0],
    ['/api/organizations/', 'slug=other', 0],
    ['/api/schemas/', `id=${schema.id}`, 1],
    ['/api/schemas/', `id=${other}`, 0],
    ['/api/datasets/', `id=${other}`, 0],
    [`${organization}users/`, `email=${owner.user.email}`, 1],
    [`${organization}users/`, 'email=x%40example.org', 0],
    [`${organization}teams/`, `schema=${schema.id}`, 3],
    [`${organization}teams/`, `schema=${other}`, 0],
    [`${organization}teams/`, 'name=x', 0],
    [`/api/schemas/${schema.id}/teams/`, 'limit=1', 1],
    [`/api/schemas/${schema.id}/grants/`, `id=${other}`, 0],
    ['/api/requests/', `schema=${schema.id}&field_name=a&fulfilled=false&received=false&expired=false&user=${owner.user.id}`, 0],
    ['/api/identities/', `id=${other}`, 0],
    ['/api/materials/', `id=${other}`, 0],
  ] as const)
    expect([path, query, await count(`${path}?${query}`)]).toEqual([path, query, found]);
}); // prettier-ignore
