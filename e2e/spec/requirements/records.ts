/** The records screen: sealed records in a table, filtered, and decrypted. */
import type { Page } from '@playwright/test';
import { requirement, visible, type ScreenSpec } from '../requirement.ts';
import { expect } from '../../support/stack.ts';
import { mockAnswer, lasts, press, problem } from './actions.ts';

const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages of records' });
const goTo = async (page: Page, text: string) => {
  const box = page.getByRole('textbox', { name: 'Go To' });
  await box.fill(text);
  await box.press('Enter');
};
const header = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });
const width = async (page: Page, name: string) =>
  Math.round((await header(page, name).boundingBox())?.width ?? 0);

/** Types a column's width into the column menu. */
async function resize(page: Page, name: string, pixels: number): Promise<void> {
  await press(page, 'Columns');
  const box = page.getByLabel(`Width of ${name} in pixels`);
  await box.fill(String(pixels));
  await box.press('Tab');
  await page.keyboard.press('Escape');
}

/** The ids of the records that an action asks the proxy to decrypt. */
async function requestedIds(page: Page, action: () => Promise<unknown>): Promise<string[]> {
  const call = page.waitForRequest('**/api/records/decrypt/**');
  await action();
  return ((await call).postDataJSON() as { id: string }[]).map(({ id }) => id);
}

/** Switches to decrypted while the proxy answers with an error. */
async function decryptWithError(page: Page, status: number, message: RegExp): Promise<void> {
  const stopMocking = await mockAnswer(page, '**/api/records/decrypt/**', status, problem('Not for you.'));
  await page.getByRole('switch', { name: /decrypt/i }).click();
  await expect(page.getByText(message).first()).toBeVisible();
  await stopMocking();
}

/** Checks that "Permission Denied" is shown for ten seconds. */
const denialLasts10Seconds = (page: Page, status: number, addScreenText?: () => Promise<void>) =>
  lasts(page, page.getByText(/Permission Denied/).first(), 10, async () => {
    await decryptWithError(page, status, /Permission Denied/);
    await addScreenText?.();
  });

export const records: ScreenSpec[] = [
  {
    screen: 'the records of a schema',
    as: 'owner',
    rows: [
      requirement(
        '.../{schemaId}/records: the Records screen. It shows the description and an Upload Records button',
        async ({ page, sample }) => {
          await page.goto(`${sample.full}/records`);
          await expect(page.getByText(/Every place of the United States/)).toBeVisible();
          await expect(page.getByRole('button', { name: 'Upload Records' })).toBeVisible();
        },
      ),
      requirement('Default list page size 50, offset 0.', async ({ page }) => {
        await expect(page.getByText('Showing 1-50 of 300')).toBeVisible();
      }),
      requirement(
        "the label 'Page X / Y' and 'Showing a-b of total'.",
        visible((page) => [pages(page)]),
        ['Page 1 / 6', 'Showing 1-50 of 300'],
      ),
      requirement('Records page sizes: 25, 50, 100.', async ({ page }) => {
        await expect(pages(page).getByRole('combobox').getByRole('option')).toHaveText(['25', '50', '100']);
      }),
      requirement('a page-size selector', async ({ page }) => {
        await pages(page).getByRole('combobox').selectOption('25');
        await expect(page.getByText('Showing 1-25 of 300')).toBeVisible();
        await expect(page).toHaveURL(/limit=25/);
      }),
      requirement('first/prev/next/last buttons', async ({ page }) => {
        for (const [name, words] of [
          ['Next page', 'Showing 26-50 of 300'],
          ['Last page', 'Showing 276-300 of 300'],
          ['Previous page', 'Showing 251-275 of 300'],
          ['First page', 'Showing 1-25 of 300'],
        ] as const) {
          await press(pages(page), name);
          await expect(page.getByText(words)).toBeVisible();
        }
      }),
      requirement("a 'Go To' page-number box", async ({ page }) => {
        await goTo(page, '3');
        await expect(page.getByText('Page 3 / 12')).toBeVisible();
      }),
      requirement('Go To page is clamped to 1..page count.', async ({ page }) => {
        await goTo(page, '99');
        await expect(page.getByText('Page 12 / 12')).toBeVisible();
        await goTo(page, '-4');
        await expect(page.getByText('Page 1 / 12')).toBeVisible();
      }),
      requirement('A non-number becomes the first page.', async ({ page }) => {
        await goTo(page, '5');
        await expect(page.getByText('Page 5 / 12')).toBeVisible();
        await goTo(page, 'the end');
        await expect(page.getByText('Page 1 / 12')).toBeVisible();
      }),
      requirement('A data table has a column-filter toggle', async ({ page }) => {
        await press(page, 'Columns');
        await page.getByRole('checkbox', { name: 'county' }).uncheck();
        await page.keyboard.press('Escape');
        await expect(header(page, 'county')).toHaveCount(0);
        await press(page, 'Columns');
        await page.getByRole('checkbox', { name: 'county' }).check();
        await page.keyboard.press('Escape');
        await expect(header(page, 'county')).toBeVisible();
      }),
      requirement('column resizing', async ({ page }) => {
        await page.getByRole('grid').press('Home');
        const before = await width(page, 'city');
        await header(page, 'city').getByRole('button').press('Shift+ArrowRight');
        await expect.poll(() => width(page, 'city')).toBe(before + 10);
      }),
      requirement('Column width: minimum 40, maximum 1000, default 150.', async ({ page }) => {
        await press(page, 'Columns');
        const box = page.getByLabel('Width of state in pixels');
        await expect(box).toHaveValue('150');
        await expect(box).toHaveAttribute('min', '40');
        await expect(box).toHaveAttribute('max', '1000');
        await page.keyboard.press('Escape');
        for (const pixels of [40, 1000]) {
          await resize(page, 'state', pixels);
          await expect.poll(() => width(page, 'state')).toBe(pixels);
        }
        await resize(page, 'state', 150);
      }),
      requirement('Headers are at most 500 px. Measured column widths add 24 pixels.', async ({ page }) => {
        await page.getByRole('grid').hover();
        const columnHeader = header(page, 'state');
        const box = await columnHeader.boundingBox();
        if (!box) throw new Error('The column has no header.');
        await page.mouse.dblclick(box.x + box.width - 4, box.y + box.height / 2);
        // The widest of the column's header and the sealed cells of this page.
        const shown = await columnHeader.evaluate((cell: HTMLTableCellElement) => {
          const contentWidth = (element: Element) => {
            const range = document.createRange();
            range.selectNodeContents(element);
            return range.getBoundingClientRect().width;
          };
          const cells = Array.from(
            cell.closest('table')?.tBodies[0]?.rows ?? [],
            (line) => line.cells[cell.cellIndex],
          );
          const name = cell.querySelector('button') ?? cell;
          return Math.max(
            Math.min(500, contentWidth(name)),
            ...cells.flatMap((each) => (each ? [contentWidth(each)] : [])),
          );
        });
        await expect.poll(() => width(page, 'state')).toBe(Math.ceil(shown) + 24);
      }),
      requirement(
        'Records view: encrypted by default, showing raw data.',
        visible((page) => [page.getByRole('gridcell', { name: 'encrypted value, city' })]),
      ),
      requirement('An Encrypt/Decrypt toggle sits beside a lock icon.', async ({ page }) => {
        const toggle = page.getByRole('switch', { name: /decrypt/i });
        await toggle.click();
        await expect(page.getByRole('grid').getByText('Holtsville').first()).toBeVisible();
        await expect(toggle).toBeChecked();
      }),
      requirement('click-to-sort', async ({ page }) => {
        await header(page, 'city').getByRole('button').click();
        await expect(header(page, 'city')).toHaveAttribute('aria-sort', 'ascending');
        await header(page, 'city').getByRole('button').click();
        await expect(header(page, 'city')).toHaveAttribute('aria-sort', 'descending');
        await page.getByRole('switch', { name: /decrypt/i }).click();
        await expect(page.getByText('Holtsville')).toHaveCount(0);
      }),
    ],
  },
  {
    screen: 'a schema without records',
    as: 'owner',
    rows: [
      requirement(
        "Empty states: 'Looks like you need to add some data!' (with tutorial, sample dataset and proxy download links)",
        async ({ page, sample }) => {
          await page.goto(`${sample.empty}/records`);
          for (const name of [/tutorial/i, /sample dataset/i, /proxy/i])
            await expect(page.getByRole('main').getByRole('link', { name }).first()).toBeVisible();
        },
      ),
    ],
  },
  {
    screen: 'records that cannot be decrypted',
    as: 'owner',
    rows: [
      requirement(
        'Missing records are fetched for decryption in batches. On failure the view returns to encrypted.',
        async ({ page, sample }) => {
          await page.clock.install();
          await page.goto(`${sample.full}/records?limit=25`);
          await expect(page.getByText('Showing 1-25 of 300')).toBeVisible();
          const toggle = page.getByRole('switch', { name: /decrypt/i });
          const first = await requestedIds(page, () => toggle.click());
          expect(first).toHaveLength(25);
          await expect(page.getByRole('grid').getByText('Holtsville').first()).toBeVisible();
          // 25 of these 50 are decrypted already.
          const more = await requestedIds(page, () => pages(page).getByRole('combobox').selectOption('50'));
          expect(more).toHaveLength(25);
          expect(first).not.toEqual(expect.arrayContaining(more));
          await toggle.click();
          await expect(toggle).not.toBeChecked();
          await decryptWithError(page, 404, /Decrypted records not found/);
          await expect(page.getByRole('switch', { name: /decrypt/i })).not.toBeChecked();
          await expect(page.getByRole('gridcell', { name: 'encrypted value, city' }).first()).toBeVisible();
        },
      ),
      requirement(
        "A 404 from decryption gives 'Decrypted records not found, please refresh the page.'",
        visible((page) => [page.getByRole('region', { name: 'Alerts' })]),
      ),
      requirement(
        "A 403 or 422 gives 'Permission Denied: You do not have permission to decrypt these records.' (10 seconds), after which decrypt mode is turned off.",
        async ({ page, addScreenText }) => {
          for (const status of [403, 422]) {
            await denialLasts10Seconds(page, status, addScreenText);
            await expect(page.getByRole('switch', { name: /decrypt/i })).not.toBeChecked();
          }
        },
      ),
      requirement('The permission-denied alert lasts 10 seconds.', async ({ page }) => {
        await denialLasts10Seconds(page, 403);
      }),
      requirement("A 405 is only logged as 'not available on API'.", async ({ page, addText }) => {
        page.on('console', (message) => addText(message.text()));
        const before = await page.getByRole('region', { name: 'Alerts' }).innerText();
        const stopMocking = await mockAnswer(
          page,
          '**/api/records/decrypt/**',
          405,
          problem('Method not allowed'),
        );
        const answered = page.waitForEvent('console', (message) => message.text().includes('not available'));
        await page.getByRole('switch', { name: /decrypt/i }).click();
        await answered;
        expect(await page.getByRole('region', { name: 'Alerts' }).innerText()).toBe(before);
        await stopMocking();
      }),
      requirement("Records: 'Error fetching records'.", async ({ page, sample }) => {
        const stopMocking = await mockAnswer(page, '**/api/records/**', 500, problem('The disk is gone.'));
        await page.goto(`${sample.empty}/records`);
        await expect(page.getByText('Error fetching records').first()).toBeVisible({ timeout: 30_000 });
        await stopMocking();
      }),
      requirement(
        "Record search or list requires a schema, otherwise 400 'No schema provided'.",
        async ({ sample, addText }) => {
          for (const [method, path, body] of [
            ['GET', '/api/records/', undefined],
            ['POST', '/api/records/search/', '{"filters":[]}'],
          ] as const)
            addText(await sample.owner.api.send(method, path, body).then(() => 'nothing', String));
        },
        [/Error: 400 .*No schema provided[\s\S]*Error: 400 .*No schema provided/],
      ),
    ],
  },
];
