/** The teams of a schema: people are added and removed by button, drag and drop, and keyboard, and the result of each change is shown. */
import type { Locator, Page } from '@playwright/test';
import { addColleague, makeIdentity, removeFromOrganization } from '../support/colleagues.ts';
import { tabTo } from '../support/keyboard.ts';
import { accessibilityProblems } from '../support/accessibility.ts';
import { expect, signIn, test, type Person } from '../support/stack.ts';
import { zipcodeSchema } from '../support/zipcodes.ts';
import type { Stack } from '../../tools/stack.ts';

const owners = 'Zip codes Data Owners';
const requesters = 'Zip codes Data Requesters';

/** Creates a schema of three records, two colleagues who can receive keys and one who can't yet. */
async function startClinic(stack: Stack, person: (name: string) => Promise<Person>) {
  const paula = await person('Paula');
  const schema = await zipcodeSchema(paula.api, 3);
  await makeIdentity(paula.api);
  const colleagues = {
    grace: await addColleague(stack, paula.api, 'Grace'),
    alan: await addColleague(stack, paula.api, 'Alan'),
    nora: await addColleague(stack, paula.api, 'Nora', false),
  };
  return { paula, ...colleagues, path: schema.permissions };
}

const members = (page: Page, team: string) => page.getByRole('list', { name: `Members of ${team}` });
const memberOf = (page: Page, team: string, email: string) =>
  members(page, team).getByRole('listitem').filter({ hasText: email });
const review = (page: Page) => page.getByRole('dialog', { name: 'Zip codes Permissions Changes' });
const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: true });

async function dragTo(page: Page, source: Locator, target: Locator): Promise<void> {
  const middle = async (locator: Locator) => {
    const box = (await locator.boundingBox())!;
    return [box.x + box.width / 2, box.y + Math.min(box.height / 2, 40)] as const;
  };
  // Starts once the element has stopped moving.
  await source.hover();
  await page.mouse.down();
  await page.mouse.move(...(await middle(target)), { steps: 8 });
  await page.mouse.up();
}

test('an owner shares a schema by button and by drag and drop, sees the consequences, and undoes it', async ({
  page,
  person,
  stack,
}) => {
  const { paula, grace, alan, nora, path } = await startClinic(stack, person);
  await signIn(page, paula);
  await page.goto(path);

  await test.step('all members are listed, with a reason if they can’t receive keys', async () => {
    await expect(page.getByRole('checkbox', { name: grace.email })).toBeVisible();
    const unable = page.getByRole('list', { name: 'Members who can’t receive keys yet' });
    await expect(unable).toContainText(`${nora.email} has no identity yet`);
    await expect(button(page, 'Save')).toHaveAttribute('aria-disabled', 'true');
  });

  await test.step('one member is added by button, one by dragging, and nothing is sent before the review', async () => {
    await page.getByRole('checkbox', { name: grace.email }).check();
    await button(page, `Add chosen members to ${owners}`).click();
    await expect(memberOf(page, owners, grace.email)).toContainText('New');
    await dragTo(
      page,
      page.getByRole('list', { name: 'Members who can receive keys' }).getByText(alan.email),
      button(page, new RegExp(`^${requesters}`)),
    );
    await expect(page.getByText('2 changes not saved yet.')).toBeVisible();
    await button(page, 'Save').click();
    await expect(review(page)).toContainText(
      `${grace.email} will be able to search, count and sum the records`,
    );
    await expect(review(page)).toContainText('This affects 3 records stored so far');
    await expect(review(page)).not.toContainText('New keys for records');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('each change is saved, the counts are shown, and the teams are loaded again', async () => {
    await button(review(page), 'Save').click();
    // The alert is checked first because it disappears.
    await expect(
      page
        .getByText('Team Permissions Saved')
        .locator('..')
        .filter({ hasText: `${owners}: 1 added, 0 removed; ${requesters}: 1 added, 0 removed.` }),
    ).toBeVisible();
    await expect(review(page).getByText('All changes are saved.')).toBeVisible();
    await expect(review(page).getByText('Saved', { exact: true })).toHaveCount(2);
    await review(page).getByText('Close', { exact: true }).click();
    await expect(memberOf(page, owners, grace.email)).not.toContainText('New');
    await page.reload();
    await expect(memberOf(page, owners, grace.email)).toBeVisible();
  });

  await test.step('a member who is dragged out loses all rights, and the schema gets new keys', async () => {
    await dragTo(
      page,
      memberOf(page, owners, grace.email).getByText(grace.email),
      page.getByRole('heading', { name: 'Organization members' }),
    );
    await expect(memberOf(page, owners, grace.email)).toContainText('Leaves');
    await button(page, 'Save').click();
    await expect(
      review(page).getByRole('checkbox', { name: 'New keys for records from now on' }),
    ).toBeChecked();
    await button(review(page), 'Save').click();
    await expect(
      review(page).getByText('Everything stored from now on is sealed with new keys.', { exact: true }),
    ).toBeVisible({
      timeout: 30_000,
    });
    await review(page).getByText('Close', { exact: true }).click();
    await expect(memberOf(page, owners, grace.email)).toHaveCount(0);
  });
});

test('refused changes are shown for each person, and only these are retried', async ({
  page,
  person,
  stack,
}) => {
  const { paula, grace, alan, path } = await startClinic(stack, person);
  await signIn(page, paula);
  await page.goto(path);
  for (const { email } of [grace, alan]) await page.getByRole('checkbox', { name: email }).check();
  await button(page, `Add chosen members to ${owners}`).click();
  await button(page, 'Save').click();
  await removeFromOrganization(stack, grace.email);
  await button(review(page), 'Save').click();
  await expect(
    review(page)
      .getByRole('listitem')
      .getByText(`Failed to add member ${grace.email} to team ${owners}: User not found`),
  ).toBeVisible();
  const alerts = page.getByRole('region', { name: 'Alerts' });
  for (const words of ['Team Permissions Saved', 'Team Permissions Save Failed', /1 saved, 1 failed/])
    await expect(alerts.getByText(words)).toBeVisible();
  const added: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/add_member/')) added.push(request.url());
  });
  await button(review(page), 'Retry failed changes').click();
  await expect.poll(() => added.length).toBe(1);
  await expect(review(page).getByText('Failed', { exact: true })).toHaveCount(1);
  await review(page).getByText('Close', { exact: true }).click();
  await expect(memberOf(page, owners, alan.email)).toBeVisible();
});

test('a field is shared with a requester by keyboard; a member has read access only', async ({
  browser,
  page,
  person,
  stack,
}) => {
  const { paula, alan, path } = await startClinic(stack, person);
  await signIn(page, paula);
  await page.goto(path);
  const press = async (target: Locator, key = 'Enter') => {
    await tabTo(page, target);
    await page.keyboard.press(key);
  };
  await press(page.getByRole('checkbox', { name: alan.email }), 'Space');
  await press(button(page, new RegExp(`^${requesters}`)));
  await press(button(page, `Add chosen members to ${requesters}`));
  await press(page.getByRole('checkbox', { name: 'city', exact: true }), 'Space');
  await press(button(page, 'Save'));
  await expect(button(review(page), 'Save')).toBeFocused();
  await expect(review(page)).toContainText(`${alan.email} will be able to search`);
  await expect(review(page)).toContainText('decrypt the field city');
  await page.keyboard.press('Enter');
  await expect(review(page).getByText('All changes are saved.')).toBeVisible();
  await press(review(page).getByText('Close', { exact: true }));
  await expect(memberOf(page, requesters, alan.email)).not.toContainText('New');
  await expect(button(page, 'Save')).toBeFocused();

  const context = await browser.newContext({ baseURL: stack.url });
  const memberPage = await context.newPage();
  await signIn(memberPage, alan);
  await memberPage.goto(path);
  await expect(memberPage.getByText('You can view this page, but not change it')).toBeVisible();
  await expect(memberPage.getByText(`Ask ${paula.email}.`)).toBeVisible();
  await expect(memberOf(memberPage, owners, paula.email)).toBeVisible();
  await expect(button(memberPage, /^(Save$|Remove|Add chosen)/)).toHaveCount(0);
  await expect(memberPage.getByRole('main').getByRole('checkbox')).toHaveCount(0);
  const readers = memberPage.getByRole('region', { name: 'Who can read this' });
  await expect(readers).toContainText(`${alan.email}: only city, and search.`);
  await context.close();
});

test('an owner creates a team, lets it store records, renames it and deletes it', async ({
  page,
  person,
  stack,
}) => {
  const { paula, alan, path } = await startClinic(stack, person);
  await signIn(page, paula);
  await page.goto(path);
  await button(page, 'New Team').click();
  const creating = page.getByRole('dialog', { name: 'Add a new team' });
  await creating.getByRole('textbox', { name: 'Name' }).fill('Registrars');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await button(creating, 'Create Team').click();
  await button(page, /^Registrars/).click();

  await test.step('its rights are reviewed with their consequences, and saved', async () => {
    await page.getByRole('checkbox', { name: alan.email }).check();
    await button(page, 'Add chosen members to Registrars').click();
    await page.getByRole('checkbox', { name: /^Members may store records/ }).check();
    await page.getByRole('checkbox', { name: 'city', exact: true }).check();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await button(page, 'Save').click();
    await expect(review(page)).toContainText('Storing records requires every key');
    await expect(review(page)).toContainText('upload records');
    await button(review(page), 'Save').click();
    await expect(review(page).getByText('All changes are saved.')).toBeVisible();
    await review(page).getByText('Close', { exact: true }).click();
    await expect(page.getByRole('region', { name: 'Who can read this' })).toContainText(
      `${alan.email}: only city, and search; they store records, and hold every key for that.`,
    );
    await expect(page.getByRole('list', { name: 'Not confirmed' })).toHaveCount(0);
  });

  await test.step('the team is renamed, then deleted', async () => {
    await button(page, 'Rename Registrars').click();
    const renaming = page.getByRole('dialog', { name: 'Rename Registrars' });
    await renaming.getByRole('textbox', { name: 'Name' }).fill('Intake');
    await button(renaming, 'Rename Team').click();
    await button(page, 'Delete Intake').click();
    const deleting = page.getByRole('dialog', { name: 'Delete Intake?' });
    await expect(deleting).toContainText('1 member loses at once');
    await button(deleting, 'Delete Team').click();
    await expect(page.getByText('Deleted Intake.')).toBeVisible();
    await expect(button(page, /^Intake/)).toHaveCount(0);
  });
});
