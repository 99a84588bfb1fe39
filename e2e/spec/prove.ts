/** Runs a walk: every row's proof, and whether the screen says what the row quotes. */
import { expect, test as plain } from '../support/stack.ts';
import type { Row, Visit } from './row.ts';
import { wordsOn } from './screen.ts';

const shown = (words: string, text: Row['shows'][number]) =>
  typeof text === 'string' ? words.includes(text) : text.test(words);

/** Proves every row, even behind one that fails, so that one run tells all. */
export const prove = ({ screen, as, rows, width = 1280, bare = false }: Visit, test = plain) =>
  test(screen, async ({ browser, stack, cast, person }, info) => {
    const kept = as === 'nobody' ? undefined : cast[as][bare ? 'signedInBare' : 'signedIn'];
    const context = await browser.newContext({
      baseURL: bare ? stack.serviceUrl : stack.url,
      viewport: { width, height: 800 },
      ...(kept && { storageState: kept }),
    });
    const page = await context.newPage();
    const broken: string[] = [];
    for (const { says, proof, shows } of rows)
      await test.step(says, async () => {
        let words = '';
        const note = (more: string) => (words += `\n${more}`);
        const look = async () => void note(await wordsOn(page));
        try {
          await proof({ page, cast, stack, person, look, note });
          await expect
            .poll(async () => {
              await look();
              return shows.filter((text) => !shown(words, text));
            })
            .toEqual([]);
        } catch (error) {
          await page.screenshot({ path: info.outputPath(`${broken.length + 1}.png`) });
          broken.push(`${says}\n    ${String(error).split('\n').slice(0, 12).join('\n    ')}`);
        }
      });
    await context.close();
    if (broken.length > 0) throw new Error(`The screen says otherwise:\n\n${broken.join('\n\n')}`);
  });
