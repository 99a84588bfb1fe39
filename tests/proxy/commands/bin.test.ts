/** The program `cloakroom`: runs from its bundle, which is rebuilt after a source has changed, or else from its sources. */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, realpath, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';

const bin = 'packages/proxy/bin/cloakroom.mjs';
const run = promisify(execFile);
let root: string;

const write = async (path: string, content: string) => {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
};
/** A program that prints which one it is, its settings and its arguments. */
const program = (name: string) =>
  `console.log(JSON.stringify(['${name}', process.env.DATA_DIR, process.env.UPSTREAM, ...process.argv.slice(2)]));`;
const bundled = (name: string) => `
  import { mkdirSync, writeFileSync } from 'node:fs';
  mkdirSync('packages/proxy/build/cli', { recursive: true });
  writeFileSync('packages/proxy/build/cli/cli.mjs', ${JSON.stringify(program(name))});
  writeFileSync('packages/proxy/build/cli/sources.json', JSON.stringify({ readAt: Date.now(), sources: ['packages/proxy/cli.ts'] }));
`;

beforeEach(async () => {
  root = await realpath(await temporaryFolder());
  await mkdir(join(root, dirname(bin)), { recursive: true });
  await copyFile(bin, join(root, bin));
  await symlink(resolve('node_modules'), join(root, 'node_modules'));
  await write('package.json', '{"type":"module"}');
  await write('packages/proxy/cli.ts', program('sources'));
  // Older than the bundle that is made next.
  await utimes(join(root, 'packages/proxy/cli.ts'), 1, 1);
});

/** Runs the program in another folder. */
async function cloakroom(env: NodeJS.ProcessEnv = {}): Promise<unknown> {
  const options = { cwd: tmpdir(), env: { PATH: process.env.PATH, ...env } };
  const { stdout } = await run(process.execPath, [join(root, bin), 'status'], options);
  return JSON.parse(stdout);
}

test('makes the bundle once, and again when a source has changed', async () => {
  await write('tools/bundleCommandLine.ts', bundled('first'));
  const dataDir = join(root, 'data');
  expect(await cloakroom()).toEqual(['first', dataDir, null, 'status']);
  await write('tools/bundleCommandLine.ts', bundled('second'));
  expect(await cloakroom()).toEqual(['first', dataDir, null, 'status']);
  await write('packages/proxy/cli.ts', program('changed sources'));
  expect(await cloakroom()).toEqual(['second', dataDir, null, 'status']);
});

test('runs from the sources where no bundle can be made', async () => {
  await write('tools/bundleCommandLine.ts', 'process.exit(1);');
  expect(await cloakroom()).toEqual(['sources', join(root, 'data'), null, 'status']);
});

test('has the settings of its installation in any folder; variables win', async () => {
  await write('tools/bundleCommandLine.ts', bundled('first'));
  await write('.env', 'DATA_DIR=./elsewhere\nUPSTREAM=https://example.org\n');
  expect(await cloakroom()).toEqual(['first', join(root, 'elsewhere'), 'https://example.org', 'status']);
  expect(await cloakroom({ DATA_DIR: '/tmp/mine' })).toEqual(['first', '/tmp/mine', 'https://example.org', 'status']); // prettier-ignore
});

test('the bundle of the real sources starts', async () => {
  const { stdout } = await run(process.execPath, [bin, 'status', '--help']);
  expect(stdout).toBe('Usage: cloakroom status\n');
}, 60_000);
