/** Wait until a page stands still, as somebody's eye does before it judges. */
import type { Page } from '@playwright/test';

/** Its fonts are there, and no colour or place is on its way to another, as all are after the light has changed. */
export const stillness = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    await document.fonts.ready;
    do {
      await frame();
      await frame();
    } while (document.getAnimations().some(({ playState }) => playState === 'running'));
  });
