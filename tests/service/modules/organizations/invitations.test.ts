/** Invitations: from the mail to the first sign-in. */
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Invitation } from '@cloakroom/contract/invitations.ts';
import { newId } from '@cloakroom/service/newId.ts';
import { Browser } from '#tests/service/support/browser.ts';
import { acceptInvitation, linkIn, partsOf, staleInvitation } from '#tests/service/support/mailLinks.ts';
import { office, password, type Someone } from '#tests/service/support/people.ts';
import { startService } from '#tests/service/support/service.ts';
import { caller } from '#tests/service/support/world.ts';

type Member = {
  user: { id: string; email: string; is_active: boolean; first_name: string };
  is_admin: boolean;
};
const dayMs = 24 * 3_600_000;
const service = await startService();
let owner: Someone;
let admin: Someone;
let member: Someone;
let home: string;
afterAll(() => service.close());
beforeEach(async () => {
  ({ owner, admin, member, home } = await office(service));
});

const call = (who: Someone, method: 'GET' | 'POST', url: string, body?: object) =>
  caller(service)(who, method, url, body);
const invite = (by: Someone, body: object) => call(by, 'POST', `${home}invitations/`, body);
const address = () => `${newId().toLowerCase()}@example.org`;
const people = async () => (await call(owner, 'GET', `${home}users/?expand=user`)).json<Member[]>();
const openOnes = async () => (await call(admin, 'GET', `${home}invitations/`)).json<Invitation[]>();
const lastLink = () => linkIn(service.mails().at(-1));
const accept = (link: URL, more: object = {}) => acceptInvitation(service.app, link, more);

test('a newcomer is listed as inactive, enters a name and a password by the mail’s link, and is a member', async () => {
  const email = address();
  const answer = await invite(admin, { email: email.toUpperCase(), is_admin: true });
  expect(answer.statusCode).toBe(201);
  expect(answer.body.toLowerCase()).not.toContain(email);
  const listed = (await people()).find(({ user }) => user.email === email);
  expect(listed).toMatchObject({ is_admin: true, user: { is_active: false } });
  expect(answer.json()).toMatchObject({ is_admin: true, user: `/api/users/${listed!.user.id}/` });
  expect((await call(owner, 'GET', `/api/users/by_name/${email}/`)).statusCode).toBe(404);

  const mail = service.mails().at(-1);
  expect(mail).toMatchObject({ to: email, subject: `Invitation to ${owner.organization.name}` });
  const link = linkIn(mail);
  expect(`${link.origin}${link.pathname}`).toBe('http://localhost:8080/accounts/accept-invitation');
  expect((await accept(link)).json()).toEqual({ detail: 'Your account is open. You can sign in now.' });
  const browser = new Browser(service.app);
  expect((await browser.signIn(email, password)).statusCode).toBe(200);
  expect((await browser.get('/api/users/self/')).json()).toMatchObject({
    first_name: 'Grace',
    last_name: 'Hopper',
  });
  expect((await browser.get(home)).statusCode).toBe(200);
});

test('the mail says in plain words who invites, to what, for how long, and what to do if it is a mistake', async () => {
  await invite(admin, { email: address() });
  const { text } = service.mails().at(-1)!;
  expect(text).toContain(`Ada Byron invites you to the organization ${owner.organization.name}.`);
  expect(text).toContain('within 7 days');
  expect(text).toContain('If you do not know who this is, ignore this mail and nothing happens.');
});

test('an invitation may name the organization of its address, and no other', async () => {
  const organization = owner.organization.id;
  expect((await invite(admin, { email: address(), organization })).statusCode).toBe(201);
  expect((await invite(admin, { email: address(), organization: newId() })).statusCode).toBe(400);
});

test('a link works once, even of twenty simultaneous uses', async () => {
  await invite(owner, { email: address() });
  const link = lastLink();
  const answers = await Promise.all(Array.from({ length: 20 }, () => accept(link)));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  const again = await accept(link, { password: 'a stolen one', password_confirm: 'a stolen one' });
  expect([again.statusCode, again.json()]).toEqual([400, staleInvitation]);
});

test.each([
  [7 * dayMs - 2_000, 200],
  [7 * dayMs + 2_000, 400],
])('a link used after %d ms answers %d', async (wait, status) => {
  await invite(owner, { email: address() });
  service.later(wait);
  expect((await accept(lastLink())).statusCode).toBe(status);
});

test('rejects a link with a changed character, of another person or for another purpose', async () => {
  const email = address();
  await invite(owner, { email });
  const link = lastLink();
  await invite(owner, { email: address() });
  const other = partsOf(lastLink());
  const parts = partsOf(link);
  const tried: object[] = [{ user_id: other.user_id }, { signature: other.signature }];
  for (const key of ['user_id', 'timestamp', 'signature'] as const)
    for (const at of parts[key].split('').keys())
      for (const swapped of ['3', 'Z'])
        if (parts[key][at] !== swapped)
          tried.push({ [key]: parts[key].slice(0, at) + swapped + parts[key].slice(at + 1) });
  const answers = await Promise.all(tried.map((more) => accept(link, more)));
  expect(answers.length).toBeGreaterThan(100);
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([400]));
  for (const url of ['/api/accounts/reset-password/', '/api/accounts/verify-registration/']) {
    const payload = url.includes('reset') ? { ...parts, password } : parts;
    expect((await service.app.inject({ method: 'POST', url, payload })).statusCode).toBe(400);
  }
  expect((await people()).find(({ user }) => user.email === email)?.user.is_active).toBe(false);
  expect((await accept(link)).statusCode).toBe(200);
});

test.each([
  ['a common password', { password: 'Welcome123', password_confirm: 'Welcome123' }, 'password'],
  ['more than it asks for', { is_superuser: true }, 'body'],
])('%s is rejected with its field, and the link stays valid', async (_, more, field) => {
  await invite(owner, { email: address() });
  const link = lastLink();
  const answer = await accept(link, more);
  expect(answer.statusCode).toBe(400);
  expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([field]);
  expect((await accept(link)).statusCode).toBe(200);
});

test('inviting again sends the mail again under the same invitation, and changes no role', async () => {
  const email = address();
  const first = (await invite(owner, { email })).json<Invitation>();
  const before = service.mails().length;
  const again = (await invite(owner, { email, is_admin: true })).json<Invitation>();
  expect(again).toMatchObject({ id: first.id, is_admin: false });
  expect(Date.parse(again.expires)).toBeGreaterThanOrEqual(Date.parse(first.expires));
  expect(service.mails()).toHaveLength(before + 1);
  expect((await people()).filter(({ user }) => user.email === email)).toMatchObject([{ is_admin: false }]);
});

test('a member of the organization is not invited', async () => {
  const errors = { email: ['This person already belongs to the organization.'] };
  expect((await invite(owner, { email: member.user.email })).json()).toMatchObject({ errors });
});

test('the list of open invitations has those that are not accepted, the last sent first', async () => {
  const emails = [address(), address(), address()];
  const links: URL[] = [];
  for (const email of emails) {
    await invite(owner, { email });
    links.push(lastLink());
    service.later(1_000);
  }
  await accept(links[1]!);
  const found = await openOnes();
  const byUser = new Map((await people()).map(({ user }) => [`/api/users/${user.id}/`, user.email]));
  expect(found.map(({ user }) => byUser.get(user))).toEqual([emails[2], emails[0]]);
  expect((await call(owner, 'GET', `${home}invitations/?limit=1`)).headers['x-total-count']).toBe('2');
});

test('the list of open invitations keeps an expired one, to be sent again', async () => {
  const email = address();
  await invite(owner, { email });
  service.later(7 * dayMs + 2_000);
  const [old] = await openOnes();
  await invite(owner, { email });
  const [sent] = await openOnes();
  expect(sent!.id).toBe(old!.id);
  expect((await accept(lastLink())).statusCode).toBe(200);
});
