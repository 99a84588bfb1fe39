/** Service accounts: created and closed by admins, without password, mail or another organization. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiToken } from '@cloakroom/contract/apiTokens.ts';
import type { AuditLogEntry } from '@cloakroom/contract/audit.ts';
import type { OrganizationUser } from '@cloakroom/contract/organizations.ts';
import { maxServiceAccounts, type ServiceAccount } from '@cloakroom/contract/serviceAccounts.ts';
import { organizationUsers, users } from '@cloakroom/service/db/schema.ts';
import { accountByEmail } from '@cloakroom/service/modules/accounts/repository.ts';
import { newId } from '@cloakroom/service/newId.ts';
import { apiToken, tokenBody } from '#tests/service/support/apiTokens.ts';
import { office, person } from '#tests/service/support/people.ts';
import { serviceAccount } from '#tests/service/support/serviceAccounts.ts';
import { startService } from '#tests/service/support/service.ts';
import { caller } from '#tests/service/support/world.ts';

const service = await startService();
const call = caller(service);
let people: Awaited<ReturnType<typeof office>>;
let account: ServiceAccount;
beforeEach(async () => {
  people = await office(service);
  account = await serviceAccount(service, people.admin);
});
afterAll(() => service.close());

const tokenFor = (options = {}) =>
  apiToken(service, people.admin, { serviceAccount: account.id, ...options });
const refusal = (answer: Awaited<ReturnType<typeof call>>) => [
  answer.statusCode,
  answer.json<{ detail: string }>().detail,
];

test('an account is listed with its name, and among the users as a program', async () => {
  expect(account).toMatchObject({ name: 'Nightly billing', has_identity: false });
  expect(account.email).toMatch(/^nightly-billing-[a-z0-9]{8}@service-account\.invalid$/);
  const list = await call(people.member, 'GET', `${people.home}service-accounts/`);
  expect([list.headers['x-total-count'], list.json()]).toEqual(['1', [account]]);
  const members = await call(people.member, 'GET', `${people.home}users/?expand=user&user=${account.id}`);
  const [listed] = members.json<OrganizationUser[]>();
  expect(listed).toMatchObject({
    url: account.organization_user,
    is_admin: false,
    user: { first_name: 'Nightly billing', email: account.email, is_service_account: true, is_active: true },
  });
});

test('an account is renamed, and keeps its address', async () => {
  const renamed = await call(people.admin, 'PATCH', account.url, { name: 'Wards' });
  expect(renamed.json()).toEqual({ ...account, name: 'Wards' });
  expect((await call(people.member, 'GET', account.url)).json()).toEqual({ ...account, name: 'Wards' });
});

test('changes are in the audit log of the organization', async () => {
  await call(people.admin, 'PATCH', account.url, { name: 'Wards' });
  await tokenFor();
  await call(people.admin, 'DELETE', account.url);
  const log = await call(people.owner, 'GET', `${people.home}audit-logs/`);
  const entries = log
    .json<AuditLogEntry[]>()
    .map(({ action, model, changes }) => ({ action, model, changes }));
  expect(entries).toMatchObject([
    { action: 'delete', model: 'service_account', changes: { name: 'Wards' } },
    { action: 'create', model: 'api_token', changes: { service_account: 'Wards' } },
    {
      action: 'update',
      model: 'service_account',
      changes: { name: 'Wards', former_name: 'Nightly billing' },
    },
    { action: 'create', model: 'service_account', changes: { name: 'Nightly billing' } },
  ]);
});

test('limits the number of accounts of an organization', async () => {
  const { database } = service;
  const { id: organization } = people.owner.organization;
  for (let made = 1; made < maxServiceAccounts; made++) {
    const id = newId();
    await database
      .insert(users)
      .values({ id, email: `${id}@service-account.invalid`, isServiceAccount: true });
    await database.insert(organizationUsers).values({ id: newId(), organization, user: id });
  }
  const one = await call(people.admin, 'POST', `${people.home}service-accounts/`, { name: 'One too many' });
  expect(refusal(one)).toEqual([409, expect.stringContaining('has 100 service accounts already')]);
});

describe('an account', () => {
  test('does not sign in with a password, and none can be stored for it', async () => {
    expect(await accountByEmail(service.database, account.email)).toBeUndefined();
    const login = { login: account.email, password: '' };
    expect((await call({ headers: { authorization: '' } }, 'POST', '/api/accounts/login/', login)).statusCode).toBe(400); // prettier-ignore
    for (const change of [{ passwordHash: '$argon2id$' }, { googleSubject: 'subject' }])
      await expect(
        service.database.update(users).set(change).where(eq(users.id, account.id)),
      ).rejects.toThrow();
  });

  test('gets no mail, no invitation and no registration', async () => {
    const sent = service.mails().length;
    const anonymous = { headers: { authorization: '' } };
    const form = { first_name: 'A', last_name: 'B', password: 'correct horse battery', password_confirm: 'correct horse battery' }; // prettier-ignore
    for (const [who, url, body] of [
      [anonymous, '/api/accounts/send-reset-password-link/', { email: account.email }],
      [anonymous, '/api/accounts/register/', { email: account.email, ...form }],
      [people.outsider, `/api/organizations/${people.outsider.organization.id}/invitations/`, { email: account.email }], // prettier-ignore
    ] as const) {
      const answer = await call(who, 'POST', url, body);
      expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining('Service accounts receive no mail')]); // prettier-ignore
    }
    expect(service.mails().length).toBe(sent);
  });

  test('can’t be made an admin', async () => {
    const answer = await call(people.owner, 'PATCH', account.organization_user, { is_admin: true });
    expect(refusal(answer)).toEqual([403, 'A service account can’t be an admin.']);
  });

  test('makes no accounts, tokens or invitations with its token', async () => {
    const { headers } = await tokenFor();
    for (const [url, body] of [
      [`${people.home}service-accounts/`, { name: 'Another' }],
      ['/api/tokens/', { ...tokenBody(service, people.admin), service_account: account.id }],
      [`${people.home}invitations/`, { email: 'eve@example.org' }],
      [`${people.home}leave/`, undefined],
    ] as const)
      expect(refusal(await call({ headers }, 'POST', url, body))).toEqual([403, expect.stringContaining('API tokens may not make this call')]); // prettier-ignore
  });

  test('is closed by its deletion and by its removal as a user alike', async () => {
    const other = await serviceAccount(service, people.admin, 'Wards');
    const tokens = [await tokenFor(), await apiToken(service, people.admin, { serviceAccount: other.id })];
    expect((await call(people.admin, 'DELETE', account.url)).statusCode).toBe(204);
    expect((await call(people.admin, 'DELETE', other.organization_user)).statusCode).toBe(204);
    for (const { headers } of tokens)
      expect((await call({ headers }, 'GET', '/api/users/self/')).statusCode).toBe(401);
    for (const { id, url } of [account, other]) {
      expect((await call(people.admin, 'GET', url)).statusCode).toBe(404);
      const [row] = await service.database.select().from(users).where(eq(users.id, id));
      expect(row?.isActive).toBe(false);
    }
  });
});

describe('tokens', () => {
  test('of an account are its own: the calls are made as the account', async () => {
    const { headers, ...token } = await tokenFor({ verbs: ['read'] });
    expect(token).toMatchObject({ service_account: true, user: account.user });
    const self = await call({ headers }, 'GET', '/api/users/self/');
    expect(self.json()).toMatchObject({
      id: account.id,
      is_service_account: true,
      token: { name: 'Nightly import', service_account: true },
    });
  });

  test('of a person are not for a service account, nor those of another organization', async () => {
    const [known, unknown] = [people.outsider, await person(service)];
    await service.database
      .insert(organizationUsers)
      .values({ id: newId(), organization: known.organization.id, user: people.admin.user.id });
    const theirs = [await serviceAccount(service, known), await serviceAccount(service, unknown)];
    for (const id of [people.member.user.id, ...theirs.map((one) => one.id)]) {
      const body = tokenBody(service, people.admin, { serviceAccount: id });
      expect(refusal(await call(people.admin, 'POST', '/api/tokens/', body))).toEqual([404, 'Service account not found']); // prettier-ignore
    }
  });

  test('of all members are listed for admins, without secrets, and revoked by them', async () => {
    const mine = await tokenFor();
    service.later(1_000);
    const theirs = await apiToken(service, people.member);
    await apiToken(service, await person(service));
    const url = `/api/tokens/?organization=${people.owner.organization.id}&expand=user`;
    const list = await call(people.owner, 'GET', url);
    expect(list.json<ApiToken[]>().map(({ id, user }) => [id, (user as { id: string }).id])).toEqual([
      [theirs.id, people.member.user.id],
      [mine.id, account.id],
    ]);
    for (const { secret } of [mine, theirs]) expect(list.body).not.toContain(secret);
    expect((await call(people.owner, 'GET', '/api/tokens/')).json()).toEqual([]);
    expect((await call(people.owner, 'DELETE', theirs.url)).statusCode).toBe(204);
    expect(refusal(await call({ headers: theirs.headers }, 'GET', '/api/users/self/'))).toEqual([401, expect.stringContaining('was revoked on')]); // prettier-ignore
    const log = await call(people.owner, 'GET', `${people.home}audit-logs/?limit=1`);
    expect(log.json<AuditLogEntry[]>()[0]?.changes).toMatchObject({ user: people.member.user.id });
  });

  test('open the calls by which a program receives keys, those of a person do not', async () => {
    const program = await tokenFor({ verbs: ['write'] });
    const script = await apiToken(service, people.member, { verbs: ['write'] });
    for (const url of ['/api/identities/', '/api/materials/']) {
      expect((await call(program, 'GET', url)).statusCode).toBe(200);
      expect((await call(script, 'GET', url)).statusCode).toBe(403);
    }
    expect((await call(program, 'GET', '/api/requests/')).statusCode).toBe(403);
  });
});
