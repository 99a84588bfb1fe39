/** Guards of the plugins, the shared server code and the proxy: with any one switched off, a test fails. */
import { expect, test } from 'vitest';
import { failingTests } from './guards/failing.ts';
import { testedMutants } from './guards/tested.ts';

/** `npm run guards` tries all of them; other test runs only check that each guard is still there. */
const all = await testedMutants();
const thorough = process.env.GUARDS === 'all';
const timeoutMs = 300_000;

test('finds every guard in the code', () => {
  expect(all.length).toBeGreaterThan(25);
});

if (thorough) {
  test('fails no test with all guards on', { timeout: 2 * timeoutMs }, async () => {
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
