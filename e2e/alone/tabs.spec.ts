/** Changes in one tab reach the others within a second, measured while no other test runs. */
import type { Page } from '@playwright/test';
import { createOrganization } from '@cloakroom/contract/organizations.ts';
import { expect, signIn, test, type Person } from '../support/stack.ts';

/** Milliseconds from an action in one tab until another tab shows its effect; the pages themselves measure both times. */
async function propagationMs(
  action: () => Promise<unknown>,
  done: Promise<number>,
  shown: Promise<number>,
): Promise<number> {
  const [from, until] = await Promise.all([done, shown, action()]);
  return Math.max(0, Math.round(until - from));
}

/** The time at which a page receives the answer to its next call of a path, in milliseconds since 1970. */
const answered = (page: Page, path: string) =>
  page.evaluate(
    (path) =>
      new Promise<number>((resolve) =>
        new PerformanceObserver((list) => {
          for (const { name, startTime, duration } of list.getEntries())
            if (new URL(name).pathname === path) resolve(performance.timeOrigin + startTime + duration);
        }).observe({ type: 'resource' }),
      ),
    path,
  );

/** The time at which a page receives the next click. */
const pressed = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        addEventListener('click', () => resolve(Date.now()), { once: true, capture: true }),
      ),
  );

/**
 * The time of the frame in which a page shows a heading.
 * @param headings - a selector of the headings that can have this text.
 */
const showsHeading = (page: Page, text: string, headings = 'h1') =>
  page.evaluate(
    ([text, headings]) =>
      new Promise<number>((resolve) => {
        const observer = new MutationObserver(() => {
          const found = [...document.querySelectorAll(headings)].find((each) => each.textContent === text);
          if (!found?.checkVisibility({ visibilityProperty: true })) return;
          observer.disconnect();
          requestAnimationFrame(() => resolve(Date.now()));
        });
        observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
      }),
    [text, headings] as const,
  );

/** The median of the rounds is compared, because the machine may pause once. */
const rounds = 3;

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Fills in the sign-in form. @returns a function that submits it. */
async function readyToSignIn(page: Page, { email, password }: Person): Promise<() => Promise<void>> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  return () => page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

test('sign-in, navigation and sign-out reach the other tab within a second', async ({
  page,
  context,
  person,
}, { annotations }) => {
  const ada = await person('Ada');
  await ada.api.call(createOrganization, { body: { name: 'Second Clinic' } });
  const other = await context.newPage();
  const durationsMs = { signIn: [] as number[], organization: [] as number[], signOut: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    // The other tab waits on the sign-in page, with its return address.
    await other.goto('/profile?from=mail');
    await heading(other, 'Sign In').waitFor();
    const press = await readyToSignIn(page, ada);
    durationsMs.signIn.push(
      await propagationMs(press, answered(page, '/api/accounts/login/'), showsHeading(other, 'Profile')),
    );
    await heading(other, 'Profile').waitFor();
    await expect(other).toHaveURL(/\/profile\?from=mail$/);
    await heading(page, 'Datasets').waitFor();

    await page.getByRole('button', { name: 'Change organization' }).click();
    durationsMs.organization.push(
      await propagationMs(
        () => page.getByRole('group').getByRole('button', { name: 'Second Clinic' }).click(),
        pressed(page),
        showsHeading(other, 'Second Clinic', 'nav[aria-label=Main] :is(h1, h2, h3)'),
      ),
    );
    const navigation = other.getByRole('navigation', { name: 'Main' });
    await navigation.getByRole('heading', { name: 'Second Clinic' }).waitFor();
    await expect(other).toHaveURL(/\/datasets$/);
    await expect(page.getByRole('heading', { name: 'Second Clinic' })).toBeVisible();
    await expect(other.getByRole('heading', { name: ada.organization })).toHaveCount(0);

    durationsMs.signOut.push(
      await propagationMs(
        () => page.getByRole('link', { name: 'Logout' }).click(),
        answered(page, '/api/accounts/logout/'),
        showsHeading(other, 'Sign In'),
      ),
    );
    for (const tab of [page, other]) await heading(tab, 'Sign In').waitFor();
  }
  annotations.push({ type: 'milliseconds', description: JSON.stringify(durationsMs) });
  for (const [action, times] of Object.entries(durationsMs))
    expect(times.toSorted((a, b) => a - b)[1], `${action}: ${times.join(', ')} ms`).toBeLessThan(1000);
});

test('another person’s sign-in in another tab ends this session immediately', async ({
  page,
  context,
  person,
}) => {
  const [ada, eve] = [await person('Ada'), await person('Eve')];
  await signIn(page, ada);
  await page.goto('/account');
  await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
  const other = await context.newPage();
  await signIn(other, eve);
  await page.getByRole('heading', { level: 1, name: `Signed in as ${eve.email}` }).waitFor({ timeout: 1000 });
  await expect(page.getByLabel('Full Name')).toHaveCount(0);
  await page.getByRole('button', { name: `Continue as ${eve.email}` }).click();
  await page.getByRole('heading', { level: 1, name: 'Datasets' }).waitFor();
  await expect(page.getByText(eve.organization)).toBeVisible();
});
