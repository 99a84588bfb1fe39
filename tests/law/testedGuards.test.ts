/** Guards of the plugins, the shared server code and the proxy: with any of them switched off, a test fails. */
import { expect, test } from 'vitest';
import { failingTests } from './guards/failing.ts';
import { testedMutants } from './guards/tested.ts';

/** `npm run guards` tries all of them; other test runs only check that each guard still exists. */
const all = await testedMutants();
const triesAll = process.env.GUARDS === 'all';
const timeoutMs = 300_000;

test('finds every guard in the code', () => {
  expect(all.length).toBeGreaterThan(25);
});

if (triesAll) {
  test('no test fails with all guards switched on', { timeout: 2 * timeoutMs }, async () => {
    const tests = [...new Set(all.flatMap((mutant) => mutant.tests))];
    expect(await failingTests({ tests })).toEqual([]);
  });

  test.each(all.map((mutant) => [mutant.guard, mutant] as const))(
    '%s: without this guard, a test fails',
    { timeout: timeoutMs },
    async (_, mutant) => {
      const failing = await failingTests(mutant);
      expect(failing, `${mutant.file} without ${mutant.cut}`).not.toEqual([]);
    },
  );
}
