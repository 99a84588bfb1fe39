/** What opens over the pages about shared keys, by night and by day, on a phone and on a desk: nothing in anybody's way. */
import { accessStates } from '../support/accessStates.ts';
import { obstacles } from '../support/obstacles.ts';
import { openStates, signedInAs } from '../support/openStates.ts';
import { expect, test } from '../support/stack.ts';

const unproven = openStates.filter(({ name }) => name.startsWith('keyring-unproven'));

for (const state of [...accessStates, ...unproven])
  test(`${state.name} is open to everybody`, async ({ browser, stack, cast }) => {
    const storageState = signedInAs(state, cast);
    const context = await browser.newContext({
      baseURL: stack.url,
      ...(storageState && { storageState }),
    });
    const page = await context.newPage();
    await page.goto(state.path(cast));
    await state.open(page);
    expect(await obstacles(page)).toEqual([]);
    await context.close();
  });
