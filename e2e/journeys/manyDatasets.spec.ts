/** An organization with ten thousand datasets: the page has few elements, and each dataset can be found. */
import { getSelf } from '@cloakroom/contract/users.ts';
import { insertDatasets } from '../support/manyDatasets.ts';
import { expect, signIn, test } from '../support/stack.ts';

const count = 10_000;
const maxElements = 5000;

test('the page stays small with ten thousand datasets, and each is found by name or with the keyboard', async ({
  page,
  person,
  stack,
  ports,
}) => {
  const ada = await person('Ada');
  const { organizations } = await ada.api.call(getSelf, { query: { expand: 'organizations' } });
  const [organization] = organizations;
  const id = typeof organization === 'object' ? organization.id : '';
  await insertDatasets({ dataDir: stack.dataDir, databasePort: ports.databasePort ?? 0 }, id, count);
  await signIn(page, ada);
  const sidebar = page.getByRole('navigation', { name: 'Main' });
  const focused = sidebar.locator('a:focus');

  await test.step('the page is small, however many datasets there are', async () => {
    await expect(sidebar.getByText('10,000 in total')).toBeVisible();
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(maxElements);
  });

  await test.step('the arrow keys move through the sidebar, which is one tab stop', async () => {
    await sidebar.getByRole('searchbox', { name: 'Find a dataset' }).focus();
    await page.keyboard.press('Tab');
    await expect(focused).toHaveText('Drawer 1');
    await page.keyboard.press('End');
    await expect(focused).toHaveText('Drawer 10000');
    await page.keyboard.press('ArrowRight');
    await expect(sidebar.getByRole('link', { name: 'Letters' })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(focused).toHaveText('Letters');
    await page.keyboard.press('ArrowUp');
    await expect(focused).toHaveText('Drawer 10000');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Drawer 10000' })).toBeVisible();
    await expect(sidebar.getByRole('link', { name: 'Drawer 10000' })).toBeVisible();
  });

  await test.step('the page renders the datasets as it scrolls', async () => {
    await page.goto('/datasets');
    const cards = page.getByRole('list', { name: 'Datasets', exact: true });
    await expect(cards.getByRole('link', { name: 'Drawer 1', exact: true })).toBeVisible();
    await page.mouse.move(900, 500);
    // The page grows while the list loads, so its end moves.
    await expect(async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      await expect(cards.getByRole('link', { name: 'Drawer 10000' })).toBeVisible({ timeout: 500 });
    }).toPass();
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(maxElements);
  });

  await test.step('a dataset is found by its name, and Back restores the list', async () => {
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.getByRole('main').getByRole('searchbox').fill('drawer 4711');
    const card = page.getByRole('main').getByRole('link', { name: 'Drawer 4711' });
    await card.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Drawer 4711' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('main').getByText('1 of 10,000')).toBeVisible();
    await expect(card).toBeVisible();
  });
});
