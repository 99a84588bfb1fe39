/** Guards of the plugins, the shared server code and the proxy: with any one switched off, a test fails. */
import { expect, test } from 'vitest';
import { failingTests } from './guards/failing.ts';
import { testedMutants } from './guards/tested.ts';

/** `npm run guards` tries all of them; with every run of the tests they are only looked for. */
const all = await testedMutants();
const thorough = process.env.GUARDS === 'all';
const timeoutMs = 300_000;

test('every guard is where its test looks for it', () => {
  expect(all.length).toBeGreaterThan(25);
});

if (thorough) {
  test('with all guards no test fails', { timeout: 2 * timeoutMs }, async () => {
    const tests = [...new Set(all.flatMap((mutant) => mutant.tests))];
    expect(await failingTests({ tests })).toEqual([]);
  });

  test.each(all.map((mutant) => [mutant.guard, mutant] as const))(
    '%s: without it a test fails',
    { timeout: timeoutMs },
    async (_, mutant) => {
      const failing = await failingTests(mutant);
      expect(failing, `${mutant.file} without ${mutant.cut}`).not.toEqual([]);
    },
  );
}
