/** Tests that states of pages are accessible, and show all of their controls, in each size and color scheme. */
import type { Browser, Page } from '@playwright/test';
import type { Stack } from '../../tools/stack.ts';
import { accessibilityProblems } from './accessibility.ts';
import type { Sample } from './sample.ts';
import type { ScreenState } from './screenState.ts';
import { signedInAs } from './screenStates.ts';
import { expect, test } from './stack.ts';

/** Opens states in one page per signed-in person, because a new page takes two seconds of processor time. */
function stateOpener(browser: Browser, stack: Stack, sample: Sample) {
  const pages = new Map<ScreenState['who'], Page>();
  const pageOf = async (state: ScreenState): Promise<Page> => {
    const existing = pages.get(state.who);
    if (existing) return existing;
    const storageState = signedInAs(state, sample);
    const context = await browser.newContext({
      baseURL: state.who === 'atService' ? stack.serviceUrl : stack.url,
      ...(storageState && { storageState }),
    });
    const page = await context.newPage();
    pages.set(state.who, page);
    return page;
  };
  return {
    async open(state: ScreenState): Promise<Page> {
      const page = await pageOf(state);
      await page.goto(state.path(sample));
      await state.open(page);
      return page;
    },
    /** Ends the console in a page, and removes the mocked answers of its state. */
    async leave(page: Page): Promise<void> {
      await page.goto('about:blank');
      await page.emulateMedia({ colorScheme: null });
      for (const routed of [page, page.context()]) await routed.unrouteAll({ behavior: 'ignoreErrors' });
    },
    async close(): Promise<void> {
      for (const page of pages.values()) await page.context().close();
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
      await opener.leave(page);
    });
}
