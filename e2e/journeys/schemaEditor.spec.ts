/** Writing a schema in the editor, with the keyboard, under the production Content Security Policy. */
import type { Page } from '@playwright/test';
import { editor, editorShows, writeSchema } from '../support/schemaEditor.ts';
import { expect, signIn, test } from '../support/stack.ts';

/** Collects violations of the Content Security Policy. */
function cspViolations(page: Page): string[] {
  const violations: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML|TrustedScript/.test(message.text()))
      violations.push(message.text());
  });
  return violations;
}

test('a schema is written with completions, fixed by a button, and created', async ({ page, person }) => {
  const blocked = cspViolations(page);
  await signIn(page, await person('Grace'));
  await page.getByRole('button', { name: 'Create Dataset' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a new Dataset' });
  await dialog.getByLabel('Name').fill('Ships');
  await dialog.getByRole('button', { name: 'Create Dataset' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Ships' }).click();
  await page.getByRole('link', { name: 'Create Schema' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('Voyages');
  await editorShows(page);

  await test.step('typing a quote offers completions for a field', async () => {
    await writeSchema(page, '{ "type": "object", "properties": { } }');
    await page.keyboard.press('Control+End');
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('"');
    await expect(page.getByRole('option', { name: /"count"/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('option')).toHaveCount(0);
    await page.keyboard.press('Control+Space');
    await page.keyboard.type('cou');
    await expect(page.getByRole('option')).toHaveCount(1);
    // A list that has just opened ignores Enter, so that a new line is not taken for a choice.
    await page.waitForTimeout(150);
    await page.keyboard.press('Enter');
    await expect(editor(page)).toContainText('"count": { "type": "integer", "minimum": 0, "maximum": 100 }');
  });

  await test.step('a number without bounds is marked, listed and rejected', async () => {
    await writeSchema(
      page,
      '{\n  "type": "object",\n  "properties": {\n    "tons": { "type": "number" }\n  }\n}',
    );
    const problems = page.getByRole('region', { name: 'Problems in the schema' });
    await expect(problems.getByText('Line 4, column 5')).toBeVisible();
    await expect(page.locator('.cm-lintRange-error')).toHaveText('"tons"');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(
      page.getByText('JSON schema is invalid. Please correct the errors before submitting.'),
    ).toBeVisible();
    await expect(editor(page)).toBeFocused();
    await expect(editor(page)).toHaveAttribute('aria-invalid', 'true');
  });

  await test.step('F8 goes to the problem, and its action adds the bounds', async () => {
    await page.keyboard.press('F8');
    const offered = page.locator('.cm-diagnosticAction', { hasText: 'Add minimum and maximum' });
    await expect(offered).toBeVisible();
    await offered.click();
    await expect(editor(page)).toContainText('"tons": { "type": "number", "minimum": 0, "maximum": 100 }');
    await expect(page.getByRole('region', { name: 'Problems in the schema' })).toHaveCount(0);
    await page.keyboard.press('Control+z');
    await expect(editor(page)).toContainText('"tons": { "type": "number" }');
    await page.getByRole('button', { name: 'Add minimum and maximum' }).click();
    await expect(editor(page)).toBeFocused();
  });

  await test.step('Tab leaves the editor', async () => {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Use plain text' })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(editor(page)).toBeFocused();
  });

  await test.step('the plain text field shows the same schema, and creates it', async () => {
    await page.getByRole('button', { name: 'Use plain text' }).click();
    await expect(editor(page)).toHaveValue(/"maximum": 100/);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('main').getByRole('link', { name: 'Voyages' }).click();
    await expect(
      page.getByRole('row', { name: /tons number No Any maximum 100, minimum 0, precision 2/ }),
    ).toBeVisible();
  });
  expect(blocked).toEqual([]);
});
