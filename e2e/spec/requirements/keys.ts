/** Identities, requests and materials: their tables, notices and empty states. */
import type { Page } from '@playwright/test';
import { expect, signIn } from '../../support/stack.ts';
import { pageAt, requirement, type ScreenSpec } from '../requirement.ts';
import { mockAnswer, problem, stopClock } from './actions.ts';

/** Checks that the page states what could not be fetched. */
const showsError =
  (path: string, call: string | RegExp, text: string) =>
  async ({ page }: { page: Page }) => {
    const stopMocking = await mockAnswer(page, call, 400, problem('The disk is gone.'));
    await page.goto(path);
    await expect(page.getByText(text).first()).toBeVisible({ timeout: 30_000 });
    await stopMocking();
  };

const expectColumns = async (page: Page, names: string[]) => {
  for (const name of names) await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible();
};

export const keys: ScreenSpec[] = [
  {
    screen: 'an account without keys',
    as: 'signedOut',
    rows: [
      requirement("Identities: 'Error fetching identities'", async (fixtures) => {
        await signIn(fixtures.page, await fixtures.person('Keyless'));
        await showsError('/identities', '**/api/identities/**', 'Error fetching identities')(fixtures);
      }),
      requirement(
        "Requests: 'Error fetching requests'",
        showsError('/requests', '**/api/requests/**', 'Error fetching requests'),
      ),
      requirement(
        "Materials: 'Error fetching materials'",
        showsError('/materials', /api\/materials\/\?/, 'Error fetching materials'),
      ),
      requirement(
        "'Error fetching overrides'",
        showsError('/materials/overrides', '**/api/materials/overrides/**', 'Error fetching overrides'),
      ),
      requirement('Requests, materials, overrides and organization users: 50 per page.', async ({ page }) => {
        for (const [path, call] of [
          ['/requests', '/api/requests/'],
          ['/materials', '/api/materials/'],
          ['/materials/overrides', '/api/materials/overrides/'],
          ['/users', '/users/'],
        ] as const) {
          const requested = page.waitForRequest((request) => {
            const { pathname, searchParams } = new URL(request.url());
            return pathname.endsWith(call) && searchParams.get('limit') === '50';
          });
          await page.goto(path);
          await requested;
        }
      }),
      requirement(
        "Notices: 'No Identities'",
        pageAt('/identities', (page) => [page.getByText('No Identities')]),
      ),
      requirement(
        "Notice: 'You have no outstanding requests'",
        pageAt('/requests', (page) => [page.getByText('You have no outstanding requests')]),
      ),
      requirement(
        "Empty notices: 'You have no outstanding materials'",
        pageAt('/materials', (page) => [page.getByText('You have no outstanding materials')]),
      ),
      requirement(
        "and 'No Overrides'.",
        pageAt('/materials/overrides', (page) => [page.getByText('No Overrides')]),
      ),
      requirement('Materials: sub-tabs Materials and Overrides.', async ({ page }) => {
        const tabs = page.getByRole('navigation', { name: 'Materials', exact: true });
        await expect(tabs.getByRole('link')).toHaveText(['Materials', 'Overrides']);
      }),
    ],
  },
  {
    screen: 'pending requests',
    as: 'owner',
    rows: [
      requirement(
        'A table with ID, Device ID and Public Key, each with a copy button.',
        async ({ page, stack }) => {
          await page.clock.install();
          await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stack.url });
          await page.goto('/identities');
          await expectColumns(page, ['ID', 'Device ID', 'Public Key']);
          await expect(page.getByRole('main').getByRole('button', { name: /^Copy/ })).toHaveCount(3);
        },
      ),
      requirement('The copy label resets after 2 seconds.', copyLabelResets),
      requirement('The copy-to-clipboard label resets after 2 seconds.', copyLabelResets),
      requirement(
        'A table with Request ID, Created, Schema, Requestor and Field',
        async ({ page, sample }) => {
          await page.goto('/requests');
          await expectColumns(page, ['Request ID', 'Created', 'Schema', 'Requestor', 'Field']);
          await expect(page.getByRole('row').filter({ hasText: sample.member.email })).toContainText(
            'Zip codes',
          );
        },
      ),
    ],
  },
  {
    screen: 'received materials',
    as: 'member',
    rows: [
      requirement(
        'The Materials table has Material ID, Created, Request and Requestor',
        async ({ page, sample }) => {
          await page.goto('/materials');
          await expectColumns(page, ['Material ID', 'Created', 'Request', 'Requestor']);
          await expect(page.getByRole('row').filter({ hasText: sample.member.email })).toBeVisible();
        },
      ),
      requirement('Overrides is a one-column list.', async ({ page }) => {
        const stopMocking = await mockAnswer(page, '**/api/materials/overrides/**', 200, ['Zip codes: city']);
        await page.goto('/materials/overrides');
        await expect(page.getByText('Zip codes: city')).toBeVisible();
        await expect(page.getByRole('columnheader')).toHaveCount(1);
        await stopMocking();
      }),
    ],
  },
  {
    screen: 'the console without a proxy',
    as: 'owner',
    withoutProxy: true,
    rows: [
      requirement(
        "'No Proxy Detected'.",
        pageAt('/identities', (page) => [page.getByText('No Proxy Detected')]),
      ),
      requirement(
        'A proxy-missing notice shows when the proxy is not detected.',
        async ({ page, sample }) => {
          await page.goto(`${sample.full}/records`);
          await expect(page.getByText('No Proxy Detected', { exact: true })).toBeVisible();
          await expect(page.getByRole('link', { name: 'Open through your proxy' })).toBeVisible();
        },
      ),
      requirement('A filter bar shows only when behind the proxy.', async ({ page }) => {
        await expect(page.getByText(/Showing 1-50 of/)).toBeVisible();
        await expect(page.getByRole('search', { name: 'Filters' })).toHaveCount(0);
      }),
      requirement(
        "Switching to decrypted is allowed only when the user can decrypt. Otherwise the button is disabled with the hint 'You must be an authorized data owner and decrypt locally using the proxy.'",
        async ({ page }) => {
          const toggle = page.getByRole('switch', { name: /decrypt/i });
          await expect(toggle).toHaveAttribute('aria-disabled', 'true');
          await toggle.focus();
          await expect(page.getByText(/You must be an authorized data owner/)).toBeVisible();
        },
      ),
    ],
  },
];

/** Shared by two requirements: the table and the constant. */
async function copyLabelResets({ page }: { page: Page }) {
  const copy = page.getByRole('button', { name: /^Cop(y|ied) public key/ });
  await stopClock(page);
  await copy.click();
  await expect(copy).toHaveText('Copied');
  await page.clock.fastForward(1_700);
  await expect(copy).toHaveText('Copied');
  await page.clock.fastForward(400);
  await page.clock.resume();
  await expect(copy).toHaveText('Copy');
}
