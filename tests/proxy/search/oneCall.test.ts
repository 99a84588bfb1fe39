/** A search that knows the caller, the schema and its manifest asks the service once, and shows nothing that it does not confirm. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { teamMembers } from '@cloakroom/service/db/schema.ts';
import { currentManifest } from '@cloakroom/service/modules/segments/manifests.ts';
import { startLying } from '#tests/proxy/support/lying.ts';
import { actor, startBeside } from '#tests/proxy/support/proxy.ts';

const world = await startLying();
const { ada, owner, liar, service } = world;
const schema = await world.schemaOf({
  type: 'object',
  properties: { age: { type: 'integer', minimum: 0, maximum: 120 }, name: { type: 'string' } },
});
const filters = [{ label: 'age', value: '20~60' }];
const body = { schema: schema.id, filters };
const search = (more: object = {}) => ada.search({ ...body, ...more });
const status = async () => (await ada.send('POST', '/api/records/search/', body)).status;
/** The calls to the service that an action makes. */
async function callsOf(action: () => Promise<unknown>): Promise<string[]> {
  const before = liar.calls().length;
  await action();
  return liar.calls().slice(before);
}
const oneCall = ['POST /api/groups/read/'];

beforeAll(async () => {
  const rows = Array.from({ length: 300 }, (_, at) => ({ age: at % 121, name: `Person ${at}` }));
  expect((await ada.uploaded(schema.id, JSON.stringify(rows), 'application/json')).status).toBe('complete');
});
beforeEach(async () => {
  await search();
});
afterAll(() => world.close());

describe('one call', () => {
  test('answers a search, another one, a further page and the same page again', async () => {
    expect(await callsOf(() => search())).toEqual(oneCall);
    expect(await callsOf(() => search({ filters: [{ label: 'name', value: 'Person 7' }] }))).toEqual(oneCall);
    expect(await callsOf(() => search({ limit: 20, offset: 60 }))).toEqual(oneCall);
  });

  test('answers a page by its handle, a count and an aggregate', async () => {
    const answer = await ada.send('POST', '/api/records/search/', body);
    const handle = answer.headers.get('x-query') ?? '';
    expect(await callsOf(() => ada.send('GET', `/api/records/?${handle}&offset=10&limit=10`))).toEqual(
      oneCall,
    );
    expect(await callsOf(() => ada.send('GET', `/api/records/?${handle}&count_only=true`))).toEqual(oneCall);
    const sum = { schema: schema.id, filters: [{ label: 'age', value: 'sum(20~60)' }] };
    expect(await callsOf(() => ada.send('POST', '/api/records/search/', sum))).toEqual(oneCall);
  });

  test('decrypts a page', async () => {
    const { records } = await search();
    expect(await callsOf(() => ada.decrypt(records))).toEqual(oneCall);
  });

  test('takes three statements at the service, none of which writes', async () => {
    const pool = service.database.$client;
    const ask = pool.query.bind(pool) as (statement: { text: string }, ...rest: unknown[]) => unknown;
    const statements: string[] = [];
    pool.query = ((statement: { text: string }, ...rest: unknown[]) => {
      statements.push(statement.text);
      return ask(statement, ...rest);
    }) as typeof pool.query;
    await search({ filters: [{ label: 'name', value: 'Person 299' }] });
    pool.query = ask as typeof pool.query;
    expect(statements).toHaveLength(3);
    for (const statement of statements) expect(statement.trim()).toMatch(/^select/);
  });
});

describe('a search on an outdated state', () => {
  test('finds records that another proxy has published meanwhile', async () => {
    const before = (await search()).total;
    const other = await world.proxyOn(() => startBeside(service.url, world.proxy));
    const job = await actor(other, owner.headers).uploaded(
      schema.id,
      '[{"age":30,"name":"Eve"}]',
      'application/json',
    );
    expect(job.status).toBe('complete');
    expect((await search()).total).toBe(before + 1);
  });

  test('reads a changed schema again', async () => {
    await world.outdate(schema.id);
    const calls = await callsOf(search);
    expect(calls).toEqual(expect.arrayContaining([...oneCall, `GET /api/schemas/${schema.id}/`]));
    expect(await callsOf(search)).toEqual(oneCall);
  });

  test('is refused to a person who has left the team, though everything is in memory', async () => {
    const ofOwner = eq(teamMembers.user, owner.user.id);
    const { records } = await search();
    const rows = await service.database.select().from(teamMembers).where(ofOwner);
    await service.database.delete(teamMembers).where(ofOwner);
    const decrypted = await ada.send('POST', '/api/records/decrypt/', records);
    expect([await status(), decrypted.status]).toEqual([403, 403]);
    await service.database.insert(teamMembers).values(rows);
    expect(await status()).toBe(200);
  });
});

test('an answer that the service does not confirm is not shown', async () => {
  const former = await currentManifest(service.database, schema.id);
  await ada.uploaded(schema.id, '[{"age":31,"name":"Zoe"}]', 'application/json');
  liar.lie(`GET /api/manifests/${schema.id}/`, () => former);
  const other = await world.proxyOn(() => startBeside(liar.url, world.proxy));
  const refused = await actor(other, owner.headers).send('POST', '/api/records/search/', body);
  liar.reset();
  expect([refused.status, await refused.json()]).toMatchObject([
    409,
    { detail: 'The records are being changed at the moment. Try again in a few seconds.' },
  ]);
});

test('a schema that the service names otherwise than it shows it is searched all the same', async () => {
  await world.outdate(schema.id);
  liar.lie(`GET /api/schemas/${schema.id}/`, (shown: object) => ({ ...shown, description: 'Before' }));
  for (const _ of [1, 2]) expect(await status()).toBe(200);
  liar.reset();
});
