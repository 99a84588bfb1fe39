/** A change that is sent again under its idempotency key is carried out once. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { api } from '@cloakroom/contract/api.ts';
import { datasets, invitations, repeats, users } from '@cloakroom/service/db/schema.ts';
import { deleteExpiredAnswers } from '@cloakroom/service/plugins/idempotency.ts';
import { person, type Someone } from '../support/people.ts';
import { startService } from '../support/service.ts';
import { logged } from '../support/stored.ts';

const service = await startService();
const ada = await person(service);
afterAll(() => service.close());

type Sent = { key?: string; who?: Someone; method?: 'POST' | 'PATCH'; url?: string; body?: object };

const send = ({ key, who = ada, method = 'POST', url = '/api/datasets/', body }: Sent = {}) =>
  service.app.inject({
    method,
    url,
    headers: {
      ...who.headers,
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    payload: JSON.stringify(body ?? { name: 'People', organization: who.organization.id }),
  });
const datasetsOf = ({ organization }: Someone) =>
  service.database.select().from(datasets).where(eq(datasets.organization, organization.id));

test('a hundred simultaneous pairs of the same request create a hundred datasets, and both answers of a pair are equal', async () => {
  const grace = await person(service);
  const pairs = Array.from({ length: 100 }, (_, at) => {
    const body = { name: `Set ${at}`, organization: grace.organization.id };
    const sent = { key: randomUUID(), who: grace, body };
    return Promise.all([send(sent), send(sent)]);
  });
  for (const [one, other] of await Promise.all(pairs)) {
    expect([one.statusCode, other.statusCode]).toEqual([201, 201]);
    expect(other.body).toBe(one.body);
  }
  expect(await datasetsOf(grace)).toHaveLength(100);
  expect(await logged(service, { organization: grace.organization.id, model: 'dataset' })).toHaveLength(100);
});

test('without a key each request is carried out', async () => {
  const grace = await person(service);
  await send({ who: grace });
  await send({ who: grace });
  expect(await datasetsOf(grace)).toHaveLength(2);
});

test('a key that was used is refused for another request, which changes nothing', async () => {
  const key = randomUUID();
  expect((await send({ key })).statusCode).toBe(201);
  const before = await datasetsOf(ada);
  const other = await send({ key, body: { name: 'Others', organization: ada.organization.id } });
  expect(other.statusCode).toBe(422);
  expect(other.json()).toEqual({
    detail:
      'This Idempotency-Key has already served another request, which was carried out. Look at its result before you try again.',
  });
  const rename = { method: 'PATCH', url: '/api/accounts/profile/', body: { first_name: 'Eve' } } as const;
  const elsewhere = await send({ key, ...rename });
  expect(elsewhere.statusCode).toBe(422);
  expect(await datasetsOf(ada)).toEqual(before);
});

test('a refused request uses up no key: the corrected one may have it', async () => {
  const key = randomUUID();
  const nameless = { name: '', organization: ada.organization.id };
  expect((await send({ key, body: nameless })).statusCode).toBe(400);
  const foreign = { name: 'People', organization: (await person(service)).organization.id };
  expect((await send({ key, body: foreign })).statusCode).toBe(404);
  expect((await send({ key })).statusCode).toBe(201);
});

test('one person’s key does not affect another person’s', async () => {
  const [grace, key] = [await person(service), randomUUID()];
  const [hers, mine] = [await send({ key, who: grace }), await send({ key })];
  expect(mine.statusCode).toBe(201);
  expect(mine.json<{ id: string }>().id).not.toBe(hers.json<{ id: string }>().id);
});

test('a name set again by a late repeat doesn’t undo a newer one', async () => {
  const grace = await person(service);
  const rename = { who: grace, method: 'PATCH', url: '/api/accounts/profile/' } as const;
  const late = { ...rename, key: randomUUID(), body: { first_name: 'Grace' } };
  await send(late);
  await send({ ...late, key: randomUUID(), body: { first_name: 'Amazing Grace' } });
  const again = await send(late);
  expect(again.json()).toEqual({ first_name: 'Grace', last_name: 'Byron' });
  const [row] = await service.database.select().from(users).where(eq(users.id, grace.user.id));
  expect(row?.firstName).toBe('Amazing Grace');
});

test('an invitation sent twice is mailed once and answered alike, and its link is not stored', async () => {
  const key = randomUUID();
  const before = service.mails().length;
  const sent = {
    key,
    url: `/api/organizations/${ada.organization.id}/invitations/`,
    body: { email: 'new@example.org' },
  };
  const [one, other] = [await send(sent), await send(sent)];
  expect(one.statusCode).toBe(201);
  expect(other.json()).toEqual(one.json());
  expect(one.body).not.toContain('signature');
  expect(service.mails()).toHaveLength(before + 1);
  expect(await service.database.select().from(invitations)).toHaveLength(1);
  const [stored] = await service.database.select().from(repeats).where(eq(repeats.key, key));
  expect(stored?.answer).not.toContain('signature');
});

test('a key is at least eight visible characters', async () => {
  for (const key of ['short', 'with space', 'x'.repeat(129)]) {
    const refused = await send({ key });
    const detail = 'Idempotency-Key has 8 to 128 characters, without spaces.';
    expect([refused.statusCode, refused.json()]).toEqual([400, { detail }]);
  }
});

test('drops answers after a day, and keeps younger ones', async () => {
  const [old, young] = [randomUUID(), randomUUID()];
  await send({ key: old });
  service.later(23 * 3_600_000);
  await send({ key: young });
  await deleteExpiredAnswers({ database: service.database, clock: () => Date.now() + 25 * 3_600_000 });
  const storedKeys = (await service.database.select().from(repeats)).map(({ key }) => key);
  expect(storedKeys).toContain(young);
  expect(storedKeys).not.toContain(old);
});

test('every call that takes a key is a change by a signed-in person', () => {
  const promised = api.filter(({ call }) => call.repeatable);
  expect(
    promised
      .map(({ name }) => name)
      .sort()
      .join(' '),
  ).toBe(
    'addMember changeGrant createDataset createGrant createInvitation createOrganization createRecords ' +
      'createSchema createServiceAccount createTeam denyRequest patchDataset patchGrant patchOrganizationUser ' +
      'patchProfile patchSchema patchServiceAccount patchTeam putOrganization putTeam removeMember ' +
      'replaceRecord requestKeys updateRecord uploadMaterial',
  );
  for (const { call } of promised) {
    expect(call.access).toBe('user');
    expect(call.method).not.toBe('GET');
  }
});
