/** Scripts that run at the same time: separate outputs, the names of failed scripts, the exit code. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';

/** A command that prints two lines with a pause in between. */
const printTwice = (word: string) => `echo ${word} 1 && sleep 0.2 && echo ${word} 2`;
const scripts = { one: printTwice('one'), two: printTwice('two'), broken: 'echo reason >&2; exit 3' };

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts }));
});

const run = (...names: string[]) =>
  new Promise<{ code: unknown; output: string }>((resolve) => {
    const args = [
      '--import',
      import.meta.resolve('tsx'),
      join(process.cwd(), 'tools/runScripts.ts'),
      ...names,
    ];
    execFile(process.execPath, args, { cwd: folder }, (error, output) =>
      resolve({ code: error?.code ?? 0, output }),
    );
  });

test('prints the output of each script as a whole', async () => {
  const { code, output } = await run('one', 'two');
  expect(code).toBe(0);
  expect(output).toMatch(/== one: passed in [\d.]+ s\none 1\none 2\n/);
  expect(output).toMatch(/== two: passed in [\d.]+ s\ntwo 1\ntwo 2\n/);
  expect(output).toMatch(/\nAll passed: one, two\.\n$/);
});

test('names a failed script, finishes the others and exits with code 1', async () => {
  const { code, output } = await run('broken', 'one');
  expect(code).toBe(1);
  expect(output).toMatch(/== broken: failed in [\d.]+ s\nreason\n/);
  expect(output).toMatch(/one 2\n/);
  expect(output).toMatch(/\nFailed: broken\.\n$/);
});
