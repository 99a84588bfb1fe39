/** Signing up: the form, the terms, the mail and its link. */
import { pageAt, requirement, visible, type ScreenSpec } from '../requirement.ts';
import { delayCalls } from '../../support/badNetwork.ts';
import { expect } from '../../support/stack.ts';
import { waitForMailedLink } from '../../support/links.ts';
import { mockAnswer, fill, press, problem } from './actions.ts';

const newcomer = {
  Email: 'ada.newcomer@example.org',
  Password: 'correct horse battery',
  'Organization Name': 'Ada’s Practice',
  'Full Name': 'Ada King Lovelace',
};
const robot = 'I am not a robot';

export const signUp: ScreenSpec[] = [
  {
    screen: 'the sign-up page',
    as: 'signedOut',
    rows: [
      requirement(
        '/register: Sign Up form with email, password, organization name, full name',
        pageAt('/register', (page) => [
          page.getByRole('heading', { level: 1, name: 'Sign Up' }),
          ...Object.keys(newcomer).map((label) => page.getByLabel(label, { exact: true })),
        ]),
      ),
      requirement(
        "a terms-of-service checkbox and an 'I am not a robot' checkbox.",
        visible((page) => [
          page.getByRole('checkbox', { name: /Terms of Service/ }),
          page.getByRole('checkbox', { name: robot }),
        ]),
      ),
      requirement(
        'There is also a Create Account button',
        visible((page) => [page.getByRole('button', { name: 'Create Account', exact: true })]),
      ),
      requirement(
        'a link back to sign in.',
        visible((page) => [page.locator('a[href="/login"]')]),
      ),
      requirement(
        'Registration trial: 30 days free.',
        visible((page) => [page.getByText(/30 day/)]),
      ),
      requirement(
        'Registration: email, password, organization name, full name, terms checkbox and robot checkbox are all required.',
        async ({ page }) => {
          await press(page, 'Create Account');
          for (const label of Object.keys(newcomer))
            await expect(page.getByRole('link', { name: `${label} is required.` })).toBeVisible();
          await expect(page.getByRole('link', { name: 'Tick this box to continue.' })).toHaveCount(2);
        },
      ),
      requirement(
        "The terms checkbox opens the terms dialog, which has an 'I agree' button.",
        async ({ page, addScreenText }) => {
          const box = page.getByRole('checkbox', { name: /Terms of Service/ });
          await box.click();
          const dialog = page.getByRole('dialog', { name: 'Terms of Service' });
          await expect(dialog).toBeVisible();
          await addScreenText();
          await press(dialog, 'I agree');
          await expect(dialog).toBeHidden();
          await expect(box).toBeChecked();
        },
      ),
      requirement("Failure shows 'Registration failed'.", async ({ page }) => {
        await fill(page, newcomer);
        await page.getByRole('checkbox', { name: robot }).check();
        const stopMocking = await mockAnswer(
          page,
          '**/api/accounts/register/',
          400,
          problem('This name is taken.'),
        );
        await press(page, 'Create Account');
        await expect(page.getByText(/Registration failed/).first()).toBeVisible();
        await stopMocking();
      }),
      requirement(
        "Registration: 'Registration failed'.",
        visible((page) => [page.getByRole('alert').getByText(/Registration failed/)]),
      ),
      requirement(
        'The full name is split at the first space into first and last name. The password is sent twice, as password and password_confirm.',
        async ({ page }) => {
          const call = page.waitForRequest('**/api/accounts/register/');
          await press(page, 'Create Account');
          expect((await call).postDataJSON()).toEqual({
            email: newcomer.Email,
            first_name: 'Ada',
            last_name: 'King Lovelace',
            organization_name: newcomer['Organization Name'],
            password: newcomer.Password,
            password_confirm: newcomer.Password,
          });
        },
      ),
      requirement(
        '/accounts/register-confirm: says thanks for signing up and to check email for an activation link.',
        async ({ page }) => {
          await expect(page).toHaveURL('/accounts/register-confirm');
          await expect(page.getByRole('heading', { name: /Thanks for signing up/ })).toBeVisible();
          await expect(page.getByText(/check your email for an activation link/)).toBeVisible();
        },
      ),
      requirement(
        'accounts/activate: reads user_id, timestamp and signature from the query string.',
        async ({ page, stack, addText }) => {
          const link = await waitForMailedLink(stack, newcomer.Email);
          const query = Object.fromEntries(new URLSearchParams(link.split('?')[1]));
          expect(Object.keys(query)).toEqual(['user_id', 'timestamp', 'signature']);
          const release = await delayCalls(page, '**/api/accounts/verify-registration/');
          const call = page.waitForRequest('**/api/accounts/verify-registration/');
          await page.goto(link);
          expect((await call).postDataJSON()).toEqual(query);
          await expect(page.getByText('Activating your account...')).toBeVisible();
          addText(await page.locator('body').innerText());
          release();
        },
      ),
      requirement(
        "It shows 'Activating your account...', then a success message with a link to /datasets?product_tour_id=528227.",
        async ({ page }) => {
          await expect(page.getByText('Your account has been activated')).toBeVisible();
          await expect(page.locator('a[href="/datasets?product_tour_id=528227"]')).toBeVisible();
        },
        ['Your account has been activated'],
      ),
      requirement(
        'Registration: submit, then an email link, then activation (activating, success or error), then sign-in.',
        async ({ page }) => {
          await page.getByRole('link', { name: 'Go to your datasets' }).click();
          await expect(page).toHaveURL(/\/login\?next=%2Fdatasets%3Fproduct_tour_id%3D528227/);
          await fill(page, { Email: newcomer.Email, Password: newcomer.Password });
          await press(page, 'Sign In');
          await expect(page).toHaveURL('/datasets?product_tour_id=528227');
          await expect(page.getByRole('heading', { level: 1, name: 'Datasets' })).toBeVisible();
        },
      ),
      requirement('Onboarding tour id 528227 is passed in the query after activation', async ({ page }) => {
        await expect(page).toHaveURL('/datasets?product_tour_id=528227');
      }),
      requirement(
        "Activation: the link needs user_id, timestamp and signature, otherwise 'Invalid activation link. Please request a new one.'",
        async ({ page }) => {
          for (const missing of ['user_id', 'timestamp', 'signature']) {
            const query = new URLSearchParams({ user_id: 'a', timestamp: '1', signature: 'b' });
            query.delete(missing);
            await page.goto(`/accounts/activate?${query.toString()}`);
            await expect(page.getByText('Invalid activation link. Please request a new one.')).toBeVisible();
          }
        },
      ),
    ],
  },
];
