/** API tokens: created, listed, used and revoked; expiring; stored as hashes. */
import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { ApiToken, type NewApiToken } from '@cloakroom/contract/apiTokens.ts';
import type { AuditLogEntry } from '@cloakroom/contract/audit.ts';
import type { User } from '@cloakroom/contract/users.ts';
import { apiTokens, auditLog, organizationUsers, teamMembers, users } from '@cloakroom/service/db/schema.ts';
import { apiToken, tokenBody, type TokenOptions } from '#tests/service/support/apiTokens.ts';
import { password, person, type Someone } from '#tests/service/support/people.ts';
import { successor, testSegment } from '#tests/service/support/segments.ts';
import { startService } from '#tests/service/support/service.ts';
import { caller, makeWorld, type World } from '#tests/service/support/world.ts';

const minuteMs = 60_000;
const service = await startService();
const call = caller(service);
let world: World;
let owner: Someone;
beforeEach(async () => {
  world = await makeWorld(service);
  ({ owner } = world.people);
});
afterAll(() => service.close());

const create = (options: TokenOptions = {}) =>
  call(owner, 'POST', '/api/tokens/', tokenBody(service, owner, options));
const detail = async (headers: { authorization: string }, url = '/api/users/self/') => {
  const answer = await call({ headers }, 'GET', url);
  return [answer.statusCode, answer.json<{ detail?: string }>().detail ?? ''] as const;
};
const listed = async () => (await call(owner, 'GET', '/api/tokens/')).json<ApiToken[]>();

test('a new token is answered with its restrictions, and once with its secret', async () => {
  const datasets = [`/api/datasets/${world.dataset.id}/`];
  const made = (await create({ datasets, verbs: ['write', 'read'] })).json<NewApiToken>();
  const { secret, ...token } = made;
  expect(secret).toMatch(/^clkr_[0-9A-Za-z]{36}$/);
  expect(secret.startsWith(token.prefix)).toBe(true);
  expect(token).toMatchObject({
    name: 'Nightly import',
    organization: `/api/organizations/${owner.organization.id}/`,
    datasets,
    verbs: ['read', 'write'],
    last_used: null,
  });
  expect(await listed()).toEqual([ApiToken.parse(token)]);
  expect((await call(owner, 'GET', token.url)).json()).toEqual(token);
});

test('only a hash of the secret is stored, and the secret is in no log', async () => {
  const { id, secret } = await apiToken(service, owner);
  const rows = await service.database.select().from(apiTokens).where(eq(apiTokens.id, id));
  expect(rows[0]?.hash).toBe(createHash('sha256').update(secret).digest('base64url'));
  const stored = JSON.stringify([rows, await service.database.select().from(auditLog)]);
  expect(stored).not.toContain(secret);
  expect(stored).not.toContain(secret.slice('clkr_'.length + 4));
});

test('a call with a token is made as its person, who is shown with the restrictions', async () => {
  const { headers, id } = await apiToken(service, owner, { verbs: ['read'] });
  const second = await person(service);
  await service.database
    .insert(organizationUsers)
    .values({ id: world.dataset.id, organization: second.organization.id, user: owner.user.id });
  const self = (await call({ headers }, 'GET', '/api/users/self/')).json<User>();
  expect(self).toMatchObject({ id: owner.user.id, token: { id, verbs: ['read'], datasets: null } });
  expect(self.organizations).toEqual([`/api/organizations/${owner.organization.id}/`]);
  expect((await call(owner, 'GET', '/api/users/self/')).json<User>().token).toBeUndefined();
  const elsewhere = `/api/organizations/${second.organization.id}/`;
  expect((await call(owner, 'GET', elsewhere)).statusCode).toBe(200);
  expect((await call({ headers }, 'GET', elsewhere)).statusCode).toBe(404);
  expect((await call({ headers }, 'GET', '/api/organizations/')).body).not.toContain(second.organization.id);
});

describe('what can’t be created', () => {
  test.each([
    ['a life of more than a year', { days: 367 }, 'expires'],
    ['an expiry in the past', { days: -1 }, 'expires'],
    ['no verb', { verbs: [] }, 'verbs'],
    ['an empty list of datasets', { datasets: [] }, 'datasets'],
    ['an empty name', { name: ' ' }, 'name'],
  ])('%s', async (_, options, field) => {
    const answer = await create(options);
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([field]);
  });

  test('a token without an expiry', async () => {
    const { expires: _, ...body } = tokenBody(service, owner);
    expect((await call(owner, 'POST', '/api/tokens/', body)).statusCode).toBe(400);
  });

  test('a token for another organization, or with a dataset of one', async () => {
    const other = await makeWorld(service);
    expect((await create({ organization: other.organization })).statusCode).toBe(404);
    expect((await create({ datasets: [world.dataset.id, other.dataset.id] })).statusCode).toBe(400);
  });

  test('more than a hundred in one organization', async () => {
    const { organizationUser } = (await service.database.select().from(apiTokens).where(eq(apiTokens.id, (await apiToken(service, owner)).id)))[0]!; // prettier-ignore
    const values = Array.from({ length: 99 }, (_, number) => ({
      ...{ id: `${organizationUser}${number}`, hash: `${organizationUser}${number}`, organizationUser },
      ...{ prefix: 'clkr_test', name: 'Test', verbs: ['read' as const], expires: new Date() },
    }));
    await service.database.insert(apiTokens).values(values);
    expect((await create()).statusCode).toBe(409);
  });
});

describe('what ends a token', () => {
  test('its revocation: calls are refused from then on, and it is no longer listed', async () => {
    const { headers, url } = await apiToken(service, owner);
    expect((await detail(headers))[0]).toBe(200);
    expect((await call(owner, 'DELETE', url)).statusCode).toBe(204);
    const [status, sentence] = await detail(headers);
    expect([status, sentence]).toEqual([401, expect.stringMatching(/^The API token "Nightly import" was revoked on \d{4}-\d\d-\d\d\. Create another one/)]); // prettier-ignore
    expect(await listed()).toEqual([]);
    expect((await call(owner, 'DELETE', url)).statusCode).toBe(404);
  });

  test('its expiry, to the millisecond', async () => {
    const { headers, expires } = await apiToken(service, owner, { days: 1 });
    service.later(Date.parse(expires) - service.clock() - 1);
    expect((await detail(headers))[0]).toBe(200);
    service.later(1);
    const [status, sentence] = await detail(headers);
    expect([status, sentence]).toEqual([401, expect.stringContaining('expired on')]);
    expect(await listed()).toHaveLength(1);
  });

  test('the end of its person’s membership, also if they join again', async () => {
    const { dataOwner } = world.people;
    const { headers } = await apiToken(service, dataOwner);
    const theirs = eq(organizationUsers.user, dataOwner.user.id);
    const [membership] = await service.database.delete(organizationUsers).where(theirs).returning();
    expect((await detail(headers))[0]).toBe(401);
    await service.database.insert(organizationUsers).values(membership!);
    expect(await detail(headers)).toEqual([401, expect.stringContaining('is not known')]);
  });

  test('the deactivation of the account', async () => {
    const { headers } = await apiToken(service, owner);
    await service.database.update(users).set({ isActive: false }).where(eq(users.id, owner.user.id));
    expect(await detail(headers)).toEqual([401, expect.stringContaining('is not active')]);
  });

  test('no change of the password', async () => {
    const { headers } = await apiToken(service, owner);
    const next = 'another horse battery';
    const body = { old_password: password, password: next, password_confirm: next };
    expect((await call(owner, 'POST', '/api/accounts/change-password/', body)).statusCode).toBe(200);
    expect((await detail(headers))[0]).toBe(200);
  });
});

test('a token has at most its person’s permissions at the time of the call', async () => {
  const { dataOwner } = world.people;
  const { headers } = await apiToken(service, dataOwner);
  const records = `/api/records/?schema=${world.schema.id}`;
  expect((await detail(headers, records))[0]).toBe(200);
  await service.database.delete(teamMembers).where(eq(teamMembers.user, dataOwner.user.id));
  expect((await detail(headers, records))[0]).toBe(403);
});

test('an incomplete token is refused by its checksum, an unknown one by the database', async () => {
  const { secret } = await apiToken(service, owner);
  const wrong = secret.slice(0, -1) + (secret.endsWith('0') ? '1' : '0');
  expect(await detail({ authorization: `Bearer ${wrong}` })).toEqual([401, expect.stringContaining('checksum')]); // prettier-ignore
  await service.database.delete(apiTokens);
  expect(await detail({ authorization: `Bearer ${secret}` })).toEqual([401, expect.stringContaining('is not known')]); // prettier-ignore
});

test('the last use is precise to the minute, and calls within it write nothing', async () => {
  const { headers, url } = await apiToken(service, owner);
  const lastUsed = async () => (await call(owner, 'GET', url)).json<ApiToken>().last_used;
  await detail(headers);
  const first = service.clock();
  expect(Date.parse((await lastUsed())!)).toBe(first);
  service.later(minuteMs - 1);
  await detail(headers);
  expect(Date.parse((await lastUsed())!)).toBe(first);
  service.later(1);
  await detail(headers);
  expect(Date.parse((await lastUsed())!)).toBe(first + minuteMs);
});

test('the audit log names the token that was created, used and revoked', async () => {
  const { dataOwner } = world.people;
  const { headers, id, url } = await apiToken(service, dataOwner, { name: 'Import' });
  const segment = testSegment({ records: 2 });
  await call({ headers }, 'PUT', `/api/segments/${segment.id}/?schema=${world.schema.id}`, segment.body);
  const next = successor(await world.manifest(), [segment.entry]);
  expect((await call({ headers }, 'POST', world.manifestUrl, next)).statusCode).toBe(200);
  await call(dataOwner, 'DELETE', url);
  const entries = (await call(owner, 'GET', `${world.home}audit-logs/?limit=1000`)).json<AuditLogEntry[]>();
  const of = (model: string) => entries.filter((entry) => entry.model === model);
  expect(of('api_token')).toMatchObject([
    { action: 'delete', object_id: id, changes: { name: 'Import' } },
    { action: 'create', object_id: id, changes: { name: 'Import', datasets: null } },
  ]);
  expect(of('manifest')[0]).toMatchObject({ changes: { token: { id, name: 'Import' } } });
});
