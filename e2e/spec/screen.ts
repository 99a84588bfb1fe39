/** All text of a screen, for sighted users and for screen readers. */
import type { Page } from '@playwright/test';

export const visibleText = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const named = ['aria-label', 'placeholder', 'title'].flatMap((name) =>
      Array.from(document.querySelectorAll(`[${name}]`), (element) => element.getAttribute(name) ?? ''),
    );
    const typed = Array.from(
      document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
        'input:not([type=password]), textarea',
      ),
      ({ value }) => value,
    );
    return [document.title, document.body.innerText, ...named, ...typed].join('\n');
  });
