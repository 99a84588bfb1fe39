/** Unknown addresses, errors of the service, and an account without an organization. */
import type { Client } from '../../../tools/client.ts';
import { requirement, visible, type ScreenSpec } from '../requirement.ts';
import { expect, signIn } from '../../support/stack.ts';
import { waitForMailedLink } from '../../support/links.ts';
import { mockAnswer, fill, press, problem } from './actions.ts';

const customer = '**/api/stripe/customer/';
const self = '**/api/users/self/**';
const unknownId = '2'.repeat(22);

const errorOf = (api: Client, path: string): Promise<string> =>
  api.send('GET', path).then(() => 'none', String);

export const errors: ScreenSpec[] = [
  {
    screen: 'an unknown address',
    as: 'signedOut',
    rows: [
      requirement("A catch-all 404 page 'Not Found' with Go Back and Home buttons.", async ({ page }) => {
        await page.goto('/register');
        await page.goto('/nothing/to/see/here');
        await expect(page.getByRole('heading', { level: 1, name: 'Not Found' })).toBeVisible();
        await expect(page.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/');
        await press(page, 'Go Back');
        await expect(page).toHaveURL('/register');
        await page.goto('/nothing/to/see/here');
      }),
    ],
  },
  {
    screen: 'errors of the service',
    as: 'owner',
    rows: [
      requirement("An error page 'Something is horribly wrong!' with error details.", async ({ page }) => {
        const stopMocking = await mockAnswer(page, self, 500, problem('The database is on fire.'));
        await page.goto('/account');
        await expect(
          page.getByRole('heading', { level: 1, name: 'Something is horribly wrong!' }),
        ).toBeVisible();
        await expect(page.getByText('The database is on fire.')).toBeVisible();
        await stopMocking();
      }),
      requirement("No user gives 403 'No auth'.", async ({ page }) => {
        const stopMocking = await mockAnswer(page, self, 200, null);
        await page.goto('/account');
        await expect(page.getByText('No auth', { exact: true })).toBeVisible();
        await stopMocking();
      }),
      requirement('The auth error page shows the sign-up splash on 400 and 422', async ({ page }) => {
        for (const status of [400, 422]) {
          const stopMocking = await mockAnswer(page, self, status, problem('Half an account.'));
          await page.goto('/account');
          await expect(page.getByRole('heading', { level: 1, name: /Sign up/i })).toBeVisible();
          await expect(page.locator('a[href="/register"]').first()).toBeVisible();
          await stopMocking();
        }
      }),
      requirement('else the error details page.', async ({ page }) => {
        const stopMocking = await mockAnswer(page, self, 418, problem('Only tea is served here.'));
        await page.goto('/account');
        await expect(page.getByText('Only tea is served here.')).toBeVisible();
        await stopMocking();
      }),
    ],
  },
  {
    screen: 'an account without an organization',
    as: 'signedOut',
    rows: [
      requirement('With no organizations, go to /organizations/create.', async ({ page, stack }) => {
        const account = { email: `lonely.${Date.now()}@example.org`, password: 'correct horse battery' };
        await page.request.post('/api/accounts/register/', {
          data: { ...account, first_name: 'Lonely', password_confirm: account.password },
        });
        await page.goto(await waitForMailedLink(stack, account.email));
        await expect(page.getByText('Your account has been activated')).toBeVisible();
        await page.goto('/login');
        await fill(page, { Email: account.email, Password: account.password });
        await press(page, 'Sign In');
        await expect(page).toHaveURL('/organizations/create');
      }),
      requirement(
        "/organizations/create: 'Create an Organization' with a name field.",
        visible((page) => [
          page.getByRole('heading', { level: 1, name: 'Create an Organization' }),
          page.getByLabel('Organization Name'),
        ]),
      ),
      requirement('Organization name is required.', async ({ page }) => {
        await press(page, 'Create Organization');
        await expect(page.getByText('Organization Name is required.').first()).toBeVisible();
      }),
      requirement('On success it goes to /datasets?product_tour_id=528227.', async ({ page }) => {
        await fill(page, { 'Organization Name': 'Lonely Practice' });
        const billed = page.waitForRequest(customer);
        await press(page, 'Create Organization');
        await billed;
        await expect(page).toHaveURL('/datasets?product_tour_id=528227');
        await expect(page.getByRole('heading', { level: 1, name: 'Datasets' })).toBeVisible();
      }),
      requirement(
        'Organization creation and account activation are each followed by a call to create the billing customer.',
        async ({ page, stack }) => {
          const account = { email: `billed.${Date.now()}@example.org`, password: 'correct horse battery' };
          await page.request.post('/api/accounts/register/', {
            data: { ...account, first_name: 'Billed', password_confirm: account.password },
          });
          const billed = page.waitForRequest(customer);
          await page.goto(await waitForMailedLink(stack, account.email));
          expect((await billed).method()).toBe('POST');
          await page.goto('/datasets?product_tour_id=528227');
        },
      ),
      requirement('and after organization creation.', async ({ page }) => {
        expect(new URL(page.url()).search).toBe('?product_tour_id=528227');
      }),
      requirement('If an organization is already current, it redirects there at once.', async ({ page }) => {
        await page.goto('/organizations/create');
        await expect(page).toHaveURL('/datasets?product_tour_id=528227');
      }),
    ],
  },
  {
    screen: 'an account with two organizations',
    as: 'signedOut',
    rows: [
      requirement('else the first organization.', async ({ page, person }) => {
        const account = await person('Twofold');
        await account.api.send('POST', '/api/organizations/', JSON.stringify({ name: 'Second Practice' }));
        await signIn(page, account);
        await expect(
          page.getByRole('navigation', { name: 'Main' }).getByText(account.organization),
        ).toBeVisible();
      }),
      requirement('Organization selection: use the stored id', async ({ page }) => {
        const answer = await page.request.get('/api/organizations/');
        const all = (await answer.json()) as { id: string; name: string }[];
        const second = all.find(({ name }) => name === 'Second Practice');
        const stored = await page.evaluate(() => sessionStorage.getItem('organization'));
        expect(all.map(({ id }) => id)).toContain(stored);
        await page.evaluate((id) => sessionStorage.setItem('organization', id), second?.id ?? '');
        await page.reload();
        await expect(
          page.getByRole('navigation', { name: 'Main' }).getByText('Second Practice'),
        ).toBeVisible();
      }),
    ],
  },
  {
    screen: 'missing datasets and schemas',
    as: 'owner',
    rows: [
      requirement(
        "Missing datasets give 404 'Datasets not found'.",
        async ({ page, sample, addText }) => {
          const stopMocking = await mockAnswer(
            page,
            /\/api\/datasets\/\?/,
            404,
            problem('Datasets not found'),
          );
          await page.goto('/datasets');
          await expect(page.getByRole('heading', { name: 'Datasets not found' })).toBeVisible();
          await stopMocking();
          await page.goto(`/datasets/${unknownId}`);
          await expect(page.getByRole('heading', { name: 'Datasets not found' })).toBeVisible();
          addText(await errorOf(sample.owner.api, `/api/datasets/${unknownId}/`));
        },
        [/Error: 404 .*Datasets not found/],
      ),
      requirement("Missing schemas give 404 'Schemas not found'", async ({ page, sample }) => {
        const stopMocking = await mockAnswer(page, /\/api\/schemas\/\?/, 404, problem('Schemas not found'));
        await page.goto(sample.dataset);
        await expect(page.getByRole('main').getByText('Schemas not found').first()).toBeVisible();
        await stopMocking();
      }),
      requirement(
        "or 'Schema not found', and the screen shows 'Schema Not Found' or 'Schema not found'.",
        async ({ page, sample, addScreenText, addText }) => {
          addText(await errorOf(sample.owner.api, `/api/schemas/${unknownId}/`));
          await page.goto(`${sample.dataset}/schemas/${unknownId}/permissions`);
          await expect(page.getByRole('heading', { name: 'Schema Not Found' })).toBeVisible();
          await addScreenText();
          await page.goto(`${sample.dataset}/schemas/${unknownId}`);
          await expect(page.getByRole('heading', { name: 'Schema not found' })).toBeVisible();
        },
        [/Error: 404 .*Schema not found/, 'Schema Not Found', 'Schema not found'],
      ),
      requirement(
        "If the schema is missing it shows the error 'Schema not found'.",
        visible((page) => [page.getByText('Schema not found')]),
      ),
    ],
  },
];
