/** The proxy does not act on answers of the service that contradict each other. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Identity } from '@cloakroom/contract/identities.ts';
import type { Material } from '@cloakroom/contract/materials.ts';
import type { Request } from '@cloakroom/contract/requests.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { startOrganization } from '#tests/proxy/sharing/support.ts';
import { liarBefore } from './support/liar.ts';
import { thiefOf } from './support/tampering.ts';

const world = await startOrganization();
const liar = await liarBefore(world.service.url);
const [ada, grace] = [await world.device(world.ada.who, liar.url), await world.newcomer(liar.url)];
const [schema, other] = [await ada.people(), await ada.people('Others')];
beforeAll(async () => {
  for (const device of [ada, grace]) await device.identity();
  await ada.admit(schema, 'owners', grace.who);
});
afterEach(() => liar.reset());
afterAll(async () => {
  await liar.close();
  await world.close();
});

type ListedRequest = Omit<Request, 'user' | 'identity'> & { user: object; identity: Identity };
const changeEach = (change: (request: ListedRequest) => object) => (requests: ListedRequest[]) =>
  requests.map((request) => ({ ...request, ...change(request) }));

// prettier-ignore
test.each<[what: string, call: () => string, change: (answer: never) => unknown, says: RegExp]>([
  ['names another person as the one who asks', () => 'GET /api/requests/', changeEach(({ user }) => ({ user: { ...user, id: ada.who.user.id } })), /Another person asks/],
  ['doesn’t say who asks', () => 'GET /api/requests/', changeEach(({ identity }) => ({ identity: identity.url })), /does not say who asks/],
  ['gives an identity another user', () => 'GET /api/requests/', changeEach(({ identity }) => ({ identity: { ...identity, user: '/api/users/somebody/' } })), /does not say who asks/],
  ['answers with another schema than requested', () => `GET /api/schemas/${schema.id}/`, (seen: Schema) => ({ ...seen, id: other.id }), /another schema than was asked for/],
])('seals nothing if the service %s', async (_, call, change, says) => {
  liar.lie(call(), change);
  await expect(ada.compareAndFulfilAll()).rejects.toThrow(says);
  expect(await thiefOf(world.service).count('materials')).toBe(0);
});

test('does not use an identity if the service registers other keys', async () => {
  const emmy = await world.newcomer(liar.url);
  liar.lie('POST /api/identities/register/', (identity: Identity) => ({ ...identity, sub_public_key: '7'.repeat(64) })); // prettier-ignore
  await expect(emmy.identity()).rejects.toThrow('registered other keys');
  await expect(emmy.receiveAll()).rejects.toThrow('no identity yet');
  liar.reset();
  await emmy.identity();
  expect(await emmy.receiveAll()).toEqual([]);
});

test('receives no key while the service hides its sender or names another schema, and receives it after a true answer', async () => {
  expect(await ada.compareAndFulfilAll()).toHaveLength(4);
  liar.lie('GET /api/materials/', (materials: Material[]) => materials.map((material) => ({ ...material, uploaded_by: '/api/identities/somebody/' }))); // prettier-ignore
  await expect(grace.receiveAll()).rejects.toThrow('who sealed it');
  liar.reset();
  liar.lie(`GET /api/schemas/${schema.id}/`, (seen: Schema) => ({ ...seen, id: other.id }));
  await expect(grace.compareAndReceiveAll()).rejects.toThrow('another schema than was asked for');
  expect(await grace.overrides()).toEqual([]);
  liar.reset();
  expect(await grace.compareAndReceiveAll()).toHaveLength(4);
});
