/** A service that refuses the manifest: the page shows no unfiltered list in place of the filtered one. */
import { expect, signIn, test } from '../support/lyingStack.ts';
import { zipcodeSchema } from '../support/zipcodes.ts';

const refusals = [405, 404, 500, 'silence'] as const;

test('shows no records under a filter while the service refuses the manifest', async ({
  page,
  person,
  liar,
}) => {
  liar.reset();
  const owner = await person('Ola');
  const schema = await zipcodeSchema(owner.api, 30);
  await signIn(page, owner);
  const table = page.getByRole('grid').or(page.getByRole('table'));
  const tryAgain = page.getByRole('main').getByRole('button', { name: /try again/i });
  for (const refusal of refusals)
    await test.step(`with ${refusal}`, async () => {
      liar.lie(/^GET \/api\/manifests\/|^POST \/api\/groups\/read\//, () => {
        if (refusal === 'silence') throw new Error('The connection is closed without an answer.');
        return {
          status: refusal,
          headers: { 'content-type': 'application/json' },
          text: '{"detail":"Method not allowed."}',
        };
      });
      await page.goto(`${schema.path}?column=city&value=Nowhere-${refusal}`);
      await expect(tryAgain).toBeVisible();
      await expect(table).toHaveCount(0);
      await expect(page.getByText(/Showing 1-/)).toHaveCount(0);
      liar.reset();
      await tryAgain.click();
      await expect(page.getByText('No records match', { exact: false })).toBeVisible();
    });
});
