/** Tests that states of pages are accessible, and show all of their controls, in each size and color scheme. */
import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { Stack } from '../../tools/stack.ts';
import { accessibilityProblems } from './accessibility.ts';
import type { Sample } from './sample.ts';
import type { ScreenState } from './screenState.ts';
import { signedInAs } from './screenStates.ts';
import { expect, test } from './stack.ts';

/** Opens states with one browser context for each signed-in person, so that scripts are fetched once. */
function stateOpener(browser: Browser, stack: Stack, sample: Sample) {
  const contexts = new Map<ScreenState['who'], BrowserContext>();
  const contextOf = async (state: ScreenState): Promise<BrowserContext> => {
    const storageState = signedInAs(state, sample);
    const context =
      contexts.get(state.who) ??
      (await browser.newContext({
        baseURL: state.who === 'bare' ? stack.serviceUrl : stack.url,
        ...(storageState && { storageState }),
      }));
    contexts.set(state.who, context);
    return context;
  };
  return {
    async open(state: ScreenState): Promise<Page> {
      const page = await (await contextOf(state)).newPage();
      await page.goto(state.path(sample));
      await state.open(page);
      return page;
    },
    async close(): Promise<void> {
      for (const context of contexts.values()) await context.close();
    },
  };
}

/** Defines one test for each state. */
export function checkStates(states: readonly ScreenState[]): void {
  let opener: ReturnType<typeof stateOpener>;
  test.beforeAll(({ browser, stack, sample }) => {
    opener = stateOpener(browser, stack, sample);
  });
  test.afterAll(() => opener.close());

  for (const state of states)
    test(`${state.name} is accessible`, async () => {
      const page = await opener.open(state);
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.close();
      // The answers of this state are not those of the next one.
      await page.context().unrouteAll({ behavior: 'ignoreErrors' });
    });
}
