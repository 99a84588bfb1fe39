/** Alerts, and the developer pages that show them. */
import type { Page } from '@playwright/test';
import { expect } from '../../support/stack.ts';
import { requirement, type ScreenSpec } from '../requirement.ts';
import { lasts, press } from './actions.ts';

const panel = (page: Page) => page.getByRole('region', { name: 'Alerts' });
const raise = (page: Page, name: string) => press(page.getByRole('main'), name);
/** Checks that an error alert disappears after that many seconds. */
const errorDisappears = (page: Page, seconds: number) =>
  lasts(page, panel(page).getByText(`This error disappears after ${seconds} seconds.`), seconds, () =>
    raise(page, `Error for ${seconds} seconds`),
  );
const pages = ['Tables', 'Buttons', 'Responsive styles'];

export const alerts: ScreenSpec[] = [
  {
    screen: 'alerts',
    as: 'owner',
    rows: [
      requirement(
        '/devtest with sub-pages alerts (default), tables, buttons and responsive-styles.',
        async ({ page }) => {
          await page.clock.install();
          for (const name of pages) {
            const path = `/devtest/${name.toLowerCase().replace(' ', '-')}`;
            await page.goto(path);
            await expect(page).toHaveURL(path);
            await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          }
          await page.goto('/devtest/alerts');
          await expect(page.getByRole('heading', { name: 'The four types' })).toBeVisible();
          await page.goto('/devtest');
          await expect(page.getByRole('heading', { name: 'The four types' })).toBeVisible();
        },
      ),
      requirement('The test page uses error alert timeouts of 5, 10, 15 and 20 seconds', async ({ page }) => {
        for (const seconds of [5, 10, 15, 20]) await errorDisappears(page, seconds);
      }),
      requirement("Alert auto-dismiss uses the alert's duration in seconds.", async ({ page }) => {
        await errorDisappears(page, 5);
      }),
      requirement('Alerts with a duration dismiss themselves.', async ({ page }) => {
        await raise(page, 'Raise: error');
        await errorDisappears(page, 10);
        await expect(panel(page).getByText(/what error looks like/)).toBeVisible();
      }),
      requirement('Duplicates (same type, source and content) are dropped.', async ({ page }) => {
        await raise(page, 'Raise: error');
        await raise(page, 'Raise: error');
        await expect(panel(page).getByText(/what error looks like/)).toHaveCount(1);
      }),
      requirement(
        'Alert type must be one of error, warning, info or success. Content must be a string or an element.',
        async ({ page }) => {
          for (const type of ['error', 'warning', 'info', 'success']) {
            await raise(page, `Raise: ${type}`);
            await expect(panel(page).getByText(new RegExp(`what ${type} looks like`))).toBeVisible();
          }
          await raise(page, 'With an element');
          await expect(panel(page).getByRole('link', { name: 'a link' })).toBeVisible();
        },
      ),
      requirement('The default error alert timeout is not shown.', async ({ page }) => {
        // Without a duration an error stays until it is dismissed.
        await page.clock.fastForward(600_000);
        await expect(panel(page).getByText(/what error looks like/)).toBeVisible();
      }),
      requirement('Alerts can be cleared all at once or by source.', async ({ page }) => {
        const shown = panel(page).getByText(/looks like|may hold/);
        const before = await shown.count();
        await raise(page, 'Clear Database');
        await expect(shown).toHaveCount(before - 1);
        await raise(page, 'Clear all');
        await expect(shown).toHaveCount(0);
      }),
      requirement(
        "'Don't show again' stores the alert id in local storage and suppresses it.",
        async ({ page }) => {
          const alert = panel(page).getByText('This warning is needed only once.');
          await raise(page, "Don't show again");
          await expect(alert).toBeVisible();
          await press(panel(page), "Don't show again");
          await expect(alert).toBeHidden();
          await page.reload();
          await raise(page, "Don't show again");
          await raise(page, 'Error for 5 seconds');
          await expect(panel(page).getByText('This error disappears after 5 seconds.')).toBeVisible();
          await expect(alert).toHaveCount(0);
          const databaseNames = await page.evaluate(async () =>
            (await indexedDB.databases()).map(({ name }) => name),
          );
          expect(databaseNames.some((name) => /alert/i.test(name ?? ''))).toBe(true);
        },
      ),
      requirement('a 5000-character error text', async ({ page }) => {
        await raise(page, 'Error of 5,000 characters');
        const text = panel(page).getByText(/All of this text has to be readable/);
        expect((await text.textContent())?.length).toBeGreaterThanOrEqual(5_000);
      }),
      requirement('and 50 sample rows.', async ({ page }) => {
        await page.goto('/devtest/tables');
        await expect(
          page.getByRole('table', { name: 'Fifty made-up people' }).locator('tbody tr'),
        ).toHaveCount(50);
      }),
      requirement('A global alert panel is shown.', async ({ page }) => {
        await page.goto('/devtest');
        await raise(page, 'Raise: error');
        await expect(panel(page)).toBeVisible();
        // A dialog makes everything outside of it inert.
        await page.keyboard.press('Control+k');
        await expect(page.getByRole('dialog')).toBeVisible();
        await panel(page)
          .getByRole('button', { name: /^Dismiss/ })
          .click();
        await expect(panel(page).getByRole('button')).toHaveCount(0);
      }),
    ],
  },
];
