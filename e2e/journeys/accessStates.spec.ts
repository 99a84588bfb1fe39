/** Accessibility of dialogs and notices about shared keys, in light and dark, at phone and desktop width. */
import { accessStates } from '../support/accessStates.ts';
import { accessibilityProblems } from '../support/accessibility.ts';
import { screenStates, signedInAs } from '../support/screenStates.ts';
import { expect, test } from '../support/stack.ts';

const unproven = screenStates.filter(({ name }) => name.startsWith('keyring-unproven'));

for (const state of [...accessStates, ...unproven])
  test(`${state.name} is accessible`, async ({ browser, stack, sample }) => {
    const storageState = signedInAs(state, sample);
    const context = await browser.newContext({
      baseURL: stack.url,
      ...(storageState && { storageState }),
    });
    const page = await context.newPage();
    await page.goto(state.path(sample));
    await state.open(page);
    expect(await accessibilityProblems(page)).toEqual([]);
    await context.close();
  });
