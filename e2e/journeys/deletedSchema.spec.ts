/** Deletes a schema with many records: the page of its dataset shows the progress until all of them are removed. */
import { sql } from 'drizzle-orm';
import { accessibilityProblems } from '../support/accessibility.ts';
import { withDatabase } from '../support/links.ts';
import { expect, signIn, test } from '../support/stack.ts';
import { zipcodeRows, zipcodeSchema } from '../support/zipcodes.ts';

const rows = 10_500;

test('the deletion of a large schema shows its progress', async ({ page, person, stack }) => {
  const olga = await person('Olga');
  const { id, path } = await zipcodeSchema(olga.api);
  await olga.api.upload(id, zipcodeRows(0, rows), 'text/csv');
  await signIn(page, olga);
  await page.goto(path.replace(/\/records$/, ''));
  await page.getByRole('button', { name: 'Delete Schema' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Zip codes?' });
  await expect(question).toContainText('10,500 records');
  await question.getByRole('textbox').fill('Zip codes');
  const line = page.getByText(/^Deleting 10,500 records of “Zip codes”: \d+ % done$/);

  await withDatabase(stack, (database) =>
    database.transaction(async (transaction) => {
      // A batch waits for the locked group, so the deletion is in progress until the transaction ends.
      await transaction.execute(sql`
        select 1 from record_groups join uploads using (upload)
        where schema_id = ${id} and number = 325 for update of record_groups`);
      await question.getByRole('button', { name: 'Delete Schema' }).click();
      await expect(line).toBeVisible();
      expect(await accessibilityProblems(page)).toEqual([]);
      await expect(page.getByRole('progressbar', { name: 'Deleting Zip codes' })).toHaveAttribute(
        'aria-valuetext',
        /^\d+ %$/,
      );
    }),
  );
  await expect(line).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'No schemas yet' })).toBeVisible();
});
