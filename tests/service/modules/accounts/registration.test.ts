/** From signing up to the first sign-in, and every way in which the link can be invalid. */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { Browser } from '#tests/service/support/browser.ts';
import { acceptInvitation, linkIn, partsOf } from '#tests/service/support/mailLinks.ts';
import { person } from '#tests/service/support/people.ts';
import { startService } from '#tests/service/support/service.ts';
import { caller } from '#tests/service/support/world.ts';

const dayMs = 24 * 3_600_000;
const service = await startService();
afterAll(() => service.close());

const form = (more: Record<string, unknown> = {}) => ({
  email: `${randomUUID()}@example.org`,
  first_name: 'Grace',
  last_name: 'Hopper',
  organization_name: 'Compilers',
  password: 'a long password',
  password_confirm: 'a long password',
  ...more,
});
const post = (url: string, payload: object) => service.app.inject({ method: 'POST', url, payload });
const register = (more?: Record<string, unknown>) => post('/api/accounts/register/', form(more));
const verify = (parts: object) => post('/api/accounts/verify-registration/', parts);
const lastLink = () => linkIn(service.mails().at(-1));

test('a person signs up, follows the link in the mail and signs in to their own organization', async () => {
  const filled = form();
  const answer = await post('/api/accounts/register/', filled);
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({
    user: { email: filled.email, first_name: 'Grace', is_active: false },
    organization: { name: 'Compilers' },
  });
  const mail = service.mails().at(-1);
  expect(mail).toMatchObject({ to: filled.email, subject: 'Activate your account' });
  expect(linkIn(mail).href).toContain('http://localhost:8080/accounts/activate?user_id=');

  const browser = new Browser(service.app);
  expect((await browser.signIn(filled.email, filled.password)).statusCode).toBe(400);
  const { user_id, timestamp, signature } = partsOf(linkIn(mail));
  expect((await verify({ user_id, timestamp: Number(timestamp), signature })).json()).toEqual({
    detail: 'Your account is active. You can sign in now.',
  });
  expect((await browser.signIn(filled.email, filled.password)).statusCode).toBe(200);
  const owner = { organization_user: { is_admin: true, user: { email: filled.email } } };
  expect((await browser.get('/api/users/self/?expand=organizations')).json()).toMatchObject({
    email: filled.email,
    is_active: true,
    username: filled.email,
    organizations: [{ name: 'Compilers', owner }],
  });
});

test('an activation link works once, even of twenty simultaneous uses', async () => {
  await register();
  const parts = partsOf(lastLink());
  const answers = await Promise.all(Array.from({ length: 20 }, () => verify(parts)));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  const again = await verify(parts);
  expect([again.statusCode, again.json()]).toEqual([400, { detail: 'Invalid activation link. Please request a new one.' }]); // prettier-ignore
});

test.each([
  ['-61 seconds, from a clock that runs behind', -61_000, 400],
  ['-59 seconds, from a clock that runs behind a little', -59_000, 200],
  ['a second before 7 days', 7 * dayMs - 1_000, 200],
  ['a second after 7 days', 7 * dayMs + 1_500, 400],
])('an activation link used after %s gets the expected answer', async (_, wait, status) => {
  await register();
  const parts = partsOf(lastLink());
  service.later(wait);
  expect((await verify(parts)).statusCode).toBe(status);
  service.later(-wait);
});

test('rejects a link with a changed character, for another user or for another purpose', async () => {
  await register();
  const parts = partsOf(lastLink());
  await register();
  const other = partsOf(lastLink());
  const tried: object[] = [
    { ...parts, user_id: other.user_id },
    { ...parts, signature: other.signature },
    { ...parts, signature: '' },
  ];
  for (const key of ['user_id', 'timestamp', 'signature'] as const)
    for (const at of parts[key].split('').keys())
      for (const swapped of ['3', 'Z', '_'])
        if (parts[key][at] !== swapped)
          tried.push({ ...parts, [key]: parts[key].slice(0, at) + swapped + parts[key].slice(at + 1) });
  const answers = await Promise.all(tried.map(verify));
  expect(answers.length).toBeGreaterThan(200);
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([400]));
  const reset = await post('/api/accounts/reset-password/', { ...parts, password: 'stolen password' });
  expect(reset.statusCode).toBe(400);
  expect((await verify(parts)).statusCode).toBe(200);
});

test('a known address and an unknown one get answers that differ only in the ids and the address', async () => {
  const known = form();
  await post('/api/accounts/register/', known);
  await verify(partsOf(lastLink()));
  const inactive = form();
  await post('/api/accounts/register/', inactive);

  const answers = await Promise.all(
    [known.email, inactive.email, `${randomUUID()}@example.org`].map((email) => register({ email })),
  );
  const plain = answers.map(({ statusCode, headers, body }) => ({
    statusCode,
    headers: Object.keys(headers),
    length: headers['content-length'],
    body: body
      .replace(/"[2-9A-Za-z]{22}"|\/[2-9A-Za-z]{22}\//g, 'ID')
      .replace(/[0-9a-f-]{36}@example.org/g, 'EMAIL')
      .replace(/"20\d\d-[^"]*Z"/g, 'TIME'),
  }));
  expect(plain[0]).toEqual(plain[2]);
  expect(plain[1]).toEqual(plain[2]);
});

test('signing up again with a known address changes nothing and notifies its owner by mail', async () => {
  const known = form();
  await post('/api/accounts/register/', known);
  await verify(partsOf(lastLink()));
  const password = 'another four words';
  await register({ email: known.email.toUpperCase(), password, password_confirm: password });
  expect(service.mails().at(-1)).toMatchObject({ to: known.email, subject: 'You already have an account' });
  const browser = new Browser(service.app);
  expect((await browser.signIn(known.email, password)).statusCode).toBe(400);
  expect((await browser.signIn(known.email, known.password)).statusCode).toBe(200);
  expect((await browser.get('/api/organizations/')).json()).toHaveLength(1);
});

test('an account that another person created and never activated goes to the reader of the mail, with their own password', async () => {
  const inactive = form();
  await post('/api/accounts/register/', inactive);
  await register({ email: inactive.email });
  const link = lastLink();
  expect(link.pathname).toBe('/accounts/accept-invitation');
  const own = 'chosen by the reader';
  await acceptInvitation(service.app, link, { password: own, password_confirm: own });
  const browser = new Browser(service.app);
  expect((await browser.signIn(inactive.email, inactive.password)).statusCode).toBe(400);
  expect((await browser.signIn(inactive.email, own)).statusCode).toBe(200);
});

test.each([
  ['a common password', { password: 'Passw0rd123!', password_confirm: 'Passw0rd123!' }, 'password'],
  ['no e-mail address', { email: 'nobody' }, 'email'],
])('%s is rejected with the name of its field, and no account is created', async (_, wrong, field) => {
  const before = service.mails().length;
  const answer = await register(wrong);
  expect(answer.statusCode).toBe(400);
  expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([field]);
  expect(service.mails()).toHaveLength(before);
});

test('organizations with the same name get different slugs, even at the same moment', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => person(service)));
  const name = 'Same Name';
  const made = await Promise.all(people.map((who) => caller(service)(who, 'POST', '/api/organizations/', { name }))); // prettier-ignore
  const slugs = made.map((answer) => answer.json<{ slug: string }>().slug).sort();
  expect(slugs).toEqual(['same-name', 'same-name-2', 'same-name-3', 'same-name-4', 'same-name-5']);
});
