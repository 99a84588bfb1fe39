/** A sign-in that later commands use, with the real service. */
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { NewApiToken } from '@cloakroom/contract/apiTokens.ts';
import { Dataset } from '@cloakroom/contract/datasets.ts';
import { Organization } from '@cloakroom/contract/organizations.ts';
import { Schema } from '@cloakroom/contract/schemas.ts';
import { Session } from '@cloakroom/contract/sessions.ts';
import { password } from '#tests/service/support/people.ts';
import { commandLineWith, startCommandLine } from './support/commandLine.ts';

const line = await startCommandLine();
const { world, folder, environment } = line;
const { owner, proxy, service } = world;
const { email, id: user } = owner.user;
const file = join(folder, 'data', 'login.json');
afterAll(() => line.close());
beforeEach(() => rm(file, { force: true }));

const without = { CLOAKROOM_EMAIL: '', CLOAKROOM_PASSWORD: '', CLOAKROOM_TOKEN: '' };
const { cloakroom, reply } = commandLineWith(() => environment(without));
const withVariables = commandLineWith(() => environment());
const wrong = commandLineWith(() => environment({ ...without, CLOAKROOM_EMAIL: email, CLOAKROOM_PASSWORD: 'wrong' })); // prettier-ignore
const ownProxy = commandLineWith(() => environment({ ...without, PROXY_PORT: '1' }));

const signIn = () => reply(z.unknown(), ['login', '--email', email], `${password}\n`);
const sessions = async () => {
  const answer = await fetch(`${service.url}/api/accounts/sessions/`, { headers: owner.headers });
  return z.array(Session).parse(await answer.json());
};

test('signs in with the password on standard input; later commands need no variables', async () => {
  expect(await cloakroom(['organization', 'list'])).toMatchObject({
    code: 2,
    errorText: expect.stringContaining('Sign in with "login"') as string,
  });
  const before = (await sessions()).length;
  expect(await signIn()).toEqual({ email, user, keyring: 'open' });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const [organization] = await reply(z.array(Organization), ['organization', 'list']);
  expect(organization?.id).toBe(owner.organization.id);
  expect(await reply(Dataset, ['dataset', 'create', 'Signed in'])).toMatchObject({ name: 'Signed in' });
  const listed = await sessions();
  expect(listed).toHaveLength(before + 1);
  expect(listed.map(({ user_agent }) => user_agent)).toContain('Cloakroom command line');

  expect(await reply(z.unknown(), ['logout'])).toEqual({ email, ended: true });
  expect(await sessions()).toHaveLength(before);
  expect(await cloakroom(['organization', 'list'])).toMatchObject({ code: 2 });
  expect(await cloakroom(['logout'])).toEqual({
    code: 1,
    output: '',
    errorText: '409 Conflict: There is no sign-in to end: "login" was not used here.',
  });
});

test('uploads and exports with the sign-in, whose calls need its CSRF token', async () => {
  await signIn();
  const definition = JSON.stringify({ type: 'object', properties: { name: { type: 'string' } } });
  const dataset = await reply(Dataset, ['dataset', 'create', 'Uploads']);
  const create = ['schema', 'create', 'People', '--dataset', dataset.id, '--file', '-'];
  const { id } = await reply(Schema, create, definition);
  const people = await line.file('people.csv', 'name\nAda\nGrace\n');
  const stored = await reply(z.unknown(), ['upload', people, '--schema', id]);
  expect(stored).toMatchObject({ status: 'complete', count: 2 });
  const { code, output } = await cloakroom(['record', 'export', '--schema', id, '--decrypt']);
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('Grace') as string });
});

test('a second sign-in replaces the session of the first one', async () => {
  const before = (await sessions()).length;
  await signIn();
  await signIn();
  expect(await sessions()).toHaveLength(before + 1);
  await reply(z.unknown(), ['logout']);
});

test('asks at a terminal for what is missing, and for the password without an echo', async () => {
  const asked: [string, boolean][] = [];
  const prompt = (question: string, isSecret: boolean) => {
    asked.push([question, isSecret]);
    return Promise.resolve(isSecret ? password : email);
  };
  expect(await cloakroom(['login'], '', prompt)).toMatchObject({ code: 0, errorText: '' });
  expect(asked).toEqual([
    ['E-mail address: ', false],
    [`Password of ${email}: `, true],
  ]);
});

test('refuses a wrong password and an unnamed account, and leaves no file', async () => {
  expect(await wrong.cloakroom(['login'])).toMatchObject({
    code: 1,
    output: '',
    errorText: expect.stringMatching(/^400 Bad Request: [A-Z]/) as string,
  });
  expect(await cloakroom(['login'], password)).toMatchObject({
    code: 2,
    errorText: 'Name the account with --email, or set CLOAKROOM_EMAIL.',
  });
  expect(await cloakroom(['login', '--email', email])).toMatchObject({
    code: 2,
    errorText: 'Pass the password on standard input, or set CLOAKROOM_PASSWORD.',
  });
  await expect(stat(file)).rejects.toThrow('ENOENT');
});

test('an API token signs in from standard input only, and outlasts logout', async () => {
  const create = ['token', 'create', '--name', 'Import', '--verb', 'read', '--expires', '1'];
  const { secret, id } = await withVariables.reply(NewApiToken, create);
  expect(await cloakroom(['login', '--token', secret])).toMatchObject({
    code: 2,
    errorText: 'Write --token - and pass the token on standard input.',
  });
  expect(await cloakroom(['login', '--token', '-'], 'clkr_short')).toMatchObject({
    code: 2,
    errorText: expect.stringContaining('is not a complete API token') as string,
  });
  const login = await reply(z.unknown(), ['login', '--token', '-'], `${secret}\n`);
  expect(login).toMatchObject({ email, user, token: { id, verbs: ['read'] } });
  expect(await reply(z.array(Organization), ['organization', 'list'])).toHaveLength(1);
  expect(await reply(z.unknown(), ['status'])).toMatchObject({
    signed_in: { email, by: 'login', token: { id } },
    keyring: null,
  });
  expect(await reply(z.unknown(), ['logout'])).toEqual({ email, ended: false });
  expect(await reply(z.array(Organization), ['organization', 'list']).catch(String)).toContain('Sign in');
  const token = commandLineWith(() => environment({ ...without, CLOAKROOM_TOKEN: secret }));
  expect(await token.reply(z.array(Organization), ['organization', 'list'])).toHaveLength(1);
});

test('variables win over the sign-in; another address without a password is refused', async () => {
  await signIn();
  expect(await wrong.cloakroom(['organization', 'list'])).toMatchObject({
    code: 1,
    errorText: expect.stringMatching(/^401 Unauthorized: /) as string,
  });
  const other = commandLineWith(() => environment({ ...without, CLOAKROOM_EMAIL: 'bea@example.org' }));
  expect(await other.cloakroom(['organization', 'list'])).toMatchObject({
    code: 2,
    errorText: `CLOAKROOM_EMAIL is bea@example.org, but ${email} is signed in. Set CLOAKROOM_PASSWORD too, or unset CLOAKROOM_EMAIL.`,
  });
});

test('a session that has ended is refused with its status, and can be signed out of', async () => {
  await signIn();
  for (const { id } of await sessions())
    await fetch(`${service.url}/api/accounts/sessions/${id}/`, { method: 'DELETE', headers: owner.headers });
  // The proxy shares an answer of the service for a second.
  await expect
    .poll(() => cloakroom(['organization', 'list']), { timeout: 5_000 })
    .toMatchObject({ code: 1, errorText: expect.stringMatching(/^401 Unauthorized: /) as string });
  expect(await cloakroom(['logout'])).toMatchObject({ code: 0 });
  await expect(stat(file)).rejects.toThrow('ENOENT');
});

test('a damaged file is reported', async () => {
  await mkdir(join(folder, 'data'), { recursive: true });
  await writeFile(file, '{"format":1');
  expect(await cloakroom(['organization', 'list'])).toMatchObject({
    code: 2,
    errorText: `${file} is damaged. Sign in again with "login".`,
  });
  await expect(signIn()).resolves.toMatchObject({ email });
});

test('status says which proxy and service answer, and who is signed in', async () => {
  const service_ = { url: service.url, reachable: true, api_version: expect.any(Number) as number };
  expect(await reply(z.unknown(), ['status'])).toEqual({
    proxy: { running: true, url: proxy.url },
    service: service_,
    signed_in: null,
    keyring: null,
  });
  await signIn();
  expect(await reply(z.unknown(), ['status'])).toMatchObject({
    signed_in: { email, user, by: 'login' },
    keyring: { state: 'open', passphrase: 'file' },
  });
  expect(await withVariables.reply(z.unknown(), ['status'])).toMatchObject({ signed_in: { by: 'password' } });
  const away = commandLineWith(() => environment({ ...without, UPSTREAM: 'http://127.0.0.1:1' }));
  expect(await away.reply(z.unknown(), ['status'])).toMatchObject({
    proxy: { running: true },
    service: { reachable: false, problem: expect.stringContaining('can’t be reached') as string },
    signed_in: null,
  });
});

test('a session of a proxy that a command has started serves later commands', async () => {
  expect(await ownProxy.reply(z.unknown(), ['login', '--email', email], password)).toMatchObject({ email });
  expect(await ownProxy.reply(z.unknown(), ['status'])).toMatchObject({
    proxy: { running: false, url: null },
    signed_in: { email, by: 'login' },
  });
  expect(await ownProxy.reply(z.array(Organization), ['organization', 'list'])).toHaveLength(1);
  expect(await ownProxy.reply(z.unknown(), ['logout'])).toEqual({ email, ended: true });
}, 60_000);
