/** Bundles programs and their threads: loaded module by module, they take two to three times as long to start. */
import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildSync } from 'esbuild';

/** The repository's own packages become part of the file. */
const packages = Object.fromEntries(
  readdirSync('packages').map((name) => [`@cloakroom/${name}`, `./packages/${name}`]),
);

/**
 * Bundles a module and its own imports into one file. Its errors name the lines of the sources under Node's
 * `--enable-source-maps`.
 * @param entry - the first module, as seen from the repository's folder.
 * @returns the file's path. Others may be starting it meanwhile: they find the old file or the new one, whole.
 * @throws {Error} naming file and line when a source can't be read as TypeScript.
 */
export function bundle(entry: string): string {
  // Dependencies are not part of the file. They are resolved from where it is: within the package, or else the repository.
  const folder = join(entry.startsWith('packages') ? dirname(entry) : '', 'build');
  const file = join(folder, entry.replaceAll(/[/\\]/g, '-').replace(/ts$/, 'mjs'));
  const { outputFiles } = buildSync({
    entryPoints: [entry],
    outfile: file,
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    alias: packages,
    sourcemap: 'inline',
    sourcesContent: false,
    logLevel: 'silent',
  });
  mkdirSync(folder, { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, outputFiles[0]!.contents);
  renameSync(unfinished, file);
  return file;
}

const proxyThreads = [
  'packages/proxy/upload/sealThread.ts',
  'packages/proxy/compaction/compactionThread.ts',
  'packages/proxy/export/lineThread.ts',
];

/**
 * Bundles the threads of the proxy, which starts them with `BUNDLED_THREADS=1` in its environment.
 * @throws {Error} of {@link bundle}.
 */
export function bundleProxyThreads(): void {
  for (const thread of proxyThreads) bundle(thread);
}

/**
 * Bundles a program and its threads.
 * @returns the program's file.
 * @throws {Error} of {@link bundle}.
 */
export function bundleProgram(entry: string): string {
  if (entry === 'packages/proxy/main.ts') bundleProxyThreads();
  return bundle(entry);
}
