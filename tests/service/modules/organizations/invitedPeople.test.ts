/** Invitations reveal nothing about accounts, and a person is not a member before they accept. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Invitation } from '@cloakroom/contract/invitations.ts';
import type { OrganizationUser } from '@cloakroom/contract/organizations.ts';
import { users } from '@cloakroom/service/db/schema.ts';
import { minimumTime } from '@cloakroom/service/minimumDuration.ts';
import { newId } from '@cloakroom/service/newId.ts';
import { acceptInvitation, linkIn } from '#tests/service/support/mailLinks.ts';
import { office, person, type Someone } from '#tests/service/support/people.ts';
import { startService } from '#tests/service/support/service.ts';
import { logged } from '#tests/service/support/stored.ts';
import { caller } from '#tests/service/support/world.ts';

const dayMs = 24 * 3_600_000;
const service = await startService();
let owner: Someone;
let admin: Someone;
let member: Someone;
let outsider: Someone;
let home: string;
afterAll(() => service.close());
beforeEach(async () => {
  ({ owner, admin, member, outsider, home } = await office(service));
});

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const call = (who: Someone, method: Method, url: string, body?: object) =>
  caller(service)(who, method, url, body);
const invite = (email: string, by = owner) => call(by, 'POST', `${home}invitations/`, { email });
const newAddress = () => `${newId().toLowerCase()}@example.org`;
const listed = async (query = 'expand=user') =>
  (await call(owner, 'GET', `${home}users/?${query}`)).json<OrganizationUser[]>();
/** An organization's user with this address. */
const userOf = async (email: string, by = owner) =>
  (await call(by, 'GET', `/api/organizations/${by.organization.id}/users/?expand=user`))
    .json<OrganizationUser[]>()
    .find(({ user }) => (user as { email: string }).email === email);
const own = async (who: Someone) =>
  (await call(who, 'GET', '/api/invitations/')).json<{ id: string; organization_name: string }[]>();
const accept = (who: Someone, id: string) => call(who, 'POST', `/api/invitations/${id}/accept/`);

/** A string without the parts that are unique to one invitation: ids, times and the address. */
const normalized = (answer: unknown, email: string) =>
  JSON.stringify(answer)
    .replaceAll(email, 'EMAIL')
    .replaceAll(/[2-9A-HJ-NP-Za-km-z]{22}/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');

describe('an inviter can’t distinguish an address with an account from one without', () => {
  test('by the answer, its headers, the lists and the log', async () => {
    const shown = async (email: string) => {
      const answer = await invite(email);
      const { date: _, 'content-length': __, ...headers } = answer.headers;
      const again = await invite(email);
      const row = await userOf(email);
      const [open] = (await call(owner, 'GET', `${home}invitations/`)).json<Invitation[]>();
      const log = (await call(owner, 'GET', `${home}audit-logs/?limit=1`)).json<unknown[]>();
      const byName = await call(owner, 'GET', `/api/users/by_name/${email}/`);
      const shown = [answer.statusCode, headers, answer.json(), again.json(), row, open, log, byName.json()];
      return normalized(shown, email);
    };
    const [known, unknown] = [await shown(outsider.user.email), await shown(newAddress())];
    expect(known).toBe(unknown);
    expect(known).toContain('"is_active":false');
  });

  test('by ids: every address gets new ones when it is revoked and invited again', async () => {
    for (const email of [outsider.user.email, newAddress()]) {
      const first = (await invite(email)).json<Invitation>();
      expect((await call(owner, 'DELETE', `${home}invitations/${first.id}/`)).statusCode).toBe(204);
      const second = (await invite(email)).json<Invitation>();
      expect(second.id).not.toBe(first.id);
      expect(second.user).not.toBe(first.user);
      const [account] = await service.database.select().from(users).where(eq(users.email, email));
      expect(JSON.stringify([first, second, await listed()])).not.toContain(account!.id);
    }
  });

  test('by when a person joined, signed in last, or has keys', async () => {
    await service.database
      .update(users)
      .set({ hasIdentity: true, lastLogin: new Date(0), joined: new Date(0) })
      .where(eq(users.id, outsider.user.id));
    await invite(outsider.user.email);
    const row = await userOf(outsider.user.email);
    const unknown = { has_identity: false, last_login: null, first_name: '', is_active: false };
    expect(row?.user).toMatchObject(unknown);
    expect(JSON.stringify(row)).not.toContain('1970');
    expect(await listed('has_identity=true')).toEqual([]);
  });

  test('by time', async () => {
    const known = await Promise.all(Array.from({ length: 5 }, () => person(service)));
    const took = async (email: string) => {
      const began = performance.now();
      await invite(email);
      return performance.now() - began;
    };
    const { ms } = minimumTime;
    onTestFinished(() => void (minimumTime.ms = ms));
    // As in production; other tests wait for less.
    minimumTime.ms = 100;
    for (const { user } of known) {
      expect(await took(user.email)).toBeGreaterThanOrEqual(99);
      expect(await took(newAddress())).toBeGreaterThanOrEqual(99);
    }
  });
});

describe('an invited person with an account', () => {
  test('is not a member and has no access until they accept', async () => {
    await invite(outsider.user.email);
    expect((await call(outsider, 'GET', home)).statusCode).toBe(404);
    const [mine] = await own(outsider);
    expect(mine).toMatchObject({ organization_name: owner.organization.name });
    expect((await accept(outsider, mine!.id)).statusCode).toBe(200);
    expect((await call(outsider, 'GET', home)).statusCode).toBe(200);
    expect(await own(outsider)).toEqual([]);
    expect((await call(owner, 'GET', `${home}invitations/`)).json()).toEqual([]);
    expect((await userOf(outsider.user.email))?.user).toMatchObject({
      id: outsider.user.id,
      is_active: true,
    });
  });

  test('is notified by a mail without a secret', async () => {
    await invite(outsider.user.email, admin);
    const { text, to } = service.mails().at(-1)!;
    expect(to).toBe(outsider.user.email);
    expect(text).toContain(`Ada Byron invites you to the organization ${owner.organization.name}.`);
    expect(linkIn(service.mails().at(-1)).href).toBe('http://localhost:8080/invitations');
  });

  test('can decline, has no access, and may be invited again', async () => {
    await invite(outsider.user.email);
    const [mine] = await own(outsider);
    expect((await call(outsider, 'POST', `/api/invitations/${mine!.id}/decline/`)).statusCode).toBe(204);
    expect((await accept(outsider, mine!.id)).statusCode).toBe(404);
    expect((await call(outsider, 'GET', home)).statusCode).toBe(404);
    expect((await invite(outsider.user.email)).statusCode).toBe(201);
  });

  test('can’t accept what has expired or was revoked', async () => {
    const { id } = (await invite(outsider.user.email)).json<Invitation>();
    service.later(7 * dayMs + 2_000);
    expect((await accept(outsider, id)).statusCode).toBe(404);
    await invite(outsider.user.email);
    await call(owner, 'DELETE', `${home}invitations/${id}/`);
    expect((await accept(outsider, id)).statusCode).toBe(404);
  });

  test('becomes a member once, however often they accept at the same moment', async () => {
    await invite(outsider.user.email);
    const [mine] = await own(outsider);
    const answers = await Promise.all(Array.from({ length: 10 }, () => accept(outsider, mine!.id)));
    expect(answers.map(({ statusCode }) => statusCode).filter((status) => status === 200)).toHaveLength(1);
    expect(await listed()).toHaveLength(4);
  });

  test('gets the role that the invitation has by then', async () => {
    const { id } = (await invite(outsider.user.email)).json<Invitation>();
    const changed = await call(owner, 'PATCH', `${home}users/${id}/`, { is_admin: true });
    expect(changed.json()).toMatchObject({ id, is_admin: true });
    await accept(outsider, id);
    expect((await call(outsider, 'GET', `${home}audit-logs/`)).statusCode).toBe(200);
  });
});

test('a newcomer’s link activates their account, and adds them only to the organization that it names', async () => {
  const email = newAddress();
  await invite(email);
  const link = linkIn(service.mails().at(-1));
  await call(outsider, 'POST', `/api/organizations/${outsider.organization.id}/invitations/`, { email });
  const invitation = link.searchParams.get('invitation');
  expect((await acceptInvitation(service.app, link, { invitation })).statusCode).toBe(200);
  expect((await userOf(email))?.user).toMatchObject({ is_active: true });
  expect((await userOf(email, outsider))?.user).toMatchObject({ is_active: false });
});

test('a member leaves by themselves, and it is logged', async () => {
  expect((await call(member, 'POST', `${home}leave/`)).statusCode).toBe(204);
  expect((await call(member, 'GET', home)).statusCode).toBe(404);
  const entry = { action: 'delete', model: 'organization_user', changes: { left: true } };
  expect(await logged(service, { actor: member.user.id })).toMatchObject([entry]);
});

test('the owner can’t leave', async () => {
  const answer = await call(owner, 'POST', `${home}leave/`);
  expect([answer.statusCode, answer.body]).toEqual([403, '{"detail":"The organization’s owner can’t leave it."}']); // prettier-ignore
});

test('without a mail server, no admin gets the link that activates an account, or a part of it', async () => {
  const email = newAddress();
  const answers = [await invite(email), await invite(email, admin)];
  for (const url of [
    `${home}invitations/`,
    `${home}users/?expand=user`,
    `${home}audit-logs/`,
    '/api/outbox/',
  ])
    answers.push(await call(admin, 'GET', url));
  const { searchParams } = linkIn(service.mails().at(-1));
  for (const { body } of answers)
    for (const part of [searchParams.get('signature'), searchParams.get('user_id'), '"link"'])
      expect(body).not.toContain(part);
});
