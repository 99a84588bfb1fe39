/** Waits for fonts and animations of a page. */
import type { Page } from '@playwright/test';

/** Resolves when the fonts are loaded and no animation or transition runs. */
export const waitForAnimations = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    await document.fonts.ready;
    do {
      await frame();
      await frame();
    } while (document.getAnimations().some(({ playState }) => playState === 'running'));
  });
