/** Third-party integrations, if they are configured. */
import type { Page } from '@playwright/test';
import { expect } from '../../support/stack.ts';
import { pageAt, requirement, visible, type ScreenSpec } from '../requirement.ts';
import { press } from './actions.ts';

const google = (page: Page) => page.getByRole('button', { name: /Google/ });

export const integrations: ScreenSpec[] = [
  {
    screen: 'a sign-in with a provider',
    as: 'signedOut',
    rows: [
      requirement(
        'a social sign-up button',
        pageAt('/register', (page) => [google(page)]),
      ),
      requirement(
        'a social sign-in button',
        pageAt('/login', (page) => [google(page)]),
      ),
      requirement('Sign-in and sign-up can also use a social login provider.', async ({ page }) => {
        await google(page).click();
        // A new account has no organization yet, a known one does.
        await expect(page).toHaveURL(/\/(organizations\/create|datasets)$/);
        await page.goto('/logout');
        await expect(page).toHaveURL('/login');
      }),
      requirement('and tracking pixels for three ad or analytics services are present.', async ({ page }) => {
        await page.goto('/login');
        await expect(page.getByRole('region', { name: 'Privacy' })).toBeVisible();
        await press(page, 'Allow');
        for (const name of ['google', 'meta', 'linkedin'])
          await expect(page.locator('html')).toHaveAttribute(`data-${name}`, /./);
      }),
    ],
  },
  {
    screen: 'the plans',
    as: 'owner',
    rows: [
      requirement(
        "choose-plan: 'Please choose a plan' with the embedded pricing table.",
        async ({ page }) => {
          await page.goto('/choose-plan');
          await press(page, 'Show plans');
          await expect(page.locator('stripe-pricing-table')).toBeAttached();
        },
      ),
      requirement(
        "A subscription plan is chosen through a pricing table supplied by a card payment provider, which is given the user's email and id.",
        async ({ page, sample }) => {
          const table = page.locator('stripe-pricing-table');
          const { id } = (await (await page.request.get('/api/users/self/')).json()) as { id: string };
          await expect(table).toHaveAttribute('customer-email', sample.owner.email);
          await expect(table).toHaveAttribute('client-reference-id', id);
        },
      ),
      requirement(
        'The pricing table, billing link, proxy address, error-reporting address and social login client id are build-time settings.',
        visible((page) => [page.getByRole('link', { name: 'Manage billing' })]),
      ),
    ],
  },
  {
    screen: 'the beta host',
    as: 'owner',
    rows: [
      requirement('A beta host shows a banner that points to the first-generation app.', async ({ page }) => {
        await page.goto('/datasets');
        await expect(page.getByRole('link', { name: /first-generation app/ })).toHaveAttribute(
          'href',
          /\/first$/,
        );
      }),
      requirement("A chat-help widget is started with the session user's name", async ({ page, sample }) => {
        await press(page, 'Allow');
        await expect(page.locator('html')).toHaveAttribute('data-chat', `boot ${sample.owner.name}`);
      }),
      requirement('a tutorial video is embedded', async ({ page }) => {
        await page.goto('/help');
        await press(page, 'Play the tutorial');
        await expect(page.frameLocator('iframe[title="Tutorial"]').getByText('A tutorial')).toBeVisible();
      }),
    ],
  },
];
