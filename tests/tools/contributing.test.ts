/** CONTRIBUTING.md and README.md name commands, files and tests that exist. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import about from '../../package.json' with { type: 'json' };

const contributing = readFileSync('CONTRIBUTING.md', 'utf8');
const readme = readFileSync('README.md', 'utf8');
const texts: [string, string][] = [
  ['CONTRIBUTING.md', contributing],
  ['README.md', readme],
];
/** The lines of all shell blocks, cut at `&&`. */
const commands = texts.flatMap(([, text]) =>
  [...text.matchAll(/```sh\n([^`]*)```/g)].flatMap(([, block]) => block!.trim().split(/\n|\s+&&\s+/)),
);
/** The programs of npx, started without it. */
const programs: Record<string, string> = {
  vitest: 'node_modules/vitest/vitest.mjs',
  playwright: 'node_modules/@playwright/test/cli.js',
};
const run = async (program: string, args: string[]) => {
  const env = { ...process.env, VITEST: undefined };
  return (await promisify(execFile)(process.execPath, [programs[program]!, ...args], { env })).stdout;
};

describe.each(texts)('%s', (_, text) => {
  test('names scripts of package.json', () => {
    const scripts = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name!);
    expect(scripts.filter((name) => !(name in about.scripts))).toEqual([]);
  });

  test('names files and folders that exist', () => {
    const paths = [...text.matchAll(/`((?:src|packages|tests|docs|tools|e2e|bench)\/[^`\s]*)`/g)]
      .map(([, path]) => path!)
      .filter((path) => !path.includes('<') && !path.endsWith('/bookmarks'));
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link]) => link!);
    expect([...paths, ...links].filter((path) => !existsSync(path))).toEqual([]);
  });
});

test('names only commands that a test runs', () => {
  const tested =
    /^(npm (ci|start|test|run build)|npm run new (feature|machine|worker|endpoint) bookmarks|npx (vitest|playwright) .*)$/;
  expect(commands.filter((command) => !tested.test(command))).toEqual([]);
});

const listed = commands.filter((command) => command.startsWith('npx ')).map((command) => command.split(' '));
// Each of the two programs takes seconds to start, so its commands are listed together.
test.concurrent.each(Object.keys(programs))('each command of %s finds its test file', async (program) => {
  const parameterLists = listed.filter(([, name]) => name === program).map(([, , ...args]) => args);
  const found = await run(
    program,
    program === 'vitest'
      ? ['list', '--filesOnly', ...parameterLists.flatMap(([, ...args]) => args)]
      : [...parameterLists.flat(), '--list'],
  );
  const files = parameterLists.map((args) => args.find((arg) => /\.(test|spec)\.tsx?$/.test(arg))!);
  expect(files.filter((file) => !found.includes(file.split('/').at(-1)!))).toEqual([]);
});
