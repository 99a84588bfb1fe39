/** The files that `npm run new` writes compile in a copy of this repository. */
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'; // prettier-ignore
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { beforeAll, expect, test } from 'vitest';
import { makeFiles } from '#tools/new.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';

const copy = await temporaryFolder();
beforeAll(() => {
  for (const name of ['src', 'packages', 'tests', 'package.json', 'tsconfig.base.json'])
    cpSync(name, join(copy, name), { recursive: true });
  // The links in node_modules/@cloakroom are relative: they are copied, so that they point into the copy.
  mkdirSync(join(copy, 'node_modules'));
  for (const name of readdirSync('node_modules'))
    if (name !== '@cloakroom') symlinkSync(resolve('node_modules', name), join(copy, 'node_modules', name));
  cpSync('node_modules/@cloakroom', join(copy, 'node_modules/@cloakroom'), {
    recursive: true,
    verbatimSymlinks: true,
  });
});

/** The compiler's errors in files of the copy; empty if there are none. Their imports are read, but not checked. */
function compilerProblems(files: string[]): string {
  const config = ts.readConfigFile(join(copy, 'tsconfig.base.json'), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, copy);
  const program = ts.createProgram(
    files.map((file) => join(copy, file)),
    {
      ...options,
      incremental: false,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      types: ['node', 'vite/client'],
    },
  );
  const problems = program.getRootFileNames().flatMap((name) => {
    const file = program.getSourceFile(name)!;
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
  });
  return ts.formatDiagnostics([...program.getOptionsDiagnostics(), ...problems], {
    getCanonicalFileName: (path) => path,
    getCurrentDirectory: () => copy,
    getNewLine: () => '\n',
  });
}

test('a feature, a machine, a worker and an endpoint compile with their tests', async () => {
  const paths: string[] = [];
  for (const kind of ['feature', 'machine', 'worker', 'endpoint'])
    paths.push(...(await makeFiles(copy, kind, 'savedFilters')).paths);
  expect(paths).toEqual([
    'src/features/savedFilters/index.ts',
    'src/features/savedFilters/SavedFilters.tsx',
    'tests/src/features/savedFilters/SavedFilters.test.tsx',
    'src/machines/savedFilters/types.ts',
    'src/machines/savedFilters/machine.ts',
    'src/machines/savedFilters/effects.ts',
    'tests/src/machines/savedFilters.test.ts',
    'src/workers/savedFilters.worker.ts',
    'src/workers/savedFilters.ts',
    'tests/src/workers/savedFilters.test.ts',
    'packages/contract/savedFilters.ts',
    'packages/service/modules/savedFilters/routes.ts',
    'packages/service/modules/savedFilters/repository.ts',
    'tests/service/modules/savedFilters/routes.test.ts',
    'packages/contract/api.ts',
    'packages/service/app.ts',
  ]);
  const read = (path: string) => readFileSync(join(copy, path), 'utf8');
  expect(read('packages/contract/savedFilters.ts')).toContain("path: '/api/saved-filters/'");
  expect(read('packages/contract/api.ts')).toContain('  savedFilters,\n');
  expect(read('packages/service/app.ts')).toContain('  savedFiltersRoutes,\n];');
  expect(compilerProblems(paths)).toBe('');
});

test('overwrites no file, and rejects a name that is not an identifier', async () => {
  await expect(makeFiles(copy, 'machine', 'upload')).rejects.toThrow(
    'src/machines/upload/types.ts exists already.',
  );
  await expect(makeFiles(copy, 'machine', 'saved-filters')).rejects.toThrow('npm run new');
  await expect(makeFiles(copy, 'page', 'bookmarks')).rejects.toThrow('npm run new');
});
