/** Runs the checks of one screen: whether it shows the quoted strings of each requirement. */
import { expect, test as plain } from '../support/stack.ts';
import type { Requirement, ScreenSpec } from './requirement.ts';
import { visibleText } from './screen.ts';

const isShown = (screenText: string, text: Requirement['texts'][number]) =>
  typeof text === 'string' ? screenText.includes(text) : text.test(screenText);

/** Checks every requirement, also after a failed one. */
export const checkScreen = (
  { screen, as, rows, width = 1280, withoutProxy = false }: ScreenSpec,
  test = plain,
) =>
  test(screen, async ({ browser, stack, sample, person }, info) => {
    const storageState =
      as === 'signedOut' ? undefined : sample[as][withoutProxy ? 'signedInAtService' : 'signedIn'];
    const context = await browser.newContext({
      baseURL: withoutProxy ? stack.serviceUrl : stack.url,
      viewport: { width, height: 800 },
      ...(storageState && { storageState }),
    });
    const page = await context.newPage();
    const failures: string[] = [];
    for (const { requirement, check, texts } of rows)
      await test.step(requirement, async () => {
        let collected = '';
        const addText = (more: string) => (collected += `\n${more}`);
        const addScreenText = async () => void addText(await visibleText(page));
        try {
          await check({ page, sample, stack, person, addScreenText, addText });
          await expect
            .poll(async () => {
              await addScreenText();
              return texts.filter((text) => !isShown(collected, text));
            })
            .toEqual([]);
        } catch (error) {
          await page.screenshot({ path: info.outputPath(`${failures.length + 1}.png`) });
          failures.push(`${requirement}\n    ${String(error).split('\n').slice(0, 12).join('\n    ')}`);
        }
      });
    await context.close();
    if (failures.length > 0)
      throw new Error(`The screen differs from the specification:\n\n${failures.join('\n\n')}`);
  });
