/** With a network that loses calls and answers, or is offline, the page stays usable and no change is lost. */
import { listAuditLogs } from '@cloakroom/contract/audit.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import { getSelf } from '@cloakroom/contract/users.ts';
import { organizationOf, type Client } from '../../tools/client.ts';
import { expect, signIn, test } from '../support/stack.ts';
import { loseCalls, type Losses } from '../support/badNetwork.ts';

test.use({ serviceWorkers: 'block' });

test('with three calls in ten lost and 400 ms of delay every page loads without an error', async ({
  page,
  context,
  sample,
}) => {
  await context.addCookies(sample.owner.signedIn.cookies);
  const losses = await loseCalls(page, { share: 0.3, delay: 400, seed: 7 });
  const errorText = page.getByText(/Something is horribly wrong!|Error fetching|Internal Server Error/);

  await page.goto('/datasets');
  await page.getByRole('main').getByRole('link', { name: 'Places' }).click({ timeout: 60_000 });
  await expect(page.getByRole('heading', { level: 1, name: 'Places' })).toBeVisible();
  await page
    .getByRole('table', { name: 'Schemas' })
    .getByRole('link', { name: 'Zip codes' })
    .click({ timeout: 60_000 });
  await expect(page.getByRole('table', { name: 'Fields' }).getByText('zip_code')).toBeVisible({
    timeout: 60_000,
  });
  await page.getByRole('main').getByRole('link', { name: 'Records' }).click();
  await expect(page.getByText('Showing 1-50 of 300')).toBeVisible({ timeout: 60_000 });
  await expect(errorText).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole('table', { name: 'Fields' })).toBeVisible({ timeout: 60_000 });
  await page.goto('/users');
  await expect(page.getByRole('row', { name: /mara\.member@example\.org/ })).toBeVisible({ timeout: 60_000 });
  await expect(errorText).toHaveCount(0);
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
  expectLosses(losses);
});

/** The audit log's entries for one action on one kind of object. */
const logged = async (api: Client, model: string, action: 'create' | 'update' | 'delete') =>
  api.call(listAuditLogs, {
    params: { id: idIn(await organizationOf(api)) },
    query: { model, action },
  });

/** Expects that the network lost enough calls. */
function expectLosses({ calls, lost }: Losses): void {
  expect(calls).toBeGreaterThan(15);
  expect(lost / calls).toBeGreaterThan(0.15);
}

test('a dataset whose answer is lost three times is created once', async ({ page, person }) => {
  const ada = await person('Ada');
  await signIn(page, ada);
  await page.getByRole('button', { name: 'Create Dataset' }).click();
  // The service creates the dataset, and its answer is lost three times.
  let lostAnswers = 3;
  await page.route('**/api/datasets/', async (route) => {
    if (route.request().method() !== 'POST' || lostAnswers === 0) return route.fallback();
    lostAnswers -= 1;
    await route.fetch();
    return route.abort('connectionreset');
  });
  const dialog = page.getByRole('dialog', { name: 'Add a new Dataset' });
  await dialog.getByLabel('Name').fill('Once');
  await dialog.getByRole('button', { name: 'Create Dataset' }).click();
  await expect(dialog).toBeHidden({ timeout: 30_000 });
  expect(lostAnswers).toBe(0);
  await expect(page.getByRole('main').getByRole('link', { name: 'Once' })).toHaveCount(1);
  const created = await logged(ada.api, 'dataset', 'create');
  expect(created).toHaveLength(1);
});

test('names changed offline are shown as waiting, survive a reload, and are saved once', async ({
  page,
  context,
  person,
}) => {
  const ada = await person('Ada');
  await signIn(page, ada);
  await page.goto('/account');
  await page.getByLabel('Full Name').waitFor();
  await expect(page.getByRole('button', { name: /^Alerts/ })).toBeVisible();

  await context.setOffline(true);
  await expect(page.getByText('This device has no network', { exact: true })).toBeVisible({
    timeout: 20_000,
  });
  await expect(page.getByText(/^As of /)).toBeVisible();
  await page.getByLabel('Full Name').fill('Augusta King');
  await page.getByRole('button', { name: 'Save Name' }).click();
  await expect(page.getByText('Your change is kept on this device')).toBeVisible();
  await page.getByLabel('Organization name').fill('Looms');
  await page.getByRole('button', { name: 'Save Organization' }).click();
  await page.getByRole('button', { name: '2 changes are waiting to be sent' }).click();
  const list = page.getByRole('dialog', { name: 'Changes to be sent' });
  await expect(list.getByText('Your name: Augusta King')).toBeVisible();
  await list.getByRole('button', { name: 'Close' }).first().click();
  // A change that can't be queued states the reason.
  await page.getByRole('button', { name: 'Update Password' }).focus();
  await expect(page.getByText(/passwords are never kept on this device/)).toBeVisible();

  // The first answer to each call is lost.
  const seen = { names: 0, organization: 0 };
  await page.route('**/api/accounts/profile/', async (route) => {
    seen.names += 1;
    if (seen.names > 1) return route.fallback();
    await route.fetch();
    return route.abort('connectionreset');
  });
  await page.route('**/api/organizations/*/', async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback();
    seen.organization += 1;
    if (seen.organization > 1) return route.fallback();
    await route.fetch();
    return route.abort('connectionreset');
  });
  // The page is left while it is offline; otherwise it would send the changes itself, and leaving it would lose a second answer.
  await page.goto('about:blank');
  await context.setOffline(false);
  await page.goto('/account');
  // The first attempts have already changed both names, so the page doesn't show whether there was a second one.
  await expect.poll(() => seen, { timeout: 45_000 }).toEqual({ names: 2, organization: 2 });
  await expect(page.getByLabel('Full Name')).toHaveValue('Augusta King');
  await expect(page.getByRole('button', { name: /to be sent$/ })).toHaveCount(0);
  await expect(page.getByText('Looms').first()).toBeVisible();

  expect(seen).toEqual({ names: 2, organization: 2 });
  const self = await ada.api.call(getSelf);
  expect(`${self.first_name} ${self.last_name}`).toBe('Augusta King');
  const renamed = await logged(ada.api, 'organization', 'update');
  expect(renamed).toHaveLength(1);
});

test('without service or proxy the page states which is missing and shows stored data with its age', async ({
  page,
  context,
  sample,
  stack,
}) => {
  await context.addCookies(sample.owner.signedIn.cookies);
  await page.goto(`${sample.full}/records`);
  await expect(page.getByText('Showing 1-50 of 300')).toBeVisible();
  const upload = page.getByRole('button', { name: 'Upload Records' });
  await expect(upload).not.toHaveAttribute('aria-disabled', 'true');
  const newTab = await context.newPage();

  await page.route('**/api/**', (route) =>
    route.fulfill({ status: 503, json: { detail: 'The service can’t be reached.' } }),
  );
  await page.getByRole('link', { name: 'Account Settings' }).click();
  await page.waitForURL('/account');
  await expect(page.getByText('The service can’t be reached', { exact: true })).toBeVisible({
    timeout: 45_000,
  });
  await page.goBack();
  await expect(page.getByText('Showing 1-50 of 300')).toBeVisible();
  await expect(page.getByText(/^As of /)).toBeVisible();
  await expect(upload).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText('Error fetching records')).toHaveCount(0);

  await page.unrouteAll();
  await expect(page.getByText('The service can’t be reached', { exact: true })).toBeHidden({
    timeout: 20_000,
  });
  await expect(upload).not.toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText(/^As of /)).toHaveCount(0);

  // A new tab, without data in memory, while the proxy doesn't answer.
  await newTab.route('**/api/**', (route) => route.abort('connectionrefused'));
  await newTab.goto(`${stack.url}${sample.full}/records`);
  await expect(newTab.getByText('Showing 1-50 of 300')).toBeVisible();
  await expect(newTab.getByText(/^As of /)).toBeVisible();
  await expect(newTab.getByText('Your proxy doesn’t answer', { exact: true })).toBeVisible();
  await expect(newTab.getByText('No Proxy Detected')).toHaveCount(0);
});
