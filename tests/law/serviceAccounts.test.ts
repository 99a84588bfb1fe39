/** Every call of the contract with the token of a service account, through a proxy: which calls are open in addition to its verbs. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '@cloakroom/contract/api.ts';
import { startProxyStack } from '#tests/proxy/support/proxyStack.ts';
import { tokenAt } from '#tests/proxy/support/apiTokens.ts';
import { actor, type Actor } from '#tests/proxy/support/proxy.ts';
import { serviceAccount } from '#tests/service/support/serviceAccounts.ts';

const world = await startProxyStack();
const { service, proxy, owner } = world;
let program: Actor;
let elsewhere: Actor;
beforeAll(async () => {
  const tokenCreatedAt = async (at: { url: string }) => {
    const { id: account } = await serviceAccount(service, owner);
    return tokenAt(service, at, owner, { serviceAccount: account, verbs: ['read'] });
  };
  program = (await tokenCreatedAt(proxy)).calls;
  elsewhere = actor(proxy, (await tokenCreatedAt({ url: service.url })).headers);
});
afterAll(() => world.close());

const signedIn = api.filter(({ call }) => call.access === 'user');
const openCalls = signedIn.filter(({ call }) => call.openToServiceAccounts);
const closedCalls = signedIn.filter(
  ({ call }) => !call.openToServiceAccounts && call.tokenVerbs === undefined,
);
const id = '2'.repeat(22);
const makeCall = async (who: Actor, { call }: (typeof api)[number]) => {
  const body = call.method === 'GET' ? undefined : {};
  const answer = await who.send(call.method, call.path.replaceAll(/:\w+/g, id), body);
  return { status: answer.status, text: await answer.text() };
};

test('additionally opens only calls for its own keyring, identity and keys', () => {
  expect(openCalls.map(({ name }) => name).sort()).toEqual([
    ...['acknowledgeMaterial', 'beginKeyring', 'createIdentity', 'getKeyring', 'listAccessLog'],
    ...['listIdentities', 'listMaterials', 'listOverrides', 'proveMaterial', 'receiveMaterial'],
    ...['receiveMaterials', 'registerIdentity'],
  ]);
  expect(closedCalls.length).toBeGreaterThan(70);
});

test.each(closedCalls.map((one) => [one.name, one] as const))('%s is closed to it', async (_, one) => {
  for (const who of [program, elsewhere]) {
    const { status, text } = await makeCall(who, one);
    expect([status, text]).toEqual([403, expect.stringContaining('API tokens may not make this call')]);
  }
});

test.each(openCalls.map((one) => [one.name, one] as const))('%s is open to it', async (_, one) => {
  const { text } = await makeCall(program, one);
  expect(text).not.toContain('API tokens may not make this call');
});

test.each(openCalls.filter(({ call }) => call.answeredBy === 'proxy').map((one) => [one.name, one] as const))(
  '%s uses no keyring for a token that was created elsewhere',
  async (name, one) => {
    const { status, text } = await makeCall(elsewhere, one);
    if (name === 'getKeyring') expect(JSON.parse(text)).toMatchObject({ state: 'unproven' });
    else expect([status, text]).toEqual([403, expect.stringContaining('was not created on this machine')]);
  },
);
