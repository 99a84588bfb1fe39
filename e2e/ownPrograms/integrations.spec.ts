/** Third-party integrations: real code against a local server, each only after consent, and never on a page with records. */
import type { Page } from '@playwright/test';
import { makeSchema } from '../../tools/client.ts';
import { checkScreen } from '../spec/checkScreen.ts';
import { integrations } from '../spec/requirements/all.ts';
import { expect, signIn } from '../support/stack.ts';
import { test } from '../support/thirdPartyStack.ts';
import { visitor } from '../support/thirdParty.ts';

/** The third-party scripts of the current page. */
const thirdPartyUrlsIn = (page: Page, url: string) =>
  page.evaluate(
    (origin) => [...document.scripts].map(({ src }) => src).filter((src) => src.startsWith(origin)),
    url,
  );
const left = (page: Page, name: string) => page.locator('html').getAttribute(`data-${name}`);

test('no third party is called before consent or after a refusal', async ({ page, thirdParty, person }) => {
  const ada = await person('Ada');
  const before = thirdParty.requests.length;
  await page.goto('/register');
  await page.getByRole('button', { name: 'No, thanks' }).click();
  await expect(page.getByRole('region', { name: 'Privacy' })).toBeHidden();
  await signIn(page, ada);
  await page.goto('/help');
  await page.getByRole('button', { name: 'Play the tutorial' }).waitFor();
  expect(thirdParty.requests.slice(before)).toEqual([]);
});

test('after consent pixels load on public pages and the chat knows the name, and pages with records have neither', async ({
  page,
  thirdParty,
  person,
}) => {
  const ada = await person('Ada');
  await makeSchema(
    ada.api,
    { dataset: 'People', schema: 'Guests', description: '' },
    { type: 'object', properties: { name: { type: 'string' } } },
  );
  await page.goto('/login');
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  for (const name of ['google', 'meta', 'linkedin']) await expect.poll(() => left(page, name)).toBeTruthy();
  expect(await left(page, 'linkedin')).toBe('id1');

  await signIn(page, ada);
  await expect.poll(() => left(page, 'chat')).toBe('boot Ada Tester');
  expect(await thirdPartyUrlsIn(page, thirdParty.url)).toEqual([`${thirdParty.url}/chat.js`]);

  await page.getByRole('link', { name: 'People', exact: true }).first().click();
  await page.getByRole('link', { name: 'Guests', exact: true }).last().click();
  await page.getByRole('link', { name: 'Records', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Guests' }).waitFor();
  await page.getByText('Looks like you need to add some data!').waitFor();
  expect(await thirdPartyUrlsIn(page, thirdParty.url)).toEqual([]);
  expect(await left(page, 'chat')).toBeNull();

  await page.getByRole('link', { name: 'Datasets', exact: true }).first().click();
  await expect.poll(() => left(page, 'chat')).toBe('boot Ada Tester');
  await page.getByRole('link', { name: 'Logout' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign In' }).waitFor();
  await expect.poll(() => left(page, 'chat')).toBe('');
});

test('an error report has the error’s kind and position, without its message', async ({
  page,
  thirdParty,
  person,
}) => {
  const before = thirdParty.requests.length;
  await page.goto('/login');
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await signIn(page, await person('Ada'));
  await page.evaluate(() => {
    setTimeout(() => {
      throw new RangeError('The value 4711 of Ada is wrong.');
    });
  });
  const reports = () => thirdParty.requests.slice(before).filter(({ path }) => path === '/api/7/envelope/');
  await expect.poll(() => reports().length).toBe(1);
  const { body } = reports()[0]!;
  expect(body).toContain('RangeError');
  expect(body).toContain('"transaction":"/datasets"');
  expect(body).not.toMatch(/4711|Ada/);
});

test('signs in with Google by redirect', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.getByRole('heading', { level: 1, name: 'Create an Organization' }).waitFor();
  await page.getByLabel('Organization Name').fill('Compilers');
  await page.getByRole('button', { name: 'Create Organization' }).click();
  await page.getByRole('heading', { level: 1, name: 'Datasets' }).waitFor();
  await page.getByRole('link', { name: 'Account Settings' }).click();
  await expect(page.getByText(visitor.email)).toBeVisible();
});

test('a token that this tab did not request does not sign in', async ({ page }) => {
  await page.goto('/accounts/google#id_token=stolen&state=guessed');
  await expect(page.getByText('This sign-in was not started here. Please start it again.')).toBeVisible();
  await expect.poll(() => new URL(page.url()).hash).toBe('');
});

test('plans are loaded from the payment provider on request, for the signed-in person', async ({
  page,
  thirdParty,
  person,
}) => {
  const ada = await person('Ada');
  await signIn(page, ada);
  await page.goto('/choose-plan');
  await page.getByRole('heading', { level: 1, name: 'Please choose a plan' }).waitFor();
  expect(await thirdPartyUrlsIn(page, thirdParty.url)).toEqual([]);
  await page.getByRole('button', { name: 'Show plans' }).click();
  await expect(page.getByText(`Plans for ${ada.email}`)).toBeVisible();
  // The page doesn't wait for this call.
  const customers = () => thirdParty.requests.filter(({ path }) => path === '/v1/customers');
  await expect
    .poll(() => customers().map(({ body }) => new URLSearchParams(body).get('email')))
    .toContain(ada.email);
});

test('consent can be withdrawn, and the page reloads without the third parties', async ({
  page,
  thirdParty,
}) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await expect.poll(() => thirdPartyUrlsIn(page, thirdParty.url)).not.toEqual([]);
  await page.getByRole('button', { name: 'Privacy choices' }).click();
  await page.getByRole('switch', { name: 'Measure visits' }).click();
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Save choices' }).click();
  await reloaded;
  await expect.poll(() => thirdPartyUrlsIn(page, thirdParty.url)).toEqual([]);
});

for (const spec of integrations) checkScreen(spec, test);
