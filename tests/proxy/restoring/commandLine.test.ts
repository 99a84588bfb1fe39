/** `keyring restore` beside a running proxy, and where a keyring already exists. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, expect, it } from 'vitest';
import { phraseOf } from '@cloakroom/proxy/keyring/phrase.ts';
import { runCommandLine } from '@cloakroom/proxy/commands/commandLine.ts';
import { startOrganization, rows } from '#tests/proxy/sharing/support.ts';
import { password } from '#tests/service/support/people.ts';
import { keyringOf } from './support.ts';

const world = await startOrganization();
const { ada } = world;
afterAll(() => world.close());

const restore = (words: string, more: NodeJS.ProcessEnv = {}, user: string[] = []) =>
  runCommandLine({
    output: new PassThrough(),
    words: ['keyring', 'restore', ...user],
    environment: {
      UPSTREAM: world.service.url,
      DATA_DIR: elsewhere.proxy.dataDir,
      PROXY_PORT: new URL(elsewhere.proxy.url).port,
      ...more,
    },
    input: Readable.from([Buffer.from(`${words}\n`)]),
  });
const credentials = { CLOAKROOM_EMAIL: ada.who.user.email, CLOAKROOM_PASSWORD: password };
const schema = await ada.people();
await ada.uploaded(schema.id, rows, 'text/csv');
const words = await keyringOf(ada).words();
const elsewhere = await world.device(ada.who);
const count = async () => (await elsewhere.search({ schema: schema.id })).total;

it('makes a missing keyring for the running proxy, without an id or a restart', async () => {
  expect(await keyringOf(elsewhere).standing()).toMatchObject({ state: 'missing' });
  const { code, errorText, output } = await restore(words, credentials);
  expect([code, errorText]).toEqual([0, '']);
  expect(output).toContain(`keyring of user ${ada.who.user.id}`);
  expect(await count()).toBe(3);
});

it('joins a keyring that was begun meanwhile', async () => {
  const folder = join(elsewhere.proxy.dataDir, 'keyrings');
  const other = await world.device(ada.who);
  await other.begin();
  const identity = await other.identity();
  const { code } = await restore(words, {
    ...credentials,
    DATA_DIR: other.proxy.dataDir,
    PROXY_PORT: new URL(other.proxy.url).port,
  });
  expect(code).toBe(0);
  expect((await other.search({ schema: schema.id })).total).toBe(3);
  expect(await keyringOf(other).standing()).toMatchObject({ device_id: identity.device_id });
  expect(await readFile(join(folder, `${ada.who.user.id}.json`), 'utf8')).toContain('sealed');
});

it('refuses other words, another user, and to join when nothing can verify the words', async () => {
  const refused = (outcome: { code: number; errorText: string }) => [outcome.code, outcome.errorText];
  expect(refused(await restore(phraseOf(Buffer.alloc(32, 7)), credentials))).toEqual([
    1,
    expect.stringContaining('not of your keyring'),
  ]);
  expect(refused(await restore(words, credentials, ['2222222222222222222222']))).toEqual([
    2,
    expect.stringContaining(`whose user id is ${ada.who.user.id}`),
  ]);
  expect(refused(await restore(words, {}, [ada.who.user.id]))).toEqual([
    2,
    expect.stringContaining('set CLOAKROOM_EMAIL and CLOAKROOM_PASSWORD'),
  ]);
  expect(await count()).toBe(3);
});

it('works without the service if no keyring exists, while the proxy runs with the lost one', async () => {
  await rm(join(elsewhere.proxy.dataDir, 'keyrings'), { recursive: true });
  expect(await restore(words, {}, [ada.who.user.id])).toMatchObject({ code: 0 });
  expect(await count()).toBe(3);
});
