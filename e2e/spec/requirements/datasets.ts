/** Datasets as cards, the first dataset, and the table of schemas. */
import { requirement, visible, type ScreenSpec } from '../requirement.ts';
import { expect, signIn } from '../../support/stack.ts';
import { mockAnswer, fill, press } from './actions.ts';

const create = '**/api/datasets/';

export const datasets: ScreenSpec[] = [
  {
    screen: 'the datasets page',
    as: 'owner',
    rows: [
      requirement('The index redirects to /datasets.', async ({ page }) => {
        await page.goto('/');
        await expect(page).toHaveURL('/datasets');
      }),
      requirement(
        '/datasets: a card grid.',
        visible((page) => [page.getByRole('list', { name: 'Datasets' }).getByRole('listitem')]),
      ),
      requirement(
        'Each dataset has a card with a name link, a description clamped to 2 lines and a schema count.',
        async ({ page, sample }) => {
          const card = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Places' });
          await expect(card.getByRole('link', { name: 'Places' })).toHaveAttribute('href', sample.dataset);
          await expect(card.getByText('2 schemas')).toBeVisible();
          const description = card.getByText(/Every place of the United States/);
          const { lines, cut } = await description.evaluate((element) => {
            const lineHeight = Number.parseFloat(getComputedStyle(element).lineHeight);
            return {
              lines: Math.round(element.clientHeight / lineHeight),
              cut: element.scrollHeight > element.clientHeight,
            };
          });
          expect({ lines, cut }).toEqual({ lines: 2, cut: true });
        },
      ),
      requirement(
        "A 'Create Dataset' card opens the modal 'Add a new Dataset' with a name (hint 'Give your dataset a name') and an optional description.",
        async ({ page, addScreenText }) => {
          await addScreenText();
          await press(page.getByRole('main'), 'Create Dataset');
          const dialog = page.getByRole('dialog', { name: 'Add a new Dataset' });
          await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused();
          await expect(dialog.getByLabel(/Description/)).toBeVisible();
        },
      ),
      requirement('Dataset: name required, description optional.', async ({ page }) => {
        const dialog = page.getByRole('dialog');
        await press(dialog, 'Create Dataset');
        await expect(dialog.getByText('Name is required.').first()).toBeVisible();
        await expect(dialog.getByText('Description is required.')).toHaveCount(0);
      }),
      requirement(
        'Dataset creation error: the detail shows in a red banner in the modal.',
        async ({ page }) => {
          const dialog = page.getByRole('dialog');
          const stopMocking = await mockAnswer(page, create, 400, {
            detail: 'Names are out of stock.',
            error: 'no',
          });
          await fill(dialog, { Name: 'Second' });
          await press(dialog, 'Create Dataset');
          await expect(dialog.getByRole('alert').getByText('Names are out of stock.')).toBeVisible();
          await stopMocking();
        },
      ),
      requirement(
        'Error text shown comes from the response detail, else error, else the full JSON.',
        async ({ page }) => {
          const dialog = page.getByRole('dialog');
          const answers: [unknown, string][] = [
            [{ detail: 'Said in detail.', error: 'Said as error.' }, 'Said in detail.'],
            [{ error: 'Said as error.' }, 'Said as error.'],
            [{ reason: 'moon', phase: 3 }, '{"reason":"moon","phase":3}'],
          ];
          for (const [answer, text] of answers) {
            const stopMocking = await mockAnswer(page, create, 400, answer);
            await press(dialog, 'Create Dataset');
            await expect(dialog.getByText(text)).toBeVisible();
            await stopMocking();
          }
        },
      ),
      requirement(
        'Any non-OK response is thrown. Statuses above 399 are logged.',
        async ({ page, addText }) => {
          page.on('console', (message) => addText(`${message.type()}: ${message.text()}`));
          const stopMocking = await mockAnswer(page, create, 400, { detail: 'Refused.' });
          await press(page.getByRole('dialog'), 'Create Dataset');
          await expect(page.getByRole('dialog').getByText('Refused.')).toBeVisible();
          await stopMocking();
        },
        [/error: POST \/api\/datasets\/ 400/],
      ),
    ],
  },
  {
    screen: 'an organization without datasets',
    as: 'signedOut',
    rows: [
      requirement(
        'With no datasets, a welcome note and developer quickstart links show: download the proxy, sample datasets, getting-started guide.',
        async ({ page, person }) => {
          await signIn(page, await person('Fresh'));
          await expect(page.getByText('Welcome, Fresh!')).toBeVisible();
          for (const name of [/download the proxy/i, /sample datasets/i, /getting-started guide/i])
            await expect(page.getByRole('main').getByRole('link', { name })).toBeVisible();
        },
      ),
    ],
  },
  {
    screen: 'a dataset',
    as: 'owner',
    rows: [
      requirement(
        "/datasets/{datasetId}: a table of schemas (name link, number of fields from the schema's properties, or 'Unknown')",
        async ({ page, sample }) => {
          await page.goto(sample.dataset);
          const line = page.getByRole('row').filter({ hasText: 'Zip codes' });
          await expect(line.getByRole('link', { name: 'Zip codes' })).toHaveAttribute('href', sample.full);
          await expect(line.getByRole('cell', { name: '6', exact: true })).toBeVisible();
          // A service of another version may answer like this.
          await page.route(/\/api\/schemas\/\?/, async (route) => {
            const answer = await route.fetch();
            const found = (await answer.json()) as { name: string; schema: object }[];
            const withoutFields = found.map((each) =>
              each.name === 'Guests' ? { ...each, schema: { type: 'object' } } : each,
            );
            await route.fulfill({ response: answer, json: withoutFields });
          });
          await page.evaluate(async () => {
            for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
          });
          await page.reload();
          await expect(page.getByRole('row').filter({ hasText: 'Guests' })).toContainText('Unknown');
          await page.unrouteAll({ behavior: 'wait' });
        },
        ['Fields', 'Unknown'],
      ),
      requirement(
        "and a 'Create Schema' button leading to /datasets/{datasetId}/schemas/create.",
        async ({ page, sample }) => {
          await expect(page.getByRole('link', { name: 'Create Schema' }).first()).toHaveAttribute(
            'href',
            `${sample.dataset}/schemas/create`,
          );
        },
      ),
      requirement('/datasets/{datasetId}/schemas redirects to the dataset.', async ({ page, sample }) => {
        await page.goto(`${sample.dataset}/schemas`);
        await expect(page).toHaveURL(sample.dataset);
      }),
    ],
  },
];
