/** Invitations: from the mail to the first sign-in, and back out again. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Invitation } from '@cloakroom/contract/invitations.ts';
import { newId } from '@cloakroom/service/newId.ts';
import { Browser } from '#tests/service/support/browser.ts';
import { acceptInvitation, linkIn, partsOf, staleInvitation } from '#tests/service/support/mailLinks.ts';
import { office, password, person, type Someone } from '#tests/service/support/people.ts';
import { startService } from '#tests/service/support/service.ts';
import { caller } from '#tests/service/support/world.ts';

type Member = {
  user: { id: string; email: string; is_active: boolean; first_name: string };
  is_admin: boolean;
};
const day = 24 * 3_600_000;
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

const call = (who: Someone, method: 'GET' | 'POST', url: string, body?: object) =>
  caller(service)(who, method, url, body);
const invite = (by: Someone, body: object) => call(by, 'POST', `${home}invitations/`, body);
const address = () => `${newId().toLowerCase()}@example.org`;
const people = async () => (await call(owner, 'GET', `${home}users/?expand=user`)).json<Member[]>();
const openOnes = async (who = owner) => (await call(who, 'GET', `${home}invitations/`)).json<Invitation[]>();
const lastLink = () => linkIn(service.mails().at(-1));
const accept = (link: URL, more: object = {}, { app } = service) => acceptInvitation(app, link, more);

test('a newcomer is listed as inactive, enters a name and a password by the mail’s link, and is a member', async () => {
  const email = address();
  const answer = await invite(admin, { email: email.toUpperCase(), is_admin: true });
  expect(answer.statusCode).toBe(201);
  expect(answer.body.toLowerCase()).not.toContain(email);
  const listed = (await people()).find(({ user }) => user.email === email);
  expect(listed).toMatchObject({ is_admin: true, user: { is_active: false } });
  expect(answer.json()).toMatchObject({ is_admin: true, user: `/api/users/${listed!.user.id}/` });
  expect((await call(owner, 'GET', `/api/users/by_name/${email}/`)).statusCode).toBe(404);

  const letter = service.mails().at(-1);
  expect(letter).toMatchObject({ to: email, subject: `Invitation to ${owner.organization.name}` });
  const link = linkIn(letter);
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

test('a link works once, even of twenty simultaneous uses', async () => {
  await invite(owner, { email: address() });
  const link = lastLink();
  const answers = await Promise.all(Array.from({ length: 20 }, () => accept(link)));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  const again = await accept(link, { password: 'a stolen one', password_confirm: 'a stolen one' });
  expect([again.statusCode, again.json()]).toEqual([400, staleInvitation]);
});

test.each([
  [7 * day - 2_000, 200],
  [7 * day + 2_000, 400],
])('a link used after %d ms answers %d', async (wait, status) => {
  const own = await startService();
  try {
    const there = await person(own);
    await own.app.inject({
      method: 'POST',
      url: `/api/organizations/${there.organization.id}/invitations/`,
      headers: there.headers,
      payload: { email: address() },
    });
    own.later(wait);
    expect((await accept(linkIn(own.mails()[0]), {}, own)).statusCode).toBe(status);
  } finally {
    await own.close();
  }
});

test('a link with any one character changed, of another person or for another purpose is refused', async () => {
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
  ['no name', { first_name: ' ' }, 'first_name'],
  ['passwords that differ', { password_confirm: 'another one' }, 'password_confirm'],
  ['a short password', { password: 'short', password_confirm: 'short' }, 'password'],
  ['a common password', { password: 'Welcome123', password_confirm: 'Welcome123' }, 'password'],
  ['more than it asks for', { is_superuser: true }, 'body'],
])('%s is refused by field, and the link stays valid', async (_, more, field) => {
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
  const answer = await invite(owner, { email: member.user.email });
  expect(answer.json()).toMatchObject({
    errors: { email: ['This person already belongs to the organization.'] },
  });
});

test('a plain member can’t invite, and an invalid address is refused', async () => {
  expect((await invite(member, { email: address() })).statusCode).toBe(403);
  expect((await invite(owner, { email: 'not an address' })).statusCode).toBe(400);
  expect((await invite(owner, { email: address(), owner: true })).statusCode).toBe(400);
  expect(await people()).toHaveLength(3);
});

describe('the list of open invitations', () => {
  test('has those that are not accepted, the last sent first, for admins alone', async () => {
    const emails = [address(), address(), address()];
    const links: URL[] = [];
    for (const email of emails) {
      await invite(owner, { email });
      links.push(lastLink());
      service.later(1_000);
    }
    await accept(links[1]!);
    const found = await openOnes(admin);
    const byUser = new Map((await people()).map(({ user }) => [`/api/users/${user.id}/`, user.email]));
    expect(found.map(({ user }) => byUser.get(user))).toEqual([emails[2], emails[0]]);
    expect((await call(owner, 'GET', `${home}invitations/?limit=1`)).headers['x-total-count']).toBe('2');
    expect((await call(member, 'GET', `${home}invitations/`)).statusCode).toBe(403);
    const [present, missing] = await Promise.all(
      [home, `/api/organizations/${newId()}/`].map((url) => call(outsider, 'GET', `${url}invitations/`)),
    );
    expect([present!.statusCode, present!.body]).toEqual([404, missing!.body]);
  });

  test('keeps an expired invitation, to be sent again', async () => {
    const own = await startService();
    try {
      const there = await person(own);
      const url = `/api/organizations/${there.organization.id}/invitations/`;
      const email = address();
      await caller(own)(there, 'POST', url, { email });
      own.later(7 * day + 2_000);
      const [old] = (await caller(own)(there, 'GET', url)).json<Invitation[]>();
      await caller(own)(there, 'POST', url, { email });
      const [sent] = (await caller(own)(there, 'GET', url)).json<Invitation[]>();
      expect(sent!.id).toBe(old!.id);
      expect((await accept(linkIn(own.mails().at(-1)), {}, own)).statusCode).toBe(200);
    } finally {
      await own.close();
    }
  });

  test.each(['', 'smtp://127.0.0.1:1'])(
    'contains no link, nor does the answer, with “%s” for mails',
    async (smtpUrl) => {
      const own = await startService({ SMTP_URL: smtpUrl });
      try {
        const there = await person(own);
        const url = `/api/organizations/${there.organization.id}/invitations/`;
        const answer = await caller(own)(there, 'POST', url, { email: address() });
        expect(answer.statusCode).toBe(201);
        expect(answer.json()).not.toHaveProperty('link');
        expect((await caller(own)(there, 'GET', url)).body).not.toContain('signature');
      } finally {
        await own.close();
      }
    },
  );
});
