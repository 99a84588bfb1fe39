/** Sign-ins, failures, sign-outs and new passwords are in the log of each organization of the account. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { auditLog, organizationUsers } from '@cloakroom/service/db/schema.ts';
import { newId } from '@cloakroom/service/newId.ts';
import { Browser } from '#tests/service/support/browser.ts';
import { office, password, person, type Someone } from '#tests/service/support/people.ts';
import { startService } from '#tests/service/support/service.ts';
import { linkIn, partsOf } from '#tests/service/support/mailLinks.ts';

const service = await startService();
const { database } = service;
afterAll(() => service.close());
let member: Someone;
let other: Someone;
let homes: string[];
beforeEach(async () => {
  const { owner, member: one } = await office(service);
  [member, other] = [one, await person(service)];
  homes = [owner.organization.id, other.organization.id];
  await database
    .insert(organizationUsers)
    .values({ id: newId(), organization: other.organization.id, user: member.user.id });
});

/** The entries of one organization about the member's account, without ids and times. */
const entries = async (organization: string) =>
  (await database.select().from(auditLog).where(eq(auditLog.organization, organization)))
    .filter(({ object }) => object === member.user.id)
    .map(({ actor, action, model, changes, address }) => ({
      actor,
      what: `${action} ${model}`,
      changes,
      address,
    }));
const both = async () => {
  const [here, there] = await Promise.all(homes.map(entries));
  expect(here).toEqual(there);
  return here!;
};
const post = (url: string, payload: object) => service.app.inject({ method: 'POST', url, payload });
const name = 'Ada Byron';
const email = () => member.user.email;

test('a sign-in and a sign-out are logged when their answers arrive, in each organization of the account', async () => {
  const browser = new Browser(service.app);
  expect((await browser.signIn(email(), password)).statusCode).toBe(200);
  const signedIn = { actor: member.user.id, what: 'create session', changes: { name }, address: '127.0.0.1' };
  expect(await both()).toEqual([signedIn]);
  expect((await browser.post('/api/accounts/logout/', {})).statusCode).toBe(200);
  expect(await both()).toEqual([signedIn, { ...signedIn, what: 'delete session' }]);
});

test.each([
  ['the form', () => post('/api/accounts/login/', { login: email(), password: 'wrong guess' })],
  ['a token', () => post('/api/token/', { email: email(), password: 'wrong guess' })],
  [
    'Basic',
    () =>
      service.app.inject({
        url: '/api/users/self/',
        headers: { authorization: `Basic ${Buffer.from(`${email()}:wrong guess`).toString('base64')}` },
      }),
  ],
])(
  'a failure by %s is logged, with the address that it came from and nothing that was typed',
  async (_, ask) => {
    expect((await ask()).statusCode).toBeGreaterThanOrEqual(400);
    const found = await both();
    expect(found).toEqual([
      { actor: null, what: 'access session', changes: { name, failed: true }, address: '127.0.0.1' },
    ]);
    expect(JSON.stringify(await database.select().from(auditLog))).not.toContain('wrong guess');
  },
);

test('a token counts as a sign-in', async () => {
  expect((await post('/api/token/', { email: email(), password })).statusCode).toBe(200);
  expect(await both()).toMatchObject([{ actor: member.user.id, what: 'create token' }]);
});

test('a failure at an address without an account is in no organization’s log, and its address is not stored', async () => {
  await post('/api/accounts/login/', { login: 'nobody@example.org', password: 'wrong guess' });
  const rows = await database.select().from(auditLog);
  expect(JSON.stringify(rows)).not.toContain('nobody@example.org');
});

test('a new password is logged, chosen while signed in or by a link', async () => {
  const browser = new Browser(service.app);
  await browser.signIn(email(), password);
  const newPassword = 'another long password';
  await browser.post('/api/accounts/change-password/', { old_password: password, password: newPassword, password_confirm: newPassword }); // prettier-ignore
  const changed = { what: 'update user', changes: { name, password: true } };
  expect((await both()).at(-1)).toMatchObject({ ...changed, actor: member.user.id });
  await post('/api/accounts/send-reset-password-link/', { email: email() });
  await expect.poll(() => service.mails().at(-1)?.to).toBe(email());
  await post('/api/accounts/reset-password/', { ...partsOf(linkIn(service.mails().at(-1))), password });
  expect((await both()).at(-1)).toMatchObject({ ...changed, actor: null });
  expect(JSON.stringify(await database.select().from(auditLog))).not.toMatch(/another long|correct horse/);
});
