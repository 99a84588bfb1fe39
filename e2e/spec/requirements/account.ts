/** The account area: six tabs. */
import type { Locator, Page } from '@playwright/test';
import { pageAt, requirement, visible, type ScreenSpec } from '../requirement.ts';
import { expect } from '../../support/stack.ts';
import { demo } from '../../support/sample.ts';
import { mockAnswer, fill, press, problem } from './actions.ts';

const tabs = ['Account', 'Users', 'Profile', 'Identities', 'Requests', 'Materials'];
const line = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email });
const invite = (dialog: Locator) => dialog.getByRole('button', { name: /Add User|Invite/ }).last();
const role = (page: Page) => page.getByRole('dialog').getByRole('checkbox', { name: 'Organization Admin' });

export const account: ScreenSpec[] = [
  {
    screen: 'the account page',
    as: 'owner',
    rows: [
      requirement(
        'Tabs Account, Users, Profile, Identities, Requests and Materials, at /account, /users, /profile, /identities, /requests and /materials.',
        async ({ page }) => {
          await page.goto('/account');
          for (const name of tabs) {
            await page
              .getByRole('navigation', { name: 'Account', exact: true })
              .getByRole('link', { name })
              .click();
            await expect(page).toHaveURL(`/${name.toLowerCase()}`);
            await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
            // Requests have a separate item in the sidebar while some wait for the person's keys.
            const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current="page"]');
            await expect(current).toHaveText(
              name === 'Requests' ? /Account Settings|Requests/ : /Account Settings/,
            );
          }
        },
      ),
      requirement(
        'organization name, subdomain slug, subscription type.',
        pageAt('/account', (page) => [
          page.getByRole('main').getByText(/Organization name/i),
          page.getByRole('main').getByText(/slug/i),
          page.getByRole('main').getByText('Subscription type'),
        ]),
      ),
      requirement(
        "The plan shows 'Free' by default and is marked Beta.",
        visible((page) => [page.getByRole('main').getByText('Beta')]),
      ),
      requirement(
        "The plan shows 'Free' by default, marked Beta.",
        visible((page) => [page.getByRole('main').getByText('Beta')]),
      ),
      requirement(
        "Organization slugs form a subdomain under the product's domain.",
        async ({ page }) => {
          await expect(page.getByLabel('Subdomain slug')).toHaveValue('harbour-clinic');
        },
        ['subdomain'],
      ),
      requirement(
        'Profile: contents not shown beyond the tab itself.',
        pageAt('/profile', (page) => [page.getByRole('heading', { level: 1, name: 'Profile' })]),
      ),
    ],
  },
  {
    screen: 'the users of an organization',
    as: 'owner',
    rows: [
      requirement(
        "Users: 'Organization Owner: {email}' and an Add User button.",
        pageAt('/users', (page) => [page.getByRole('button', { name: 'Add User' })]),
        [`Organization Owner: ${demo.email}`],
      ),
      requirement(
        'A table with Email, Status (Active or Invited), Role (Organization Owner, Organization Admin, Organization Member) and an edit action.',
        async ({ page, sample }) => {
          for (const name of ['Email', 'Status', 'Role'])
            await expect(page.getByRole('columnheader', { name })).toBeVisible();
          await expect(line(page, sample.owner.email)).toContainText(/Active[\s\S]*Organization Owner/);
          await expect(line(page, sample.member.email)).toContainText(/Active[\s\S]*Organization Member/);
          await expect(line(page, sample.member.email).getByRole('button', { name: /Edit/ })).toBeVisible();
        },
      ),
      requirement(
        "The Add User dialog has an email field and an 'Organization Admin' checkbox, with a hint that admins manage users, datasets and schemas.",
        async ({ page }) => {
          await press(page, 'Add User');
          const dialog = page.getByRole('dialog');
          await expect(dialog.getByLabel('Email')).toBeVisible();
          await expect(role(page)).toBeVisible();
          await expect(dialog.getByText(/manage users, datasets and schemas/)).toBeVisible();
        },
      ),
      requirement('Invite: email required, with a valid email format.', async ({ page }) => {
        const dialog = page.getByRole('dialog');
        const submit = invite(dialog);
        await submit.click();
        await expect(dialog.getByText('Email is required.').first()).toBeVisible();
        await fill(dialog, { Email: 'not an address' });
        await submit.click();
        await expect(dialog.getByText('Enter a valid email address.').first()).toBeVisible();
      }),
      requirement(
        "Users: 'Failed to create user, please try again.' on a failed invite.",
        async ({ page }) => {
          const dialog = page.getByRole('dialog');
          const stopMocking = await mockAnswer(
            page,
            '**/invitations/',
            500,
            problem('The mail is on strike.'),
          );
          await fill(dialog, { Email: 'ivo.invited@example.org' });
          await role(page).check();
          await invite(dialog).click();
          await expect(page.getByText(/Failed to create user, please try again\./).first()).toBeAttached();
          await stopMocking();
        },
      ),
      requirement(
        "Success reads 'User created successfully' with 'an invitation has been sent to the user via email.'",
        async ({ page, addScreenText }) => {
          const dialog = page.getByRole('dialog');
          await invite(dialog).click();
          await expect(page.getByText(/User created successfully/).first()).toBeAttached();
          await addScreenText();
          await expect(line(page, 'ivo.invited@example.org')).toContainText(
            /Invited[\s\S]*Organization Admin/,
          );
        },
      ),
      requirement(
        'The Edit User dialog shows the email and the admin checkbox.',
        async ({ page, sample }) => {
          await page.goto('/users');
          await line(page, sample.member.email).getByRole('button', { name: /Edit/ }).click();
          const dialog = page.getByRole('dialog', { name: /Edit User/ });
          await expect(dialog.getByLabel('Email')).toHaveValue(sample.member.email);
          await expect(role(page)).not.toBeChecked();
        },
      ),
      requirement(
        "Updates show 'Failed to update user' or 'User updated successfully'.",
        async ({ page, sample, addScreenText }) => {
          const save = page.getByRole('dialog').getByRole('button', { name: /Save|Update/ });
          const stopMocking = await mockAnswer(
            page,
            /organizations\/.*\/users\/[^?]+\/$/,
            500,
            problem('No.'),
          );
          await role(page).check();
          await save.click();
          await expect(page.getByText(/Failed to update user/).first()).toBeAttached();
          await addScreenText();
          await stopMocking();
          await save.click();
          await expect(page.getByText(/User updated successfully/).first()).toBeAttached();
          await addScreenText();
          await expect(line(page, sample.member.email)).toContainText('Organization Admin');
          // Restores the role for later requirements.
          await line(page, sample.member.email).getByRole('button', { name: /Edit/ }).click();
          await role(page).uncheck();
          await save.click();
          await expect(line(page, sample.member.email)).toContainText('Organization Member');
        },
      ),
      requirement(
        'User edit: the role checkbox is disabled for the owner, for yourself',
        async ({ page, sample }) => {
          await page.goto('/users');
          await line(page, sample.owner.email).getByRole('button', { name: /Edit/ }).click();
          await expect(role(page)).toBeDisabled();
        },
      ),
    ],
  },
  {
    screen: 'the users, seen by a plain member',
    as: 'member',
    rows: [
      requirement('and when the viewer is not an admin.', async ({ page, sample }) => {
        await page.goto('/users');
        await line(page, sample.owner.email).getByRole('button', { name: /Edit/ }).click();
        await expect(role(page)).toBeDisabled();
      }),
    ],
  },
];
