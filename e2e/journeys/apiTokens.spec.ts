/** An API token is created in the console, used by a program, and revoked. */
import { accessibilityProblems } from '../support/accessibility.ts';
import { expect, signIn, test } from '../support/stack.ts';

test('a program uses a token that was created in the console, until it is revoked', async ({
  page,
  person,
  stack,
}) => {
  const ada = await person('Ada');
  /** The status of a program's call with a token. */
  const statusOf = async (secret: string, method: string, path: string) => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    return (await fetch(stack.url + path, { method, headers, ...(method === 'GET' ? {} : { body: '{}' }) }))
      .status;
  };
  let secret = '';

  await test.step('a token is created, and shown once', async () => {
    await signIn(page, ada);
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Nightly import');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create Token', exact: true }).click();
    const shown = page.getByRole('dialog', { name: 'Token “Nightly import”' });
    secret = (await shown.locator('code').textContent()) ?? '';
    expect(secret).toMatch(/^clkr_[0-9A-Za-z]{36}$/);
    expect(await accessibilityProblems(page)).toEqual([]);
    await shown.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText(secret)).toHaveCount(0);
  });

  await test.step('a program signs in with it, and changes nothing', async () => {
    expect(await statusOf(secret, 'GET', '/api/datasets/')).toBe(200);
    expect(await statusOf(secret, 'POST', '/api/datasets/')).toBe(403);
    // Not a reload, which restores the scroll position: targets below the phone’s bar count as too small.
    await page.goto('/datasets');
    // The console stores the scroll position of a page only after it has shown the page.
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto('/profile');
    const row = page.getByRole('table', { name: 'API tokens' }).getByRole('row', { name: /^Nightly import/ });
    await expect(row).toContainText(secret.slice(0, 9));
    await expect(row).not.toContainText('Never');
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  await test.step('after the token is revoked, the program is refused', async () => {
    await page.getByRole('button', { name: /^Revoke Nightly import/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await expect(page.getByText('Revoked token Nightly import')).toBeVisible();
    await expect(page.getByRole('table', { name: 'API tokens' })).toHaveCount(0);
    await expect.poll(() => statusOf(secret, 'GET', '/api/datasets/')).toBe(401);
  });
});
