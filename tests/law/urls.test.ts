/**
 * "Absolute URLs where PUBLIC_URL is known, and every `url` that we hand out answers": every URL in the answers of all lists,
 * and in the objects behind them, is requested by the person who received it.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { api } from '@cloakroom/contract/api.ts';
import { tagOf } from '@cloakroom/contract/describeApi.ts';
import { isPage } from '@cloakroom/contract/describedAnswers.ts';
import type { Endpoint } from '@cloakroom/contract/endpoint.ts';
import { pathsOf } from '@cloakroom/contract/expand.ts';
import { jobSocketPath } from '@cloakroom/contract/jobs.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { noOrigin, urlOriginHeader } from '@cloakroom/server-kit/publicUrls.ts';
import { deviceOf, rows } from '#tests/proxy/sharing/support.ts';
import { startProxy } from '#tests/proxy/support/proxy.ts';
import { password, person, type Someone } from '#tests/service/support/people.ts';
import { startService } from '#tests/service/support/service.ts';

const serviceOrigin = 'https://db.example.org';
const proxyOrigin = 'https://proxy.example.org:8443';
const service = await startService({ listen: true, publicUrl: `${serviceOrigin}/console` });
const adasProxy = await startProxy(service.url, undefined, undefined, undefined, proxyOrigin);
const bobsProxy = await startProxy(service.url);
const owner = await person(service);
const organization = owner.organization.id;
const ada = deviceOf(adasProxy, owner);
const bob = deviceOf(bobsProxy, await person(service, { organization }));
const carol = await person(service);
let schema: Schema;

const signIn = (url: string, { user }: Someone) =>
  fetch(`${url}/api/accounts/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: user.email, password }),
  });

beforeAll(async () => {
  schema = await ada.people('Guests');
  expect(await ada.uploaded(schema.id, rows, 'text/csv')).toMatchObject({ status: 'complete' });
  await ada.identity();
  await bob.identity();
  await ada.admit(schema, 'requesters', bob.who);
  await ada.compareAndFulfilAll();
  await bob.compareAndReceiveAll();
  for (const email of [carol.user.email, 'grace@example.org'])
    await ada.read(z.looseObject({}), 'POST', `/api/organizations/${organization}/invitations/`, { email });
  const expires = new Date(Date.now() + 86_400_000).toISOString();
  const scope = { organization, datasets: [schema.dataset], verbs: ['read'] };
  await ada.read(z.looseObject({}), 'POST', '/api/tokens/', { name: 'Nightly', ...scope, expires });
  for (const url of [adasProxy.url, service.url]) expect((await signIn(url, owner)).status).toBe(200);
});
afterAll(async () => {
  await adasProxy.close();
  await bobsProxy.close();
  await service.close();
});

/** A person, the address of their calls, and the origin of the URLs in the answers. */
type Caller = { at: string; origin: string; who: Someone };
const callers = (): [string, Caller][] => [
  ['Ada at the service', { at: service.url, origin: serviceOrigin, who: owner }],
  ['Ada at a proxy with a public address', { at: adasProxy.url, origin: proxyOrigin, who: owner }],
  ['Bob at the service', { at: service.url, origin: serviceOrigin, who: bob.who }],
  ['Bob at a proxy without a public address', { at: bobsProxy.url, origin: '', who: bob.who }],
  ['Carol, who is invited, at the service', { at: service.url, origin: serviceOrigin, who: carol }],
];

const callAs = ({ at, who }: Caller, path: string, headers = {}) =>
  fetch(at + path, { headers: { ...who.headers, ...headers } });

/** The addresses of a list: with all references as URLs, and with all references expanded. */
function addressesOf({ path, query }: Endpoint): string[] {
  const ids: Record<string, string> = { organizations: organization, schemas: schema.id };
  const listPath = path.replace(/:\w+/, ids[tagOf({ path })] ?? schema.id);
  const { shape } = query as z.ZodObject<Record<string, z.ZodType>>;
  const parameters = query!.safeParse({}).success ? {} : { schema: schema.id };
  const expandable = shape.expand && pathsOf(shape.expand);
  return [parameters, ...(expandable ? [{ ...parameters, expand: expandable.join(',') }] : [])].map(
    (all) => `${listPath}?${new URLSearchParams(all).toString()}`,
  );
}
const lists = api.filter(({ call }) => isPage(call) && call.access === 'user' && tagOf(call) !== 'outbox');

/** Every string in an answer that is a path of the API, with or without an origin. */
const urlsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return /^(https?:\/\/[^/]+)?\/api\//.test(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(urlsIn) : [];
};

/** The name of the call with this path. */
const callOf = (path: string) =>
  api.find(({ call }) => {
    const pattern = call.path.replace(/:\w+/g, '[^/]{22,24}');
    return call.method === 'GET' && new RegExp(`^${pattern}$`).test(path.split('?')[0]!);
  })?.name;

/** Requests the lists, and then each URL of an answer once. @returns the calls of the URLs, and the paths that failed. */
async function follow(caller: Caller) {
  const seen = new Set<string>();
  const failed: string[] = [];
  const read = async (path: string, canRefuse: boolean): Promise<void> => {
    const answer = await callAs(caller, path);
    if (!answer.ok) {
      if (!canRefuse) failed.push(`${answer.status} ${path}`);
      return;
    }
    for (const url of urlsIn(await answer.json())) {
      if (!url.startsWith(`${caller.origin}/api/`)) failed.push(`${path} has ${url}`);
      const next = url.slice(url.indexOf('/api/'));
      if (seen.has(next)) continue;
      seen.add(next);
      await read(next, false);
    }
  };
  for (const { call } of lists)
    if (call.answeredBy !== 'proxy' || caller.at !== service.url)
      for (const path of addressesOf(call)) await read(path, caller.who !== owner);
  return { calls: new Set([...seen].map(callOf)), failed };
}

const found = new Set<string | undefined>();

test.each(callers())('every URL that %s receives answers', async (_, caller) => {
  const { calls, failed } = await follow(caller);
  expect(failed).toEqual([]);
  for (const call of calls) found.add(call);
});

test('the answers contain a URL of each noun', () => {
  const nouns = [
    'getApiToken',
    'getDataset',
    'getGrant',
    'getIdentity',
    'getInvitation',
    'getMaterial',
    'getOrganization',
    'getOrganizationUser',
    'getOwnInvitation',
    'getRecord',
    'getRequest',
    'getSchema',
    'getSessionById',
    'getTeam',
    'getUpload',
    'getUser',
  ];
  expect([...found].sort()).toEqual(nouns);
});

test('the sender of a key may read it at the answered URL', async () => {
  const [material] = await bob.read(z.array(z.looseObject({ id: z.string() })), 'GET', '/api/materials/');
  expect((await ada.send('GET', `/api/materials/${material!.id}/`)).status).toBe(200);
  expect((await callAs({ at: service.url, origin: '', who: carol }, `/api/materials/${material!.id}/`)).status).toBe(404); // prettier-ignore
});

describe('absolute URLs', () => {
  test('links to other pages have the same origin', async () => {
    const origins = await Promise.all(
      callers().map(async ([, caller]) => {
        const link = (await callAs(caller, '/api/organizations/?limit=1')).headers.get('link') ?? '';
        return link.startsWith(`<${caller.origin}/api/organizations/?limit=1&offset=0>; rel="first"`);
      }),
    );
    expect(origins).toEqual(callers().map(() => true));
  });

  test('a caller that requests paths gets paths, and no caller can insert other text before them', async () => {
    const [, caller] = callers()[0]!;
    const urlWith = async (origin: string) => {
      const answer = await callAs(caller, `/api/schemas/${schema.id}/`, { [urlOriginHeader]: origin });
      return ((await answer.json()) as Schema).dataset.replace(/\/api\/.*/, '');
    };
    expect(await urlWith(noOrigin)).toBe('');
    expect(await urlWith('https://other.example:444')).toBe('https://other.example:444');
    expect(await urlWith('javascript:alert(1)//')).toBe('');
    expect(await urlWith('https://a.example/"><script>')).toBe('');
  });

  test('searches and decrypts records by absolute URLs', async () => {
    const query = { schema: schema.url, filters: [{ label: 'age', value: '>=40' }] };
    expect((await bob.search(query)).records).toHaveLength(2);
    const { records } = await ada.search({ ...query, order_by: 'age' });
    const named = records.map(({ url, schema: of, data, field_set: fields }) => ({
      ...{ url, schema: of, data },
      field_set: fields,
    }));
    expect(named.map(({ url }) => new URL(url).origin)).toEqual([proxyOrigin, proxyOrigin]);
    expect((await ada.decrypt(named)).map(({ data }) => data.name)).toEqual(['Rita', 'Grace']);
  });

  test('are in the lines of an export', async () => {
    const urls = async (device: typeof ada, decrypt: boolean) => {
      const answer = await device.send('POST', '/api/records/export/', { schema: schema.id, decrypt });
      const [line = ''] = (await answer.text()).split('\n');
      const record = JSON.parse(line) as { url: string; schema: string };
      return [record.url, record.schema].map((url) => url.replace(/[^/]+\/$/, ''));
    };
    const origins = [`${proxyOrigin}/api/records/`, `${proxyOrigin}/api/schemas/`];
    for (const decrypt of [true, false]) expect(await urls(ada, decrypt)).toEqual(origins);
    expect(await urls(bob, false)).toEqual(['/api/records/', '/api/schemas/']);
  });

  test('are in the messages of a job', async () => {
    const { job_id: job } = await ada.uploaded(schema.id, 'name,age,city\nIda,30,Rome', 'text/csv');
    const socket = new WebSocket(adasProxy.url.replace('http', 'ws') + jobSocketPath(job), {
      headers: owner.headers,
    });
    const message = await new Promise<string>((resolve) =>
      socket.once('message', (data: Buffer) => resolve(data.toString())),
    );
    socket.close();
    expect((JSON.parse(message) as { schema: string }).schema).toBe(
      `${proxyOrigin}/api/schemas/${schema.id}/`,
    );
  });

  test('strings entered by people that look like a URL are unchanged', async () => {
    const text = `/api/schemas/${schema.id}/`;
    const Described = z.looseObject({ id: z.string(), description: z.string(), url: z.string() });
    const body = { name: text, description: text, organization };
    const dataset = await ada.read(Described, 'POST', '/api/datasets/', body);
    expect(dataset).toMatchObject({
      name: text,
      description: text,
      url: `${proxyOrigin}/api/datasets/${dataset.id}/`,
    });
    const log = `/api/organizations/${organization}/audit-logs/?model=dataset&object_id=${dataset.id}`;
    const entry = z.looseObject({ organization: z.string(), changes: z.looseObject({}) });
    for (const [, caller] of callers().slice(0, 2)) {
      const [written] = z.array(entry).parse(await (await callAs(caller, log)).json());
      expect(written?.changes).toMatchObject({ name: text });
      expect(written?.organization).toBe(`${caller.origin}/api/organizations/${organization}/`);
    }
    const row = `name,age,city\n${text},50,${text}`;
    expect(await ada.uploaded(schema.id, row, 'text/csv')).toMatchObject({ status: 'complete' });
    const filters = [{ label: 'name', value: text }];
    const { records } = await ada.search({ schema: schema.id, filters });
    expect((await ada.decrypt(records))[0]?.data).toEqual({ name: text, age: 50, city: text });
  });
});
