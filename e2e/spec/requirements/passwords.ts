/** Forgotten, reset and changed passwords. */
import type { Page } from '@playwright/test';
import { pageAt, requirement, visible, type ScreenSpec } from '../requirement.ts';
import { expect, signIn } from '../../support/stack.ts';
import { waitForMailedLink } from '../../support/links.ts';
import { fill, lasts, press } from './actions.ts';

const newPassword = 'a new horse and battery';
const fields = { new: 'New password', again: 'Re-type new password' };

/** Sends the link and checks that the confirmation lasts five seconds. */
const sendLink = (page: Page) =>
  lasts(page, page.getByRole('status').getByText(/password reset link/i), 5, () => press(page, 'Send Link'));

export const passwords: ScreenSpec[] = [
  {
    screen: 'a forgotten password',
    as: 'signedOut',
    rows: [
      requirement("/accounts/forgot-password: an email field and a 'Send Link' button.", async (fixtures) => {
        await fixtures.page.clock.install();
        await pageAt('/accounts/forgot-password', (page) => [
          page.getByLabel('Email'),
          page.getByRole('button', { name: 'Send Link', exact: true }),
        ])(fixtures);
      }),
      requirement(
        'Password reset link sent: a success alert for 5 seconds.',
        async ({ page, person, stack, addText }) => {
          const { email } = await person('Forgetful');
          await fill(page, { Email: email });
          await sendLink(page);
          addText(await waitForMailedLink(stack, email, 'reset-password'));
        },
        ['/accounts/reset-password?user_id='],
      ),
      requirement('The reset-link alert lasts 5 seconds.', async ({ page }) => {
        await fill(page, { Email: 'nobody.here@example.org' });
        await sendLink(page);
      }),
    ],
  },
  {
    screen: 'a reset link',
    as: 'signedOut',
    rows: [
      requirement(
        'accounts/reset-password: reads user_id, timestamp and signature from the query string.',
        async ({ page, person, stack }) => {
          const { email } = await person('Resetting');
          await page.request.post('/api/accounts/send-reset-password-link/', { data: { email } });
          const link = await waitForMailedLink(stack, email, 'reset-password');
          expect([...new URLSearchParams(link.split('?')[1]).keys()]).toEqual([
            'user_id',
            'timestamp',
            'signature',
          ]);
          await page.goto(link);
        },
      ),
      requirement(
        'It has two password fields (new, re-type), a submit button',
        visible((page) => [
          page.getByLabel(fields.new, { exact: true }),
          page.getByLabel(fields.again, { exact: true }),
          page.getByRole('button', { name: 'Reset Password', exact: true }),
        ]),
      ),
      requirement(
        'The heading asks the user to select a new password.',
        visible((page) => [page.getByRole('heading', { level: 1, name: /select a new password/ })]),
      ),
      requirement('Both fields are required.', async ({ page }) => {
        await press(page, 'Reset Password');
        for (const label of Object.values(fields))
          await expect(page.getByRole('link', { name: `${label} is required.`, exact: true })).toBeVisible();
      }),
      requirement('Any password length or complexity rules are not shown.', async ({ page }) => {
        await fill(page, { [fields.new]: 'short', [fields.again]: 'short' });
        await press(page, 'Reset Password');
        await expect(page.getByText('A password has at least 8 characters.').first()).toBeVisible();
      }),
      requirement("The two passwords must match, otherwise 'Passwords do not match'.", async ({ page }) => {
        await fill(page, { [fields.new]: newPassword, [fields.again]: `${newPassword}!` });
        await press(page, 'Reset Password');
        await expect(page.getByText('Passwords do not match').first()).toBeVisible();
      }),
      requirement('and a success or error banner.', async ({ page }) => {
        await fill(page, { [fields.new]: newPassword, [fields.again]: newPassword });
        await press(page, 'Reset Password');
        await expect(page.getByText('Your password has been changed')).toBeVisible();
        await page.getByRole('main').getByRole('link', { name: 'Sign In', exact: true }).click();
        await expect(page).toHaveURL('/login');
      }),
      requirement(
        "Password reset: the query must carry user_id, timestamp and signature, otherwise 'Invalid password reset link. Please request a new one.'",
        async ({ page }) => {
          for (const missing of ['user_id', 'timestamp', 'signature']) {
            const query = new URLSearchParams({ user_id: 'a', timestamp: '1', signature: 'b' });
            query.delete(missing);
            await page.goto(`/accounts/reset-password?${query.toString()}`);
            await expect(
              page.getByText('Invalid password reset link. Please request a new one.'),
            ).toBeVisible();
          }
        },
      ),
    ],
  },
  {
    screen: 'changing the password',
    as: 'signedOut',
    rows: [
      requirement('Account: login and security (email, password change, full name)', async (fixtures) => {
        const { page } = fixtures;
        const account = await fixtures.person('Changing');
        await signIn(page, account);
        await pageAt('/account', () => [
          page.getByText(account.email),
          page.getByLabel('Current password', { exact: true }),
          page.getByLabel('Full Name', { exact: true }),
        ])(fixtures);
      }),
      requirement(
        "Password change: the new password and its confirmation must match, otherwise 'Passwords do not match'.",
        async ({ page }) => {
          await change(page, ['correct horse battery', newPassword, 'something else entirely']);
          await expect(page.getByText('Passwords do not match').first()).toBeVisible();
        },
      ),
      requirement("Failure shows 'Failed to update password'.", async ({ page }) => {
        await change(page, ['not my password', newPassword, newPassword]);
        await expect(page.getByText(/Failed to update password/).first()).toBeVisible();
      }),
      requirement(
        "Password change: 'Failed to update password'.",
        visible((page) => [page.getByRole('alert').getByText(/Failed to update password/)]),
      ),
      requirement("Success shows 'Password updated successfully.'", async ({ page }) => {
        await change(page, ['correct horse battery', newPassword, newPassword]);
        await expect(page.getByText('Password updated successfully.')).toBeVisible();
      }),
    ],
  },
];

async function change(
  page: Parameters<typeof fill>[0],
  [old, changed, confirmation]: [string, string, string],
) {
  await fill(page, {
    'Current password': old,
    'New password': changed,
    'Confirm new password': confirmation,
  });
  await press(page, 'Update Password');
}
