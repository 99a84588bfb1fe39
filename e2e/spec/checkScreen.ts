/** Runs the checks of one screen: whether it shows what each row quotes. */
import { expect, test as plain } from '../support/stack.ts';
import type { Requirement, ScreenSpec } from './requirement.ts';
import { visibleText } from './screen.ts';

const isShown = (words: string, text: Requirement['texts'][number]) =>
  typeof text === 'string' ? words.includes(text) : text.test(words);

/** Checks every row, also after a failed one. */
export const checkScreen = (
  { screen, as, rows, width = 1280, withoutProxy: bare = false }: ScreenSpec,
  test = plain,
) =>
  test(screen, async ({ browser, stack, sample, person }, info) => {
    const storageState = as === 'signedOut' ? undefined : sample[as][bare ? 'signedInBare' : 'signedIn'];
    const context = await browser.newContext({
      baseURL: bare ? stack.serviceUrl : stack.url,
      viewport: { width, height: 800 },
      ...(storageState && { storageState }),
    });
    const page = await context.newPage();
    const broken: string[] = [];
    for (const { requirement, check, texts } of rows)
      await test.step(requirement, async () => {
        let words = '';
        const addText = (more: string) => (words += `\n${more}`);
        const addScreenText = async () => void addText(await visibleText(page));
        try {
          await check({ page, sample, stack, person, addScreenText, addText });
          await expect
            .poll(async () => {
              await addScreenText();
              return texts.filter((text) => !isShown(words, text));
            })
            .toEqual([]);
        } catch (error) {
          await page.screenshot({ path: info.outputPath(`${broken.length + 1}.png`) });
          broken.push(`${requirement}\n    ${String(error).split('\n').slice(0, 12).join('\n    ')}`);
        }
      });
    await context.close();
    if (broken.length > 0)
      throw new Error(`The screen differs from the specification:\n\n${broken.join('\n\n')}`);
  });
