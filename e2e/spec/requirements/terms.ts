/** The terms of service and the figures in them. */
import { pageAt, requirement, visible, type ScreenSpec } from '../requirement.ts';
import { expect } from '../../support/stack.ts';

const termsSay = (...texts: RegExp[]) =>
  visible((page) => texts.map((each) => page.getByRole('dialog').getByText(each)));

export const terms: ScreenSpec[] = [
  {
    screen: 'the terms of service',
    as: 'signedOut',
    rows: [
      requirement('terms-of-service: shown as a modal that goes back when closed.', async ({ page }) => {
        await page.goto('/register');
        await page.getByRole('link', { name: 'Terms', exact: true }).click();
        await expect(page).toHaveURL('/terms-of-service');
        const dialog = page.getByRole('dialog', { name: 'Terms of Service' });
        await dialog.getByRole('button', { name: 'Close' }).last().click();
        await expect(page).toHaveURL('/register');
        await page.getByRole('link', { name: 'Terms', exact: true }).click();
        await dialog.press('Escape');
        await expect(page).toHaveURL('/register');
      }),
      requirement('Terms: liability cap 50 dollars', async (fixtures) => {
        await pageAt('/terms-of-service', (page) => [page.getByRole('dialog')])(fixtures);
        await termsSay(/liability .* limited to 50 US dollars/)(fixtures);
      }),
      requirement('informal dispute period 30 days', termsSay(/For 30 days .* try in good faith to settle/)),
      requirement('arbitration opt-out 30 days', termsSay(/opt out of arbitration\. Within 30 days/)),
      requirement('claims within one year', termsSay(/within one year after it arose/)),
      requirement(
        'mass-arbitration threshold 25 claims with 10 bellwether cases per side.',
        termsSay(/If 25 or more claims/, /each side choose 10 claims as bellwether cases/),
      ),
    ],
  },
];
