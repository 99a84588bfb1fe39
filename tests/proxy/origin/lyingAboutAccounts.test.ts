/** A service that lies about who is a service account, or whose admin a caller is, opens no keyring by a token. */
import { afterAll, afterEach, expect, test } from 'vitest';
import type { NewApiToken } from '@cloakroom/contract/apiTokens.ts';
import { newApiToken } from '@cloakroom/server-kit/apiTokens.ts';
import { tokenAt } from '#tests/proxy/support/apiTokens.ts';
import { visitor } from '#tests/proxy/support/visitor.ts';
import { tokenBody } from '#tests/service/support/apiTokens.ts';
import { person, type Someone } from '#tests/service/support/people.ts';
import { serviceAccount } from '#tests/service/support/serviceAccounts.ts';
import { basic, jsonHeaders, opens, startLied, welcome } from './support.ts';

const world = await startLied();
const { liar, proxy, service, victim, nameEverybody, signedIn } = world;
afterEach(() => liar.reset());
afterAll(() => world.close());

type Account = { id: string };

/** Creates a token for an account through the proxy, which the service answers with whatever it is asked for. */
async function plant(who: Someone, { id }: Account): Promise<NewApiToken> {
  const secret = newApiToken();
  const body = tokenBody(service, who, { serviceAccount: id });
  liar.lie('POST /api/tokens/', () => ({
    status: 201,
    headers: jsonHeaders,
    text: JSON.stringify({
      ...{ ...body, id, url: `/api/tokens/${id}/`, user: `/api/users/${id}/`, service_account: true },
      ...{ prefix: 'clkr_', created: new Date().toISOString(), last_used: null, secret },
    }),
  }));
  const answer = await visitor(proxy, who.headers).send('POST', '/api/tokens/', body);
  expect(answer.status).toBe(201);
  liar.reset();
  return (await answer.json()) as NewApiToken;
}

/** The calls with a planted token. The service names this user for it, with every permission. */
async function withToken({ secret }: NewApiToken, { id }: Account) {
  const scope = { id, name: 'Planted', organization: '/api/organizations/x/', datasets: null };
  liar.lie('GET /api/users/self/', () => ({
    status: 200,
    headers: jsonHeaders,
    text: JSON.stringify({
      ...{
        id,
        url: `/api/users/${id}/`,
        email: 'm@example.org',
        username: 'm',
        first_name: '',
        last_name: '',
      },
      ...{ has_identity: false, is_active: true, is_superuser: false, is_service_account: true },
      ...{ date_joined: '2026-11-23T00:00:00Z', last_login: null, organizations: [] },
      settings: { plan: { product_name: 'Free' } },
      token: { ...scope, verbs: ['read', 'write'], expires: '2030-01-01T00:00:00Z', service_account: true },
    }),
  }));
  return visitor(proxy, { authorization: `Bearer ${secret}` });
}

/** The calls with a token that the service has made, as asked. */
const program = async (who: Someone, { id }: Account) =>
  visitor(proxy, (await tokenAt(service, proxy, who, { serviceAccount: id })).headers);

test('a token for a person who has a keyring here does not open it', async () => {
  const [ada, mallory] = [await victim(), await victim()];
  const planted = await plant(mallory, ada.user);
  expect(planted.uses_keys).toBe(false);
  expect(await opens(await withToken(planted, ada.user))).toBe(false);
});

test('a token for a person who begins a keyring here later does not open that one', async () => {
  const [bea, mallory] = [await person(service), await victim()];
  const planted = await plant(mallory, bea.user);
  expect(planted.uses_keys).toBe(true);
  const hers = await signedIn(bea);
  expect(await opens(hers)).toBe(true);
  expect(await opens(await withToken(planted, bea.user))).toBe(false);
  liar.reset();
  expect(await opens(hers)).toBe(true);
});

test('a token of another person does not open the keyring of a service account', async () => {
  const [gus, mallory] = [await victim(), await victim()];
  const account = await serviceAccount(service, gus);
  expect(await opens(await program(gus, account))).toBe(true);
  const planted = await plant(mallory, account);
  expect(planted.uses_keys).toBe(false);
  expect(await opens(await withToken(planted, account))).toBe(false);
});

test('neither a sign-in nor a Basic header as the service account opens its keyring', async () => {
  const gus = await victim();
  const account = await serviceAccount(service, gus);
  expect(await opens(await program(gus, account))).toBe(true);
  const answer = await fetch(`${service.url}/api/users/self/`, { headers: gus.headers });
  const text = (await answer.text()).replaceAll(gus.user.id, account.id);
  liar.lie('GET /api/users/self/', () => ({ status: 200, headers: jsonHeaders, text }));
  liar.lie('POST /api/accounts/login/', () => welcome);
  const browser = visitor(proxy);
  await browser.signIn(account.email, 'anything at all');
  for (const calls of [browser, visitor(proxy, basic(account.email, 'anything at all'))]) {
    expect(await opens(calls)).toBe(false);
    expect((await calls.keyring()).state).toBe('unproven');
  }
});

test('a person who claims to be the custodian, without their password, gets no token with keys', async () => {
  const gus = await victim();
  const account = await serviceAccount(service, gus);
  expect((await plant(gus, account)).uses_keys).toBe(true);
  const impostor = { ...gus, headers: basic('mallory@example.org', 'anything at all') };
  await nameEverybody(gus);
  const secret = newApiToken();
  liar.lie('POST /api/tokens/', () => ({ status: 201, headers: jsonHeaders, text: JSON.stringify({
    ...{ id: account.id, url: '/api/tokens/x/', user: '/api/users/x/', service_account: true, name: 'x', organization: 'x' },
    ...{ datasets: null, verbs: ['read'], expires: '2030-01-01T00:00:00Z', prefix: 'clkr_', created: '', last_used: null, secret },
  }) })); // prettier-ignore
  const body = tokenBody(service, gus, { serviceAccount: account.id });
  const answer = await visitor(proxy, impostor.headers).send('POST', '/api/tokens/', body);
  expect(await answer.json()).toMatchObject({ uses_keys: false });
});
