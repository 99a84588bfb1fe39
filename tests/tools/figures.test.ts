/** The figures of a small tree, compared with manual counts. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { measure } from '#tools/figures.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';

let root: string;
beforeEach(async () => void (root = await temporaryFolder()));

function write(path: string, ...lines: string[]): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
}

test('counts lines, importers, small folders, long files and module state', () => {
  write('package-lock.json', '{ "packages": { "": {} } }');
  write('src/main.ts', "import './app/root.ts';", "import '@cloakroom/wire/ids.ts';", 'let count = 0;');
  write('src/app/root.ts', "new Worker(new URL('./parse.worker.ts', import.meta.url));", 'const fixed = 1;');
  write('src/app/parse.worker.ts', "import type { Id } from '#wire/ids.ts';");
  write('packages/wire/ids.ts', 'export type Id = string;', 'export let last: Id;');
  write('packages/wire/node_modules/other.ts', 'let count = 0;');
  write('tests/long.test.ts', ...Array.from({ length: 301 }, () => '//'));
  write('tools/build.ts', '//');
  const figures = measure(root);
  expect(figures['product lines']!.value).toBe(8);
  expect(figures['test lines']!.value).toBe(301);
  expect(figures['tool and bench lines']!.value).toBe(1);
  expect(figures['product files']!.value).toBe(4);
  expect(figures['product files with one importer']!.names).toEqual(
    expect.arrayContaining(['src/app/root.ts', 'src/app/parse.worker.ts']),
  );
  expect(figures['product files with one importer']!.value).toBe(2);
  expect(figures['product folders with one or two files']!.names!.toSorted()).toEqual([
    'packages',
    'packages/wire',
    'src/app',
  ]);
  expect(figures['product and test files over 300 lines']!.names).toEqual(['tests/long.test.ts (301)']);
  expect(figures['module-level lets of the console']!.names).toEqual(['src/main.ts: count']);
});

test('counts the dependencies of each program from the lockfile, as Node finds them on Linux', () => {
  const packages = {
    '': { dependencies: { react: '1' } },
    'packages/proxy': { dependencies: { '@cloakroom/wire': '*', cache: '2' } },
    'packages/wire': { dependencies: { hash: '1' } },
    'packages/proxy/node_modules/cache': { dependencies: { hash: '1' } },
    'node_modules/@cloakroom/wire': { link: true, resolved: 'packages/wire' },
    'node_modules/cache': {},
    'node_modules/hash': { optionalDependencies: { 'hash-linux': '1', 'hash-mac': '1' } },
    'node_modules/hash-linux': { os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
    'node_modules/hash-mac': { os: ['darwin'] },
    'node_modules/react': { peerDependencies: { cache: '1' } },
  };
  write('package-lock.json', JSON.stringify({ packages }));
  const figures = measure(root);
  expect(figures['direct dependencies of the proxy']!.names).toEqual(['cache']);
  expect(figures['all production dependencies of the proxy']!.names).toEqual([
    'node_modules/hash',
    'node_modules/hash-linux',
    'packages/proxy/node_modules/cache',
  ]);
  expect(figures['all production dependencies of the console']!.names).toEqual([
    'node_modules/cache',
    'node_modules/react',
  ]);
});
