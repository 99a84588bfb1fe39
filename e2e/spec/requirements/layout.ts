/** The layout around every page. */
import { requirement, visible, type ScreenSpec } from '../requirement.ts';
import { expect } from '../../support/stack.ts';
import { organizationName } from '../../support/sample.ts';

export const layout: ScreenSpec[] = [
  {
    screen: 'the layout',
    as: 'owner',
    rows: [
      requirement(
        'A left sidebar (a top bar on mobile) lists datasets with their schemas, plus the organization name and the links Account Settings, API Docs, Help and Logout.',
        async ({ page, sample }) => {
          await page.goto(sample.full);
          const sidebar = page.getByRole('navigation', { name: 'Main' });
          await expect(sidebar.getByText(organizationName)).toBeVisible();
          for (const [name, path] of [
            ['Places', sample.dataset],
            ['Zip codes', sample.full],
            ['Account Settings', '/account'],
            ['API Docs', '/api-docs'],
            ['Help', '/help'],
            ['Logout', '/logout'],
          ] as const)
            await expect(sidebar.getByRole('link', { name, exact: true })).toHaveAttribute('href', path);
          const box = await sidebar.boundingBox();
          expect(box?.x).toBeLessThan(40);
        },
      ),
      requirement('A breadcrumb trail is built from the path.', async ({ page, sample }) => {
        await page.goto(`${sample.full}/records`);
        const trail = page.getByRole('navigation', { name: 'Breadcrumb' });
        await expect(trail.getByRole('listitem')).toHaveText(['Datasets', 'Places', 'Zip codes', 'Records']);
      }),
      requirement(
        'The footer has copyright, docs, privacy policy and terms links.',
        visible((page) => [
          page.getByRole('contentinfo').getByText(/©/),
          ...['Docs', 'Privacy Policy', 'Terms'].map((name) =>
            page.getByRole('contentinfo').getByRole('link', { name }),
          ),
        ]),
      ),
    ],
  },
  {
    screen: 'the layout on a phone',
    as: 'owner',
    width: 390,
    rows: [
      requirement('On mobile, dataset and schema dropdowns appear.', async ({ page, sample }) => {
        await page.goto(sample.dataset);
        await expect(page.getByRole('banner')).toBeVisible();
        await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
        const selectors = page.getByRole('navigation', { name: 'Go to' });
        await expect(selectors.getByRole('combobox', { name: 'Dataset' })).toBeVisible();
        await expect(selectors.getByRole('combobox', { name: 'Schema' })).toBeVisible();
      }),
    ],
  },
];
