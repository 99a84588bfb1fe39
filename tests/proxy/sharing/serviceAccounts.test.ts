/** A program with a service account at a gateway: its keyring, the keys that people share with it, and its end. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Keyring } from '@cloakroom/contract/keyring.ts';
import type { ServiceAccount } from '@cloakroom/contract/serviceAccounts.ts';
import { password, person, type Someone } from '#tests/service/support/people.ts';
import { serviceAccount } from '#tests/service/support/serviceAccounts.ts';
import type { TokenOptions } from '#tests/service/support/apiTokens.ts';
import { pollTimeout } from '#tests/support/pollTimeout.ts';
import { tokenAt } from '../support/apiTokens.ts';
import { actor, startProxy } from '../support/proxy.ts';
import { deviceOf, rows, startOrganization, wordsOf } from './support.ts';

const world = await startOrganization();
const { ada, service } = world;
const gateway = await startProxy(service.url);
const gus = await person(service, { organization: ada.who.organization.id, admin: true });
const schema = await ada.people();
const other = await ada.people('Other people');
beforeAll(async () => {
  await ada.identity();
  expect(await ada.uploaded(schema.id, rows, 'text/csv')).toMatchObject({ status: 'complete' });
});
afterAll(async () => {
  await gateway.close();
  await world.close();
});

/** The calls of a program with a token of a service account, as of a person on a device. */
async function programOf(account: ServiceAccount, options: TokenOptions = {}, by = gus, proxy = gateway) {
  const token = await tokenAt(service, proxy, by, { ...options, serviceAccount: account.id });
  const who = { user: { id: account.id, email: account.email }, organization: ada.who.organization };
  return { ...deviceOf(proxy, { ...who, headers: token.headers } as Someone), token };
}
const search = { schema: schema.id };
const keyringOf = async (calls: { send: ReturnType<typeof actor>['send'] }) =>
  (await (await calls.send('GET', '/api/keyring/')).json()) as Keyring;
const refusal = async (answer: Response) => `${answer.status} ${await answer.text()}`;

describe('a program', () => {
  const start = async () => programOf(await serviceAccount(service, gus));
  let program: Awaited<ReturnType<typeof programOf>>;
  beforeAll(async () => {
    program = await start();
  });

  test('begins its keyring with its first call, which its token may use', async () => {
    expect(program.token).toMatchObject({ uses_keys: true, service_account: true });
    expect(await keyringOf(program)).toMatchObject({ state: 'open', device_id: null });
    const identity = await program.identity();
    expect((await keyringOf(program)).device_id).toBe(identity.device_id);
  });

  test('finds nothing before an owner has put it on a team and shared the key', async () => {
    expect(await refusal(await program.send('POST', '/api/records/search/', search))).toContain('403');
    await ada.admit(schema, 'requesters', program.who);
    expect(await refusal(await program.send('POST', '/api/records/search/', search))).toContain('422');
    const { request, identity } = await ada.askedBy(program.who);
    expect(wordsOf(identity)).toBe(wordsOf(await program.identity()));
    const stranger = { ...identity, sub_public_key: '0'.repeat(64) };
    await expect(ada.fulfil(request, wordsOf(stranger))).rejects.toThrow('not the fingerprint');
    await ada.fulfil(request, wordsOf(identity));
  });

  test('receives the key from an owner whose fingerprint was compared, and counts records', async () => {
    await expect(program.receiveAll()).rejects.toThrow('No device of');
    expect(await program.compareAndReceiveAll()).toHaveLength(1);
    expect(await program.overrides()).toEqual([`${schema.id}:__query`]);
    const filters = [{ label: 'age', value: 'count(>=40)' }];
    const answer = await program.send('POST', '/api/records/search/', { ...search, filters });
    expect(await answer.json()).toEqual([{ data: { value: 2 } }]);
    const { records } = await program.search(search);
    expect((await program.send('POST', '/api/records/decrypt/', records)).status).toBe(403);
  });

  test('opens values once a grant names them, as a person does', async () => {
    await ada.admit(schema, 'owners', program.who);
    expect(await ada.fulfilAll()).toHaveLength(3);
    await program.receiveAll();
    const { records } = await program.search(search);
    expect(await program.decrypt(records)).toEqual(await ada.decrypt(records));
    await ada.dismiss(schema, 'owners', program.who);
  });

  test('receives only what belongs to the datasets of its token', async () => {
    const account = await serviceAccount(service, gus, 'Limited');
    const limited = await programOf(account, { datasets: [schema.dataset.split('/').at(-2)!] });
    await limited.identity();
    await ada.admit(other, 'requesters', limited.who);
    await ada.compareAndFulfilAll();
    expect(await limited.waiting()).toEqual([]);
    expect(await limited.receiveAll()).toEqual([]);
    const all = await programOf(account);
    const [material] = await all.waiting();
    expect((await limited.send('POST', `/api/materials/${material!.id}/receive/`)).status).toBe(404);
    expect(await all.compareAndReceiveAll()).toHaveLength(1);
  });

  test('is refused once its token is revoked, and searches with another token of the same admin', async () => {
    await service.app.inject({ method: 'DELETE', url: program.token.url, headers: gus.headers });
    const former = program;
    program = await programOf(await accountOf(former.who.user.id));
    expect(await refusal(await former.send('POST', '/api/records/search/', search))).toContain('401');
    expect((await program.search(search)).total).toBe(3);
  });

  const accountOf = async (id: string) =>
    (await service.app.inject({ url: `/api/service-accounts/${id}/`, headers: gus.headers })).json<ServiceAccount>(); // prettier-ignore

  test('is refused everywhere once its account is deleted, and is on no team', async () => {
    const url = `/api/service-accounts/${program.who.user.id}/`;
    expect((await service.app.inject({ method: 'DELETE', url, headers: gus.headers })).statusCode).toBe(204);
    const calls = [
      ['GET', '/api/users/self/'],
      ['GET', '/api/keyring/'],
      ['POST', '/api/records/search/', search],
      ['POST', '/api/identities/'],
      ['POST', '/api/materials/receive/'],
      ['GET', `/api/records/?schema=${schema.id}`],
    ] as const;
    // The proxy shares the service's last answer about a token for a second.
    await expect.poll(async () => (await program.send('GET', '/api/keyring/')).status, pollTimeout).toBe(401);
    for (const [method, path, body] of calls)
      expect(await refusal(await program.send(method, path, body))).toContain('401');
    const { members } = await ada.teamOf(schema, 'requesters');
    expect(members).toEqual([]);
    expect(await ada.outstanding()).toEqual([]);
  });
});

describe('the keyring of a service account', () => {
  test('is not opened by a token of another admin, or one that was created elsewhere', async () => {
    const account = await serviceAccount(service, gus, 'Guarded');
    await (await programOf(account)).identity();
    for (const calls of [
      await programOf(account, {}, ada.who),
      actor(gateway, (await programOf(account, {}, gus, ada.proxy)).token.headers),
    ]) {
      expect(await keyringOf(calls)).toMatchObject({ state: 'unproven' });
      expect(await refusal(await calls.send('POST', '/api/identities/'))).toMatch(/^403.*not created on this machine/); // prettier-ignore
      expect(await refusal(await calls.send('POST', '/api/keyring/begin/'))).toMatch(/^403/);
    }
  });

  test('is a different one at another gateway, where the program starts over', async () => {
    const account = await serviceAccount(service, gus, 'Twice');
    const first = await (await programOf(account)).identity();
    const elsewhere = await startProxy(service.url);
    const program = await programOf(account, {}, gus, elsewhere);
    expect(await keyringOf(program)).toMatchObject({ state: 'missing' });
    await program.begin();
    expect((await program.identity()).device_id).not.toBe(first.device_id);
    await elsewhere.close();
  });

  test('stays open to its tokens after a restart', async () => {
    const before = await startProxy(service.url);
    const account = await serviceAccount(service, gus, 'Restarted');
    const { token, ...program } = await programOf(account, {}, gus, before);
    const identity = await program.identity();
    await before.app.close();
    const after = await startProxy(service.url, before.dataDir);
    expect((await keyringOf(actor(after, token.headers))).device_id).toBe(identity.device_id);
    await after.close();
  });

  test('is not that of a person: the token opens none that a person has begun, and no password opens its own', async () => {
    const bea = await person(service, { organization: ada.who.organization.id });
    await actor(gateway, bea.headers).send('GET', '/api/keyring/');
    const asked = { ...(await serviceAccount(service, gus, 'Liar')), id: bea.user.id };
    await expect(programOf(asked)).rejects.toThrow('404');
    const account = await serviceAccount(service, gus, 'Passwordless');
    await (await programOf(account)).identity();
    const basic = `Basic ${Buffer.from(`${account.email}:${password}`).toString('base64')}`;
    expect((await actor(gateway, { authorization: basic }).send('GET', '/api/keyring/')).status).toBe(401);
  });
});
