/** Mailed links that are changed, used, expired or made for another account show an error and change nothing. */
import type { Page } from '@playwright/test';
import { client, organizationOf } from '../../tools/client.ts';
import { agedLink, waitForMailedLink, tokenIn } from '../support/links.ts';
import { expect, test, type Person } from '../support/stack.ts';
import type { Stack } from '../../tools/stack.ts';

const fresh = 'a password never used before';
const another = 'and one that never will be';
const refused = {
  activate: 'Invalid activation link. Please request a new one.',
  reset: 'Invalid password reset link. Please request a new one.',
  invite: 'Invalid invitation link. Please ask for a new one.',
};

/** A link with one of its parts changed. */
function spoilt(link: string, part: 'user_id' | 'timestamp' | 'signature', value?: string): string {
  const [path = '', text = ''] = link.split('?');
  const query = new URLSearchParams(text);
  const old = query.get(part) ?? '';
  query.set(
    part,
    value ??
      (part === 'timestamp'
        ? String(Number(old) + 1)
        : `${old.slice(0, -1)}${old.endsWith('A') ? 'B' : 'A'}`),
  );
  return `${path}?${query.toString()}`;
}

/** Signs up without following the link. */
async function signUp(
  stack: Stack,
  name: string,
): Promise<{ email: string; password: string; link: string }> {
  const account = { email: `${name}.${Date.now()}@example.org`, password: 'correct horse battery' };
  const body = {
    ...account,
    first_name: name,
    organization_name: `${name} Ltd`,
    password_confirm: account.password,
  };
  await client(stack.url).send('POST', '/api/accounts/register/', JSON.stringify(body));
  return { ...account, link: await waitForMailedLink(stack, account.email) };
}

async function invite(stack: Stack, owner: Person, name: string): Promise<{ email: string; link: string }> {
  const email = `${name}.${Date.now()}@example.org`;
  const organization = (await organizationOf(owner.api)).split('/').at(-2) ?? '';
  await owner.api.send(
    'POST',
    `/api/organizations/${organization}/invitations/`,
    JSON.stringify({ email, is_admin: false }),
  );
  return { email, link: await waitForMailedLink(stack, email) };
}

async function askForReset(stack: Stack, { email }: { email: string }): Promise<string> {
  await client(stack.url).send('POST', '/api/accounts/send-reset-password-link/', JSON.stringify({ email }));
  return waitForMailedLink(stack, email, 'reset-password');
}

const worksFor = (url: string, account: { email: string; password: string }) =>
  client(url, account)
    .send('GET', '/api/users/self/')
    .then(
      () => true,
      () => false,
    );

async function activate(page: Page, link: string): Promise<void> {
  await page.goto(link);
}

async function reset(page: Page, link: string, password = fresh): Promise<void> {
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Re-type new password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Reset Password' }).click();
}

async function accept(page: Page, link: string, password = fresh): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Full Name').fill('Mallory');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('checkbox', { name: /Terms of Service/ }).click();
  await page.getByRole('button', { name: 'I agree', exact: true }).click();
  await page.getByRole('button', { name: 'Open Account' }).click();
}

const passwords = { password: fresh, password_confirm: fresh };
/** The calls by which the pages use their links. */
const calls = {
  activate: { path: '/api/accounts/verify-registration/', body: {} },
  reset: { path: '/api/accounts/reset-password/', body: passwords },
  invite: { path: '/api/accounts/accept-invitation/', body: { first_name: 'Mallory', ...passwords } },
};

/** Checks that every link is refused, the first one on its page, and leaves the account unchanged. */
async function allRefused(
  page: Page,
  stack: Stack,
  kind: keyof typeof refused,
  links: Record<string, string>,
  account: { email: string; password: string },
): Promise<void> {
  const openLink = { activate, reset, invite: accept }[kind];
  const { path, body } = calls[kind];
  const before = await worksFor(stack.url, account);
  for (const [index, [what, link]] of Object.entries(links).entries())
    await test.step(what, async () => {
      if (index === 0) {
        await openLink(page, link);
        await expect(page.getByText(refused[kind]).first()).toBeVisible();
      } else {
        const sent = client(stack.url).send('POST', path, JSON.stringify({ ...tokenIn(link), ...body }));
        await expect(sent).rejects.toThrow(refused[kind]);
      }
    });
  // Checked once, at the end: too many wrong passwords lock the account for a while.
  expect(await worksFor(stack.url, account), 'the account is as before').toBe(before);
  expect(await worksFor(stack.url, { ...account, password: fresh }), 'the new password opens nothing').toBe(
    false,
  );
}

const day = 24;

test('activation links work once, within a week, for their own account', async ({ page, stack }) => {
  const [ada, eve] = [await signUp(stack, 'ada'), await signUp(stack, 'eve')];
  await allRefused(
    page,
    stack,
    'activate',
    {
      'another signature': spoilt(ada.link, 'signature'),
      'another time': spoilt(ada.link, 'timestamp'),
      'of another account': spoilt(eve.link, 'user_id', tokenIn(ada.link).user_id),
      'a week and an hour old': await agedLink(stack, 'activate', ada.email, 7 * day + 1),
      'for a new password': await agedLink(stack, 'reset', ada.email, 0),
    },
    ada,
  );
  await activate(page, ada.link);
  await expect(page.getByText('Your account has been activated')).toBeVisible();
  await allRefused(page, stack, 'activate', { 'used already': ada.link }, ada);
});

test('reset links work once, within an hour, for their own account', async ({ page, stack, person }) => {
  const [ada, eve] = [await person('Ada'), await person('Eve')];
  const [hers, other] = [await askForReset(stack, ada), await askForReset(stack, eve)];
  await allRefused(
    page,
    stack,
    'reset',
    {
      'another signature': spoilt(hers, 'signature'),
      'another time': spoilt(hers, 'timestamp'),
      'of another account': spoilt(other, 'user_id', tokenIn(hers).user_id),
      'two hours old': await agedLink(stack, 'reset', ada.email, 2),
      'for an activation': await agedLink(stack, 'activate', ada.email, 0),
    },
    ada,
  );
  await reset(page, hers);
  await expect(page.getByText('Your password has been changed')).toBeVisible();
  expect(await worksFor(stack.url, ada)).toBe(false);
  const now = { ...ada, password: fresh };
  await test.step('a used link is refused', async () => {
    await reset(page, hers, another);
    await expect(page.getByText(refused.reset).first()).toBeVisible();
    expect(await worksFor(stack.url, now)).toBe(true);
    expect(await worksFor(stack.url, { ...ada, password: another })).toBe(false);
  });
});

test('invitation links work once, within a week, for their own account', async ({ page, stack, person }) => {
  const owner = await person('Olga');
  const [ada, eve] = [await invite(stack, owner, 'ada'), await invite(stack, owner, 'eve')];
  await allRefused(
    page,
    stack,
    'invite',
    {
      'another signature': spoilt(ada.link, 'signature'),
      'another time': spoilt(ada.link, 'timestamp'),
      'of another account': spoilt(eve.link, 'user_id', tokenIn(ada.link).user_id),
      'a week and an hour old': await agedLink(stack, 'invite', ada.email, 7 * day + 1),
      'for an activation': await agedLink(stack, 'activate', ada.email, 0),
    },
    { ...ada, password: 'no password yet' },
  );
  await accept(page, ada.link);
  await expect(page.getByText('Your account is open')).toBeVisible();
  expect(await worksFor(stack.url, { ...ada, password: fresh })).toBe(true);
  await test.step('a used link is refused', async () => {
    await accept(page, ada.link, another);
    await expect(page.getByText(refused.invite).first()).toBeVisible();
    expect(await worksFor(stack.url, { ...ada, password: fresh })).toBe(true);
    expect(await worksFor(stack.url, { ...ada, password: another })).toBe(false);
  });
});

test('a second sign-up with a known address changes nothing and reveals nothing', async ({
  page,
  stack,
  person,
}) => {
  const ada = await person('Ada');
  await page.goto('/register');
  await page.getByLabel('Email').fill(ada.email);
  await page.getByLabel('Password', { exact: true }).fill(fresh);
  await page.getByLabel('Organization Name').fill('Mallory Ltd');
  await page.getByLabel('Full Name').fill('Mallory');
  await page.getByRole('checkbox', { name: /Terms of Service/ }).click();
  await page.getByRole('button', { name: 'I agree', exact: true }).click();
  await page.getByRole('checkbox', { name: 'I am not a robot' }).check();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { name: /Thanks for signing up/ })).toBeVisible();
  expect(await worksFor(stack.url, ada)).toBe(true);
  expect(await worksFor(stack.url, { ...ada, password: fresh })).toBe(false);
});
