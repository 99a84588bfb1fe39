/** A service that refuses the manifest: the page shows no unfiltered list in place of the filtered one. */
import { expect, signIn, test } from '../support/lyingStack.ts';
import { zipcodeSchema } from '../support/zipcodes.ts';

const refusals = [405, 404, 500, 'silence'] as const;

for (const refusal of refusals)
  test(`shows no records under a filter while the service answers ${refusal} for the manifest`, async ({
    page,
    person,
    liar,
  }) => {
    liar.reset();
    const owner = await person('Ola');
    const schema = await zipcodeSchema(owner.api, 30);
    await signIn(page, owner);
    liar.lie(/^GET \/api\/manifests\/|^POST \/api\/groups\/read\//, () => {
      if (refusal === 'silence') throw new Error('The connection is closed without an answer.');
      return {
        status: refusal,
        headers: { 'content-type': 'application/json' },
        text: '{"detail":"Method not allowed."}',
      };
    });
    await page.goto(`${schema.path}?column=city&value=Nowhere`);
    const table = page.getByRole('grid').or(page.getByRole('table'));
    await expect(page.getByRole('main').getByRole('button', { name: /try again/i })).toBeVisible();
    await expect(table).toHaveCount(0);
    await expect(page.getByText(/Showing 1-/)).toHaveCount(0);
    liar.reset();
    await page
      .getByRole('main')
      .getByRole('button', { name: /try again/i })
      .click();
    await expect(page.getByText('No records match', { exact: false })).toBeVisible();
  });
