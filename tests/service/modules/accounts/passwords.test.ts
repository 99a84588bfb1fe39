/** Changing and resetting a password. */
import { afterAll, expect, test, vi } from 'vitest';
import { Browser } from '#tests/service/support/browser.ts';
import { linkIn, partsOf } from '#tests/service/support/mailLinks.ts';
import { password, person, type Someone } from '#tests/service/support/people.ts';
import { startService } from '#tests/service/support/service.ts';
import { pollTimeout } from '#tests/support/pollTimeout.ts';

const newPassword = 'an entirely new one';
const service = await startService();
afterAll(() => service.close());

const post = (url: string, payload: object) => service.app.inject({ method: 'POST', url, payload });
const browserOf = async ({ user }: Someone) => {
  const browser = new Browser(service.app);
  await browser.signIn(user.email, password);
  return browser;
};
const change = (browser: Browser, more: object = {}) =>
  browser.post('/api/accounts/change-password/', {
    old_password: password,
    password: newPassword,
    password_confirm: newPassword,
    ...more,
  });
const resetLink = async (email: string) => {
  const before = service.mails().length;
  await post('/api/accounts/send-reset-password-link/', { email });
  return vi.waitFor(() => {
    expect(service.mails().length).toBeGreaterThan(before);
    return linkIn(service.mails().at(-1));
  }, pollTimeout);
};

test('changing the password ends every other session, and gives this one a new id', async () => {
  const someone = await person(service);
  const [asking, there, elsewhere] = await Promise.all([1, 2, 3].map(() => browserOf(someone)));
  const before = asking!.cookies.get('sessionid');
  expect((await change(asking!)).json()).toEqual({ detail: 'Password updated successfully.' });
  expect(await asking!.signedIn()).toBe(true);
  expect(asking!.cookies.get('sessionid')).not.toBe(before);
  expect([await there!.signedIn(), await elsewhere!.signedIn()]).toEqual([false, false]);
  expect((await new Browser(service.app).signIn(someone.user.email, password)).statusCode).toBe(400);
  expect((await new Browser(service.app).signIn(someone.user.email, newPassword)).statusCode).toBe(200);
});

test('a wrong old password changes nothing', async () => {
  const browser = await browserOf(await person(service));
  const answer = await change(browser, { old_password: 'not it' });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ errors: { old_password: ['The old password is wrong.'] } });
  expect((await change(browser, { password_confirm: 'other' })).json()).toMatchObject({
    detail: 'Passwords do not match',
  });
});

test('a reset link sets a new password once, and ends every session', async () => {
  const someone = await person(service);
  const browser = await browserOf(someone);
  const link = await resetLink(someone.user.email);
  expect(`${link.origin}${link.pathname}`).toBe('http://localhost:8080/accounts/reset-password');
  const body = { ...partsOf(link), password: newPassword };
  expect((await post('/api/accounts/reset-password/', body)).statusCode).toBe(200);
  expect(await browser.signedIn()).toBe(false);
  const again = await post('/api/accounts/reset-password/', { ...body, password: 'a third one' });
  expect(again.json()).toEqual({ detail: 'Invalid password reset link. Please request a new one.' });
  expect((await browser.signIn(someone.user.email, newPassword)).statusCode).toBe(200);
});

test('using one of two reset links ends the other, whichever came first', async () => {
  const { user } = await person(service);
  const first = await resetLink(user.email);
  service.later(2_000);
  const second = await resetLink(user.email);
  expect(
    (await post('/api/accounts/reset-password/', { ...partsOf(first), password: newPassword })).statusCode,
  ).toBe(200);
  expect(
    (await post('/api/accounts/reset-password/', { ...partsOf(second), password: newPassword })).statusCode,
  ).toBe(400);
});

test('a reset link is valid for 60 minutes', async () => {
  const { user } = await person(service);
  const link = partsOf(await resetLink(user.email));
  service.later(3_601_500);
  expect((await post('/api/accounts/reset-password/', { ...link, password: newPassword })).statusCode).toBe(
    400,
  );
});

test('a request for a link gets the same answer whether or not there is an account', async () => {
  const { user } = await person(service);
  const [known, unknown] = await Promise.all(
    [user.email, 'nobody@example.org'].map((email) =>
      post('/api/accounts/send-reset-password-link/', { email }),
    ),
  );
  expect(known!.statusCode).toBe(200);
  expect(known!.body).toBe(unknown!.body);
});
