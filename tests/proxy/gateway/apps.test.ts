/** Several programs at one gateway, each with the API token of its own organization. */
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { JsonSchema } from '@cloakroom/contract/fields.ts';
import { person } from '#tests/service/support/people.ts';
import { startService } from '#tests/service/support/service.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';
import { tokenAt } from '../support/apiTokens.ts';
import { actor } from '../support/proxy.ts';
import { fetchBy, startGateway } from './support.ts';

const service = await startService({ listen: true });
const folder = await temporaryFolder();
const socket = join(folder, 'proxy.sock');
const gateway = await startGateway({ UPSTREAM: service.url, PROXY_SOCKET: socket });
const connection = fetchBy({ socketPath: socket });
const proxy = { url: 'http://localhost', fetch: connection.fetch };
afterAll(async () => {
  await connection.close();
  await gateway.close();
  await service.close();
});

const people: JsonSchema = {
  type: 'object',
  properties: { name: { type: 'string' }, age: { type: 'integer', minimum: 0, maximum: 130 } },
};

/** An organization with a schema, and a program of it. */
async function startApp() {
  const owner = await person(service);
  const calls = actor(proxy, owner.headers);
  const schema = await calls.schema(owner.organization.id, people);
  const token = await tokenAt(service, proxy, owner, { verbs: ['read', 'write'] });
  return { schema: schema.id, program: token.calls, usesKeys: token.uses_keys };
}

/** Uploads rows and reads them back. */
async function work({ schema, program }: Awaited<ReturnType<typeof startApp>>, name: string) {
  const rows = Array.from({ length: 40 }, (_, at) => `${name} ${at},${at}`).join('\n');
  expect((await program.uploaded(schema, `name,age\n${rows}\n`, 'text/csv')).status).toBe('complete');
  const { total, records } = await program.search({ schema, filters: [{ label: 'age', value: '>=10' }] });
  const opened = await program.decrypt(records);
  return {
    total,
    names: new Set(opened.map(({ data }) => (data as { name: string }).name.split(' ')[0])),
  };
}

test('two programs of different organizations use one socket at once, and each sees only its own data', async () => {
  const apps = [await startApp(), await startApp()] as const;
  expect(apps.map(({ usesKeys }) => usesKeys)).toEqual([true, true]);
  const found = await Promise.all([work(apps[0], 'Billing'), work(apps[1], 'Wards')]);
  expect(found).toEqual([
    { total: 30, names: new Set(['Billing']) },
    { total: 30, names: new Set(['Wards']) },
  ]);
  for (const [own, other] of [
    [apps[0], apps[1]],
    [apps[1], apps[0]],
  ] as const) {
    const search = await own.program.send('POST', '/api/records/search/', {
      schema: other.schema,
      filters: [],
    });
    expect(search.status).toBe(404);
    const { records } = await other.program.search({ schema: other.schema, filters: [] });
    expect((await own.program.send('POST', '/api/records/decrypt/', records)).status).toBe(404);
    const schemas = (await (await own.program.send('GET', '/api/schemas/')).json()) as { id: string }[];
    expect(schemas.map(({ id }) => id)).toEqual([own.schema]);
    expect(await own.program.jobs()).toHaveLength(1);
  }
});

test('a program that can open the socket and has no token is refused', async () => {
  const anyone = actor(proxy, {});
  for (const path of ['/api/schemas/', '/api/jobs/'])
    expect((await anyone.send('GET', path)).status).toBe(401);
  const made = actor(proxy, { authorization: 'Bearer clkr_0000000000000000000000000000000000' });
  expect((await made.send('GET', '/api/schemas/')).status).toBe(401);
});
