/** Runs test files against code with a guard switched off. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { TestedMutant } from './tested.ts';

const Report = z.object({
  numFailedTests: z.number(),
  numTotalTests: z.number(),
  testResults: z.array(
    z.object({ assertionResults: z.array(z.object({ status: z.string(), title: z.string() })) }),
  ),
});

/**
 * The titles of the tests that fail with a guard switched off. Without a file, no guard is switched off.
 * @throws {Error} if no test ran, because the code without the guard cannot be loaded.
 */
export async function failingTests(
  mutant: Pick<TestedMutant, 'tests'> & Partial<TestedMutant>,
): Promise<string[]> {
  const { tests, ...off } = mutant;
  const environment = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|GUARDS|NODE_OPTIONS)/.test(name),
  );
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/law/guards/vitest.config.ts'];
  const run = spawn(process.execPath, [...args, ...tests], {
    env: {
      ...Object.fromEntries(environment),
      GUARD_OFF: JSON.stringify(off.file === undefined ? null : off),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors] = await Promise.all([text(run.stdout), text(run.stderr), once(run, 'exit')]);
  const json = output.slice(output.indexOf('{"numTotal'));
  const report = Report.safeParse(parsed(json));
  if (!report.success || report.data.numTotalTests === 0)
    throw new Error(`The tests could not be run: ${(errors || output).slice(-2_000)}`);
  return report.data.testResults.flatMap(({ assertionResults }) =>
    assertionResults.flatMap(({ status, title }) => (status === 'failed' ? [title] : [])),
  );
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return null;
  }
}
