/** Devices are registered with a proof of their keys, and revoked with everything that depends on them. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Identity, IdentityKey } from '@cloakroom/contract/identities.ts';
import { requests } from '@cloakroom/service/db/schema.ts';
import type { Someone } from '#tests/service/support/people.ts';
import { startService } from '#tests/service/support/service.ts';
import { logged } from '#tests/service/support/stored.ts';
import { deviceOf, fulfilled, outstanding, registrationOf } from '#tests/service/support/sharing.ts';
import { makeWorld, type World } from '#tests/service/support/world.ts';

const service = await startService();
let world: World;
beforeEach(async () => {
  world = await makeWorld(service);
});
afterAll(() => service.close());

const register = (who: Someone, body: object) => world.call(who, 'POST', '/api/identities/register/', body);
const revoke = (who: Someone, id: string) => world.call(who, 'DELETE', `/api/identities/${id}/`);
const hasIdentity = async (who: Someone) =>
  (await world.call(who, 'GET', '/api/users/self/')).json<{ has_identity: boolean }>().has_identity;

describe('registering a device', () => {
  test('makes an identity that only its owner sees, and lets them receive keys', async () => {
    const { requester, dataOwner } = world.people;
    expect(await hasIdentity(requester)).toBe(false);
    const registration = registrationOf(requester);
    const answer = await register(requester, registration);
    expect(answer.statusCode).toBe(201);
    const { signature: _, ...shown } = registration;
    expect(answer.json()).toMatchObject({
      ...shown,
      user: `/api/users/${requester.user.id}/`,
      revoked: null,
    });
    expect(await hasIdentity(requester)).toBe(true);
    const receivers = `/api/organizations/${world.organization}/users/?expand=user&has_identity=true`;
    expect((await world.call(dataOwner, 'GET', receivers)).json()).toMatchObject([
      { user: { id: requester.user.id, has_identity: true } },
    ]);
    expect((await world.call(dataOwner, 'GET', '/api/identities/')).json()).toEqual([]);
  });

  test('twice, or twenty times at once, is the same identity', async () => {
    const { requester } = world.people;
    const registration = registrationOf(requester);
    const answers = await Promise.all(Array.from({ length: 20 }, () => register(requester, registration)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => answer.json<Identity>().id)).size).toBe(1);
    const entry = { action: 'create', organization: world.organization };
    const log = await logged(service, { model: 'identity', actor: requester.user.id });
    expect(log).toMatchObject([entry]);
  });

  test('with other keys than it has is refused', async () => {
    const { requester } = world.people;
    const [first, second] = [registrationOf(requester), registrationOf(requester)];
    await register(requester, first);
    const resigned = registrationOf(requester, { device_id: first.device_id });
    expect((await register(requester, resigned)).statusCode).toBe(409);
    expect((await register(requester, second)).statusCode).toBe(201);
  });

  test('is limited to twenty active ones', async () => {
    const { member } = world.people;
    const made = [];
    for (let number = 0; number < 20; number++) made.push(await deviceOf(service, member));
    expect((await register(member, registrationOf(member))).statusCode).toBe(409);
    await revoke(member, made[0]!.id);
    expect((await register(member, registrationOf(member))).statusCode).toBe(201);
  });
});

describe('refuses a registration', () => {
  const zeros = '0'.repeat(64);
  const one = `01${'0'.repeat(62)}`;
  const flipped = (text: string) => `${text.startsWith('0') ? '1' : '0'}${text.slice(1)}`;
  const changes: [string, (body: ReturnType<typeof registrationOf>) => object][] = [
    ['another device', (body) => ({ ...body, device_id: `${body.device_id}x` })],
    ['another signing key', (body) => ({ ...body, primary_public_key: flipped(body.primary_public_key) })],
    ['another receiving key', (body) => ({ ...body, sub_public_key: flipped(body.sub_public_key) })],
    ['another signature', (body) => ({ ...body, signature: flipped(body.signature) })],
    [
      'a signing key under which anything is signed',
      (body) => ({ ...body, primary_public_key: one, signature: one + zeros }),
    ],
    ['zeros for a signing key', (body) => ({ ...body, primary_public_key: zeros, signature: zeros + zeros })],
  ];
  test.each(changes)('with %s', async (_, change) => {
    const { requester } = world.people;
    const answer = await register(requester, change(registrationOf(requester)));
    expect(answer.statusCode).toBe(400);
    expect((await world.call(requester, 'GET', '/api/identities/')).json()).toEqual([]);
    expect(await hasIdentity(requester)).toBe(false);
  });

  test('with keys that give no protection', async () => {
    const { requester } = world.people;
    for (const sub_public_key of [zeros, one])
      expect((await register(requester, registrationOf(requester, { sub_public_key }))).statusCode).toBe(400);
  });

  test('that another person has signed for themselves', async () => {
    const { requester, dataOwner } = world.people;
    expect((await register(dataOwner, registrationOf(requester))).statusCode).toBe(400);
  });
});

describe('revoking an identity', () => {
  test('deletes its requests and the keys that wait for it, keeps what has arrived for sharing, and is logged', async () => {
    const { requester, dataOwner } = world.people;
    const sealer = await deviceOf(service, dataOwner);
    await world.nameKeys({ __query: true, age: true, name: true });
    const device = await deviceOf(service, requester);
    const asked = (await outstanding(service, dataOwner)).filter(({ identity }) => identity === device.url);
    expect(asked.map(({ field_name: name }) => name).sort()).toEqual(['__query', 'age', 'name']);
    const [first, second, third] = asked;
    const arrived = await fulfilled(service, dataOwner, sealer.id, first!.id);
    await world.call(requester, 'POST', `${arrived.material.url}proof/`, { proof: arrived.proof });
    await world.call(requester, 'POST', `${arrived.material.url}acknowledge/`);
    await fulfilled(service, dataOwner, sealer.id, second!.id);

    const answer = await revoke(requester, device.id);
    expect(answer.statusCode).toBe(200);
    expect(answer.json<Identity>().revoked).not.toBeNull();
    const left = await service.database.select().from(requests).where(eq(requests.identity, device.id));
    expect(left.map(({ id }) => id)).toEqual([first!.id]);
    expect((await outstanding(service, dataOwner)).map(({ id }) => id)).not.toContain(third!.id);
    expect((await world.call(requester, 'GET', '/api/materials/?proofed=false')).json()).toEqual([]);
    const keys = await world.call(requester, 'GET', `${device.url}keys/`);
    expect(keys.json<IdentityKey[]>()).toMatchObject([
      { schema: world.schema.url, schema_name: 'Train', field_name: first!.field_name },
    ]);
    expect(keys.json<IdentityKey[]>()[0]!.received).not.toBeNull();
    expect(await hasIdentity(requester)).toBe(false);
    expect((await world.call(requester, 'GET', '/api/identities/')).json()).toMatchObject([
      { id: device.id, revoked: answer.json<Identity>().revoked },
    ]);
    // A second revocation changes nothing.
    expect((await revoke(requester, device.id)).json()).toEqual(answer.json());
  });

  test('deletes keys that it sealed for others and that are not received yet: they can be shared again', async () => {
    const { requester, dataOwner } = world.people;
    const [lost, next] = [await deviceOf(service, dataOwner), await deviceOf(service, dataOwner)];
    await deviceOf(service, requester);
    const asked = (await outstanding(service, dataOwner)).find(
      ({ user }) => user === `/api/users/${requester.user.id}/`,
    );
    await fulfilled(service, dataOwner, lost.id, asked!.id);
    await revoke(dataOwner, lost.id);
    expect((await world.call(requester, 'GET', '/api/materials/')).json()).toEqual([]);
    expect((await outstanding(service, dataOwner)).map(({ id }) => id)).toContain(asked!.id);
    expect(await hasIdentity(dataOwner)).toBe(true);
    await fulfilled(service, dataOwner, next.id, asked!.id);
    expect((await world.call(requester, 'GET', '/api/materials/')).json()).toHaveLength(1);
  });

  test('is permanent: the device can’t be registered again with the same keys, and makes no requests', async () => {
    const { requester, dataOwner } = world.people;
    const registration = registrationOf(requester);
    const { id } = (await register(requester, registration)).json<Identity>();
    await revoke(requester, id);
    expect((await register(requester, registration)).statusCode).toBe(409);
    const ask = { schema: world.schema.id, identity: id };
    expect((await world.call(requester, 'POST', '/api/requests/', ask)).statusCode).toBe(409);
    await world.addTo('requesters', requester);
    const open = await outstanding(service, dataOwner);
    expect(open.map(({ identity }) => identity)).not.toContain(`/api/identities/${id}/`);
  });
});
