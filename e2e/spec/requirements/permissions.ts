/** The members of a schema's teams: the screen, the edit, the review, and the result of each change. */
import type { Locator, Page } from '@playwright/test';
import { delayCalls } from '../../support/badNetwork.ts';
import { expect, signIn } from '../../support/stack.ts';
import { zipcodeSchema } from '../../support/zipcodes.ts';
import { requirement, type Fixtures, type ScreenSpec } from '../requirement.ts';
import { mockAnswer, lasts, press, problem } from './actions.ts';

const owners = 'Guests Data Owners';
const requesters = 'Guests Data Requesters';

const members = (page: Page, team: string) => page.getByRole('list', { name: `Members of ${team}` });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Guests Permissions Changes' });
const save = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Save', exact: true });
const notice = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('region', { name: 'Alerts' }).getByText(text);

/** Opens the owner’s permissions page of a schema without other members. */
async function openPermissions({ page, sample }: Fixtures): Promise<void> {
  // Until the teams are read again, the page shows those of the last visit.
  const read = page.waitForResponse(/\/teams\//);
  await page.goto(`${sample.empty}/permissions`);
  await read;
  await page.getByRole('checkbox', { name: sample.member.email }).waitFor();
  const section = page.getByRole('button', { name: requesters, expanded: false });
  await section.click();
}

async function add(page: Page, email: string, team: string): Promise<void> {
  await page.getByRole('checkbox', { name: email }).check();
  await press(page, `Add chosen members to ${team}`);
}
const remove = (page: Page, email: string, team: string) => press(page, `Remove ${email}, ${team}`);

async function confirm(page: Page): Promise<void> {
  await save(page).click();
  await press(dialog(page), 'Save');
}
const close = (page: Page) => dialog(page).getByText('Close', { exact: true }).click();

/** Makes the service refuse these calls. @returns a function that ends the mocking. */
const refuseCalls = (page: Page, call: string) => mockAnswer(page, call, 403, problem('The disk is gone.'));

export const permissions: ScreenSpec[] = [
  {
    screen: 'permissions of a schema',
    as: 'owner',
    rows: [
      requirement('.../{schemaId}/permissions: the team permissions screen.', async (fixtures) => {
        await fixtures.page.clock.install();
        await openPermissions(fixtures);
      }),
      requirement(
        'The left side lists organization members. The right side is an accordion of teams with their members and add/remove buttons.',
        async ({ page, sample }) => {
          const left = page.getByRole('list', { name: 'Members who can receive keys' });
          await expect(left.getByRole('checkbox')).toHaveCount(2);
          const sections = page.getByRole('main').getByRole('button', { name: /^Guests Data/ });
          await expect(sections).toHaveText([
            /^Guests Data Owners/,
            /^Guests Data Requesters/,
            /^Guests Data Contributors/,
          ]);
          await expect(members(page, owners)).toContainText(sample.owner.email);
          for (const team of [owners, requesters])
            for (const name of [`Add chosen members to ${team}`, `Remove chosen members from ${team}`])
              await expect(page.getByRole('button', { name })).toBeVisible();
          const right = (await sections.first().boundingBox())!.x;
          expect((await left.boundingBox())!.x).toBeLessThan(right);
        },
      ),
      requirement(
        "Removing a member who is not in the selected team warns 'Cannot Remove User: Member not in team' (5 seconds).",
        async ({ page, sample, addScreenText }) => {
          await page.getByRole('checkbox', { name: sample.member.email }).check();
          const warning = notice(page, 'Cannot Remove User: Member not in team');
          await lasts(page, warning, 5, async () => {
            await press(page, `Remove chosen members from ${owners}`);
            await warning.waitFor();
            await addScreenText();
          });
        },
      ),
      requirement('Save is enabled only when differences exist.', async ({ page, sample }) => {
        await expect(save(page)).toHaveAttribute('aria-disabled', 'true');
        await add(page, sample.member.email, owners);
        await expect(save(page)).not.toHaveAttribute('aria-disabled', 'true');
      }),
      requirement(
        'Team edit: edited teams start as a copy of the saved ones, and added and removed members are tracked.',
        async ({ page, sample }) => {
          const lines = members(page, owners).getByRole('listitem');
          await expect(lines.filter({ hasText: sample.member.email })).toContainText('New');
          await remove(page, sample.owner.email, owners);
          await expect(lines.filter({ hasText: sample.owner.email })).toContainText('Leaves');
          await press(page, 'Cancel');
          await expect(lines).toHaveText([new RegExp(`^${sample.owner.email}Remove$`)]);
        },
      ),
      requirement(
        "Cancel and Save buttons. Save opens a confirmation dialog titled '{schema name} Permissions Changes'. It lists added and removed members per team and has Edit and Save buttons.",
        async ({ page, sample, addScreenText }) => {
          await add(page, sample.member.email, owners);
          await remove(page, sample.owner.email, owners);
          await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
          await save(page).click();
          await dialog(page).waitFor();
          await addScreenText();
          const listed = (name: string) => dialog(page).getByRole('list', { name, exact: true });
          await expect(listed(`Added, ${owners}`)).toHaveText(sample.member.email);
          await expect(listed(`Removed, ${owners}`)).toHaveText(sample.owner.email);
          await expect(dialog(page).getByRole('button', { name: 'Save', exact: true })).toBeVisible();
          await press(dialog(page), 'Edit');
          await press(page, `Undo ${sample.owner.email}, ${owners}`);
        },
        ['Guests Permissions Changes'],
      ),
      requirement(
        "Success notice 'Team Permissions Saved', listing the counts added and removed per team.",
        async ({ page, addScreenText }) => {
          await confirm(page);
          await notice(page, `${owners}: 1 added, 0 removed.`).waitFor();
          await addScreenText();
        },
      ),
      requirement(
        'After saving, the dialog locks and the team list refreshes on close.',
        async ({ page, sample }) => {
          await expect(dialog(page).getByRole('button', { name: 'Edit' })).toHaveCount(0);
          const refreshed = page.waitForResponse(/\/teams\//);
          await close(page);
          await refreshed;
          await expect(members(page, owners)).toContainText(`${sample.member.email}Remove`);
        },
      ),
      requirement('Each change shows pending, success or error.', async ({ page, sample }) => {
        const release = await delayCalls(page, '**/add_member/');
        const stopMocking = await refuseCalls(page, '**/grants/*/');
        await add(page, sample.member.email, requesters);
        await page.getByRole('checkbox', { name: 'ward' }).check();
        await confirm(page);
        const states = (state: string) => dialog(page).getByText(state, { exact: true });
        await expect(states('Failed')).toHaveCount(1);
        await expect(states('Pending')).toHaveCount(1);
        release();
        await expect(states('Saved')).toHaveCount(1);
        await close(page);
        await stopMocking();
        await page.unroute('**/add_member/');
      }),
      requirement("Failure notice 'Team Permissions Save Failed'.", async (fixtures) => {
        const { page, sample, addScreenText } = fixtures;
        await openPermissions(fixtures);
        const stopMocking = [
          await refuseCalls(page, '**/grants/*/'),
          await refuseCalls(page, '**/remove_member/'),
        ];
        await add(page, sample.owner.email, requesters);
        await page.getByRole('checkbox', { name: 'ward' }).check();
        await remove(page, sample.member.email, owners);
        await confirm(page);
        await notice(page, 'Team Permissions Save Failed').waitFor();
        await addScreenText();
        for (const end of stopMocking) await end();
      }),
      requirement('When both successes and failures occur, a warning is also shown.', async ({ page }) => {
        await notice(page, /1 saved, 2 failed/).waitFor();
      }),
      requirement(
        'The team-save success alert lasts 5 seconds, or stays until dismissed if there is more than one error.',
        async ({ page, sample }) => {
          const success = notice(page, 'Team Permissions Saved');
          await page.clock.fastForward(60_000);
          await expect(success).toBeVisible();
          await close(page);
          await press(page, 'Dismiss: Team Permissions Saved');
          await expect(success).toBeHidden();
          await press(page, 'Cancel');
          await remove(page, sample.owner.email, requesters);
          await save(page).click();
          await lasts(page, success, 5, () => press(dialog(page), 'Save'));
          await close(page);
        },
      ),
      requirement(
        "Per-member messages 'Failed to add member {email} to team {name}: reason' and 'Failed to remove member ...'.",
        async (fixtures) => {
          const { page, sample } = fixtures;
          await openPermissions(fixtures);
          const stopMocking = await refuseCalls(page, '**/*_member/');
          await add(page, sample.owner.email, requesters);
          await remove(page, sample.member.email, owners);
          await confirm(page);
          for (const words of [
            `Failed to add member ${sample.owner.email} to team ${requesters}: The disk is gone.`,
            `Failed to remove member ${sample.member.email} from team ${owners}: The disk is gone.`,
          ])
            await expect(dialog(page).getByRole('listitem').getByText(words)).toBeVisible();
          await stopMocking();
        },
        [/Failed to add member \S+ to team .+: /, /Failed to remove member /],
      ),
    ],
  },
  {
    screen: 'permissions of a single member',
    as: 'signedOut',
    rows: [
      requirement(
        "Empty state 'No members found', shown when at most one member exists, with an Add User button.",
        async (fixtures) => {
          const solo = await fixtures.person('Solo');
          const { permissions } = await zipcodeSchema(solo.api);
          await signIn(fixtures.page, solo);
          await fixtures.page.goto(permissions);
          await fixtures.page.getByRole('heading', { name: 'No members found' }).waitFor();
          await press(fixtures.page, 'Add User');
          await fixtures.page.getByRole('dialog', { name: 'Add User' }).waitFor();
          await fixtures.page.keyboard.press('Escape');
        },
      ),
    ],
  },
];
