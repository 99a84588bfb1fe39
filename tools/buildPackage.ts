/** Compiles a package to the JavaScript and the types that are published. `npm pack` of contract and client runs it. */
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** In the repository the imports of a package name `.ts` files; those of the published package name modules. */
const ownModule = /(['"])(@cloakroom\/[\w-]+\/[\w./-]+?|\.{1,2}\/[\w./-]+?)\.ts\1/g;

const unfinishedFolder = 'node_modules/.cache';

const published = (text: string): string =>
  text.replace(ownModule, (_, quote: string, name: string) =>
    name.startsWith('.') ? `${quote}${name}.js${quote}` : `${quote}${name}${quote}`,
  );

/**
 * Writes `build/` of a package: one `.js` and one `.d.ts` file for each of its modules.
 * @param folder - the package, such as `packages/client`.
 * @throws {Error} what the compiler reports.
 */
export function buildPackage(folder: string): void {
  const { config } = ts.readConfigFile('tsconfig.base.json', (path) => ts.sys.readFile(path)) as {
    config: unknown;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, '.');
  const target = join(folder, 'build');
  const rootNames = readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
  const program = ts.createProgram(rootNames, {
    ...options,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
    noEmit: false,
    incremental: false,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    rootDir: 'packages',
    outDir: 'packages',
  });
  const files = new Map<string, string>();
  const { diagnostics } = program.emit(undefined, (path, text) => {
    const name = path.replaceAll('\\', '/');
    if (dirname(name).endsWith(folder)) files.set(name.slice(name.lastIndexOf('/') + 1), published(text));
  });
  const problems = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (problems.length > 0)
    throw new Error(
      ts.formatDiagnostics(problems, {
        getCanonicalFileName: (path) => path,
        getCurrentDirectory: () => process.cwd(),
        getNewLine: () => '\n',
      }),
    );
  mkdirSync(target, { recursive: true });
  for (const name of readdirSync(target))
    if (!files.has(name)) rmSync(join(target, name), { recursive: true });
  // Another process may pack the package at the same time: it finds the old file or the complete new one.
  mkdirSync(unfinishedFolder, { recursive: true });
  const unfinished = mkdtempSync(join(unfinishedFolder, 'package-'));
  for (const [name, text] of files) {
    writeFileSync(join(unfinished, name), text);
    renameSync(join(unfinished, name), join(target, name));
  }
  rmSync(unfinished, { recursive: true });
}

if (import.meta.filename === process.argv[1]) buildPackage(process.argv[2]!);
