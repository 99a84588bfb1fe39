/** CONTRIBUTING.md and README.md name commands, files and tests that exist. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import about from '../../package.json' with { type: 'json' };
import playwright from '../../playwright.config.ts';

const { projects } = playwright;
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
/** The parameters of each command of a program of npx, without the name of the program's own command. */
const parametersOf = (program: string) =>
  commands
    .filter((command) => command.startsWith(`npx ${program} `))
    .map((command) => command.split(' ').slice(3));
const fileIn = (parameters: string[]) => parameters.find((each) => /\.(test|spec)\.tsx?$/.test(each))!;

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

test('each command of vitest finds its test file', async () => {
  const files = parametersOf('vitest').map(fileIn);
  expect(files.length).toBeGreaterThan(0);
  const parameters = ['node_modules/vitest/vitest.mjs', 'list', '--filesOnly', ...files];
  const env = { ...process.env, VITEST: undefined };
  const { stdout } = await promisify(execFile)(process.execPath, parameters, { env });
  expect(files.filter((file) => !stdout.includes(file))).toEqual([]);
});

// Playwright itself would load all that the files import, which takes five seconds.
test('each command of playwright names a file of its project', () => {
  const named = parametersOf('playwright').map((parameters) => ({
    file: fileIn(parameters),
    project: parameters[parameters.indexOf('--project') + 1],
  }));
  expect(named.length).toBeGreaterThan(0);
  for (const { file, project } of named) {
    expect(existsSync(file), file).toBe(true);
    const patterns = [projects?.find(({ name }) => name === project)?.testMatch ?? []].flat();
    expect(patterns.map((pattern) => matches(file, String(pattern)))).toContain(true);
  }
});

/** Whether a path contains the folder or file of a pattern such as `**\/folder/**`. */
function matches(path: string, pattern: string): boolean {
  expect(pattern).toMatch(/^\*\*\/[\w/.]+(\*\*)?$/);
  return path.includes(pattern.replaceAll('**', ''));
}
