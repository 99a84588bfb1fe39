/** The command line at a gateway, by CLOAKROOM_PROXY. */
import { writeFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { password, person } from '#tests/service/support/people.ts';
import { startService } from '#tests/service/support/service.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';
import { commandLineWith } from '../commands/support/commandLine.ts';
import { makeCertificate, startGateway } from './support.ts';

const run = promisify(execFile);
const service = await startService({ listen: true });
const folder = await temporaryFolder();
const socket = join(folder, 'proxy.sock');
const gateway = await startGateway({ UPSTREAM: service.url, PROXY_SOCKET: socket });
const owner = await person(service);
afterAll(async () => {
  await gateway.close();
  await service.close();
});

const environment = (proxy: string): NodeJS.ProcessEnv => ({
  CLOAKROOM_PROXY: proxy,
  CLOAKROOM_EMAIL: owner.user.email,
  CLOAKROOM_PASSWORD: password,
  UPSTREAM: service.url,
  DATA_DIR: join(folder, 'data'),
});
const at = (proxy: string) => commandLineWith(() => environment(proxy));

test('uploads, searches and exports through a Unix socket', async () => {
  const { reply, cloakroom } = at(`unix:${socket}`);
  expect(await reply(z.unknown(), ['status'])).toMatchObject({
    proxy: { running: true, url: `unix:${socket}` },
  });
  const [definition, people] = [join(folder, 'people.json'), join(folder, 'people.csv')];
  await writeFile(definition, JSON.stringify({ type: 'object', properties: { name: { type: 'string' } } }));
  await writeFile(people, 'name\nAda\nBob\n');
  const Made = z.object({ id: z.string() });
  const dataset = await reply(Made, ['dataset', 'create', 'Ward 7']);
  const schema = await reply(Made, [
    'schema',
    'create',
    'People',
    '--dataset',
    dataset.id,
    '--file',
    definition,
  ]);
  await reply(z.unknown(), ['upload', people, '--schema', schema.id]);
  const list = ['record', 'list', '--schema', schema.id, '--filter', 'name:Ada', '--decrypt'];
  expect(await reply(z.unknown(), list)).toMatchObject([{ data: { name: 'Ada' } }]);
  const exported = await cloakroom([
    'record',
    'export',
    '--schema',
    schema.id,
    '--format',
    'csv',
    '--decrypt',
  ]);
  expect(exported).toMatchObject({ code: 0, output: expect.stringContaining('Bob') as string });
});

test('PROXY_SOCKET of the folder’s settings is used without CLOAKROOM_PROXY', async () => {
  const { reply } = commandLineWith(() => ({ ...environment(''), PROXY_SOCKET: socket }));
  expect(await reply(z.unknown(), ['status'])).toMatchObject({
    proxy: { running: true, url: `unix:${socket}` },
  });
});

test('uses a gateway by https whose certificate is accepted, and no other', async () => {
  const files = await makeCertificate(folder, ['localhost']);
  const secure = await startGateway({
    UPSTREAM: service.url,
    PROXY_TLS_CERT: files.certFile,
    PROXY_TLS_KEY: files.keyFile,
  });
  const proxy = `https://127.0.0.1:${secure.port}`;
  const refused = await at(proxy).cloakroom(['organization', 'list']);
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.errorText).toMatch(
    /^503 Service Unavailable: No proxy answers at CLOAKROOM_PROXY=https:.*self.signed/,
  );
  // Node reads additional authorities at its start.
  const { stdout } = await run(
    process.execPath,
    ['packages/proxy/bin/cloakroom.mjs', 'organization', 'list'],
    {
      env: { ...process.env, ...environment(proxy), NODE_EXTRA_CA_CERTS: files.certFile },
    },
  );
  expect(JSON.parse(stdout)).toMatchObject([{ slug: owner.organization.slug }]);
  await secure.close();
}, 60_000);

test('starts no proxy of its own in place of the one that is named', async () => {
  const missing = join(folder, 'none.sock');
  expect(await at(`unix:${missing}`).cloakroom(['organization', 'list'])).toMatchObject({
    code: 1,
    errorText: expect.stringMatching(
      /^503 Service Unavailable: No proxy answers at CLOAKROOM_PROXY=unix:.*ENOENT/,
    ) as string,
  });
  expect(await at(service.url).cloakroom(['organization', 'list'])).toMatchObject({
    code: 1,
    errorText: expect.stringContaining('Another program answers there') as string,
  });
});

test.each([
  ['http://db1.example.org:8080', 'plain text'],
  ['ftp://localhost', 'CLOAKROOM_PROXY must be unix:'],
  ['db1.example.org', 'CLOAKROOM_PROXY must be unix:'],
  ['unix:', 'CLOAKROOM_PROXY must be unix:'],
])('does not understand %s', async (proxy, sentence) => {
  expect(await at(proxy).cloakroom(['organization', 'list'])).toMatchObject({
    code: 2,
    errorText: expect.stringContaining(sentence) as string,
  });
});
