/** Service accounts on the command line: made with a token, listed, renamed and deleted; their tokens listed by admins. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { ApiToken, NewApiToken } from '@cloakroom/contract/apiTokens.ts';
import { Identity } from '@cloakroom/contract/identities.ts';
import { ServiceAccount } from '@cloakroom/contract/serviceAccounts.ts';
import { runCommandLine } from '@cloakroom/proxy/commands/commandLine.ts';
import { password, person } from '#tests/service/support/people.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';
import { startProxyStack } from '../support/proxyStack.ts';

const world = await startProxyStack();
const { service, proxy, owner } = world;
const bea = await person(service, { organization: owner.organization.id, admin: true });
const folder = await temporaryFolder();
afterAll(() => world.close());

const cloakroom = (words: string[], credentials: NodeJS.ProcessEnv = {}) =>
  runCommandLine({
    words,
    environment: {
      ...{ PROXY_PORT: new URL(proxy.url).port, UPSTREAM: service.url, DATA_DIR: join(folder, 'data') },
      ...{ CLOAKROOM_EMAIL: owner.user.email, CLOAKROOM_PASSWORD: password, ...credentials },
    },
    input: Readable.from([]),
    output: new PassThrough(),
  });

async function reply<T extends z.ZodType>(shape: T, words: string[], credentials?: NodeJS.ProcessEnv) {
  const { code, output, errorText } = await cloakroom(words, credentials);
  if (code !== 0) throw new Error(errorText);
  return shape.parse(JSON.parse(output));
}
const create = (name: string) => reply(ServiceAccount, ['service-account', 'create', '--name', name]);
const createToken = (account: string, credentials?: NodeJS.ProcessEnv) =>
  reply(
    NewApiToken,
    [
      'token',
      'create',
      '--name',
      'Billing',
      '--service-account',
      account,
      '--verb',
      'read',
      '--expires',
      '9',
    ],
    credentials,
  );

test('an account is created, renamed, listed and deleted; a second one with its name is a conflict', async () => {
  const account = await create('Billing');
  expect(await cloakroom(['service-account', 'create', 'Billing'])).toMatchObject({
    code: 1,
    errorText: expect.stringMatching(
      /^409 Conflict: A service account named "Billing" already exists/,
    ) as string,
  });
  const rename = ['service-account', 'rename', account.email, '--name', 'Wards'];
  expect((await reply(ServiceAccount, rename)).name).toBe('Wards');
  const list = ['service-account', 'list', '--organization', owner.organization.slug];
  expect(await reply(z.array(ServiceAccount), list)).toEqual([{ ...account, name: 'Wards' }]);
  expect(await cloakroom(['service-account', 'delete', account.id])).toMatchObject({
    code: 2,
    errorText: expect.stringContaining('This closes the service account "Wards"') as string,
  });
  const deleted = ['service-account', 'delete', account.id, '--yes'];
  expect(await reply(z.unknown(), deleted)).toEqual({ id: account.id, deleted: true });
  expect(await reply(z.array(ServiceAccount), list)).toEqual([]);
});

test('its token begins its keyring, is listed for admins and revoked by another one', async () => {
  const account = await create('Reports');
  const { secret, uses_keys, ...token } = await createToken(account.email);
  expect(uses_keys).toBe(true);
  const program = { CLOAKROOM_TOKEN: secret };
  const identity = await reply(Identity.extend({ fingerprint: z.string() }), ['identity', 'create'], program);
  expect(identity.fingerprint.split(' ')).toHaveLength(8);
  expect(await reply(z.array(z.unknown()), ['material', 'receive'], program)).toEqual([]);
  expect(await readdir(join(proxy.dataDir, 'keyrings'))).toContain(`${account.id}.json`);

  const own = { CLOAKROOM_EMAIL: bea.user.email };
  expect(await reply(z.array(ApiToken), ['token', 'list'], own)).toEqual([]);
  const all = ['token', 'list', '--organization', owner.organization.slug];
  const [listed] = await reply(z.array(ApiToken), all, own);
  expect(listed).toMatchObject({ id: token.id, user: { id: account.id, first_name: 'Reports' } });
  await reply(z.unknown(), ['token', 'revoke', token.id], own);
  expect((await cloakroom(['organization', 'list'], program)).errorText).toContain('401 Unauthorized');
});

test('another admin’s tokens use its keys once that is allowed on the machine', async () => {
  const account = await create('Handover');
  const former = await createToken(account.id);
  await reply(z.unknown(), ['identity', 'create'], { CLOAKROOM_TOKEN: former.secret });
  const other = { CLOAKROOM_EMAIL: bea.user.email };
  expect((await createToken(account.id, other)).uses_keys).toBe(false);
  const { code, output } = await cloakroom(['keyring', 'allow', account.id, '--custodian', bea.user.id], {
    DATA_DIR: proxy.dataDir,
  });
  expect([code, output]).toEqual([0, expect.stringContaining(`API tokens that ${bea.user.id} creates`)]);
  const token = await createToken(account.id, other);
  expect(token.uses_keys).toBe(true);
  const list = ['identity', 'list'];
  expect(await reply(z.array(z.unknown()), list, { CLOAKROOM_TOKEN: token.secret })).toHaveLength(1);
  const receive = await cloakroom(['material', 'receive'], { CLOAKROOM_TOKEN: former.secret });
  expect(receive.errorText).toContain('403 Forbidden: This API token was not created on this machine');
});
