/** Signing in and out, and returning to a page. */
import { pageAt, requirement, visible, type ScreenSpec } from '../requirement.ts';
import { expect, signIn } from '../../support/stack.ts';
import { mockAnswer, fill, press, problem } from './actions.ts';

export const sessions: ScreenSpec[] = [
  {
    screen: 'the sign-in page',
    as: 'signedOut',
    rows: [
      requirement(
        '/login: Sign In with email and password',
        pageAt('/login', (page) => [
          page.getByRole('heading', { level: 1, name: 'Sign In' }),
          page.getByLabel('Email'),
          page.getByLabel('Password', { exact: true }),
          page.getByRole('button', { name: 'Sign In', exact: true }),
        ]),
      ),
      requirement('a show/hide password control', async ({ page }) => {
        const [password, control] = [
          page.getByLabel('Password', { exact: true }),
          page.getByRole('button', { name: 'Show password' }),
        ];
        await password.fill('seen by its owner');
        await expect(password).toHaveAttribute('type', 'password');
        await control.click();
        await expect(password).toHaveAttribute('type', 'text');
        await expect(control).toHaveAttribute('aria-pressed', 'true');
        await control.click();
        await expect(password).toHaveAttribute('type', 'password');
        await password.clear();
      }),
      requirement(
        'a link to /accounts/forgot-password',
        visible((page) => [page.locator('a[href="/accounts/forgot-password"]')]),
      ),
      requirement(
        'a link to /register',
        visible((page) => [page.locator('a[href="/register"]')]),
      ),
      requirement('The demo host adds a welcome note.', async ({ page, sample }) => {
        await expect(page.getByText('Welcome to the demo')).toBeVisible();
        await expect(page.getByText(sample.owner.password)).toBeVisible();
      }),
      requirement('Login: email and password are required.', async ({ page }) => {
        await press(page, 'Sign In');
        await expect(page.getByRole('link', { name: 'Email is required.' })).toBeVisible();
        await expect(page.getByRole('link', { name: 'Password is required.' })).toBeVisible();
      }),
      requirement("Any failure shows 'Login failed' and clears the password.", async ({ page, sample }) => {
        await fill(page, { Email: sample.owner.email, Password: 'not the password' });
        await press(page, 'Sign In');
        await expect(page.getByText('Login failed').first()).toBeVisible();
        await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
        await expect(page.getByLabel('Email')).toHaveValue(sample.owner.email);
      }),
      requirement(
        "Login: 'Login failed'.",
        visible((page) => [page.getByRole('alert').getByText('Login failed')]),
      ),
      requirement('unauthenticated (a 401 or 403 on the user fetch leads to /login)', async ({ page }) => {
        const asked = page.waitForResponse(/users\/self/);
        await page.goto('/users?offset=50');
        expect((await asked).status()).toBe(401);
        await expect(page).toHaveURL('/login?next=%2Fusers%3Foffset%3D50');
        const stopMocking = await mockAnswer(page, '**/api/users/self/**', 403, problem('Forbidden'));
        await page.goto('/account');
        await expect(page).toHaveURL('/login?next=%2Faccount');
        await stopMocking();
      }),
      requirement('Route loader: 401 or 403 on the user fetch redirects to /login.', async ({ page }) => {
        await page.goto('/datasets');
        await expect(page).toHaveURL('/login');
      }),
      requirement('authenticated', async ({ page, sample }) => {
        await page.goto('/login?next=%2Faccount');
        // The note moves the form.
        await page.getByText('Welcome to the demo').waitFor();
        await fill(page, { Email: sample.owner.email, Password: sample.owner.password });
        await press(page, 'Sign In');
        await expect(page).toHaveURL('/account');
        await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
      }),
      requirement('The csrf cookie lasts 365 days.', async ({ page, stack }) => {
        const cookie = (await page.context().cookies(stack.url)).find(({ name }) => name === 'csrftoken');
        expect(Math.round(((cookie?.expires ?? 0) * 1000 - Date.now()) / 86_400_000)).toBe(365);
      }),
      requirement('/logout: clears all local stores, calls logout, goes to /login.', async ({ page }) => {
        await page.goto('/datasets');
        await expect(page.getByRole('main').getByRole('link', { name: 'Places' })).toBeVisible();
        const storedNames = () =>
          page.evaluate(async () => [
            ...Object.keys(sessionStorage),
            ...(await indexedDB.databases()).map(({ name }) => name ?? ''),
          ]);
        await expect.poll(async () => (await storedNames()).length).toBeGreaterThan(2);
        const called = page.waitForRequest((request) => request.url().endsWith('/api/accounts/logout/'));
        await page.goto('/logout');
        await called;
        await expect(page).toHaveURL('/login');
        // Only snoozed alerts are stored.
        expect((await storedNames()).filter((name) => !/alert/i.test(name))).toEqual([]);
      }),
      requirement('or logged out (auth storage cleared).', async ({ page, stack }) => {
        const cookies = await page.context().cookies(stack.url);
        expect(cookies.map(({ name }) => name)).not.toContain('sessionid');
        expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
      }),
    ],
  },
  {
    screen: 'another account in the same browser',
    as: 'signedOut',
    rows: [
      requirement("A bad state gives 'Bad auth state'.", async ({ page, sample, person }) => {
        await signIn(page, sample.member);
        await page.getByRole('link', { name: 'Terms', exact: true }).click();
        await expect(page).toHaveURL('/terms-of-service');
        await signIn(await page.context().newPage(), await person('Otto'));
        await page.goBack();
      }),
    ],
  },
];
